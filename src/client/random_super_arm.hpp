// What a device plays before it has a snapshot: some super arm of the decision set, by coins of its
// own. Every kind of set has a quick way to one from the arms in random order, so that no page has
// to download the oracles. It is not uniform over super arms, except over the subsets of a top-k
// set and over a list; its report is withheld, so the server does not learn from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// The first super arm that is found with the arms in this order, ascending; [] if the set, which
/// must be valid, has none. `order`: every arm once; of a list the super arms once, and the first
/// of them it is. Of a custom set the one to fall back on.
std::vector<std::uint32_t> first_super_arm(const DecisionSet& set,
                                           std::span<const std::uint32_t> order);

/// How many entries an order of this set has.
inline std::size_t order_length(const DecisionSet& set) {
  return set.kind == SetKind::list ? set.ends.size() : set.arms;
}

/// first_super_arm() of a uniformly random order. Draws one word or more for each entry of it but
/// one.
template <WordSource S>
std::vector<std::uint32_t> random_super_arm(const DecisionSet& set, S& source) {
  std::vector<std::uint32_t> order(order_length(set));
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(uniform_below(source, left))]);
  }
  return first_super_arm(set, order);
}

}  // namespace ldp
