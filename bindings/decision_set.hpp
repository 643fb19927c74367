// A decision set as numbers, which is how it reaches a module that takes numbers only: the fields
// of DecisionSet in their order, each list by its length, then the lists one behind the other
// (flattenDecisionSet in bindings/ts/internal/decision-set.ts writes them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/decision_set.hpp"

namespace ldp {

/// Takes a set off the front of `numbers`. What it says is validate()'s to check; numbers that are
/// missing count as 0.
inline DecisionSet take_decision_set(std::span<const double>& numbers) {
  const auto next = [&numbers] {
    if (numbers.empty()) return 0.0;
    const double number = numbers.front();
    numbers = numbers.subspan(1);
    return number;
  };
  const auto integer = [&next] { return static_cast<std::uint32_t>(next()); };
  DecisionSet set;
  set.kind = static_cast<SetKind>(integer());
  set.reward = static_cast<SetReward>(integer());
  for (std::uint32_t* field :
       {&set.arms, &set.choose, &set.nodes, &set.right, &set.source, &set.target}) {
    *field = integer();
  }
  set.alpha = next();
  set.beta = next();
  const std::array lists{&set.group, &set.most, &set.from, &set.to, &set.ends, &set.members};
  for (std::vector<std::uint32_t>* list : lists) list->resize(integer());
  for (std::vector<std::uint32_t>* list : lists) {
    for (std::uint32_t& number : *list) number = integer();
  }
  return set;
}

}  // namespace ldp
