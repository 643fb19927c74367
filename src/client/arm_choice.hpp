// Which arm a device plays: computed once for each snapshot, so that a decision costs one draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "protocol/arm_odds.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ArmChoice {
 public:
  /// Requires odds of at least one arm.
  explicit ArmChoice(ArmOdds odds) : odds_(std::move(odds)) {}

  /// One arm: O(1), from weights O(log arms). Draws nothing where there is nothing to choose.
  template <WordSource S>
  std::uint32_t operator()(S& source) const {
    const auto& [arms, cumulative] = odds_;
    if (cumulative.empty()) {
      return arms[static_cast<std::size_t>(uniform_below(source, arms.size()))];
    }
    const std::uint64_t ticket = uniform_below(source, cumulative.back());
    const auto winner = std::upper_bound(cumulative.begin(), cumulative.end(), ticket);
    return arms[static_cast<std::size_t>(winner - cumulative.begin())];
  }

 private:
  ArmOdds odds_;
};

}  // namespace ldp
