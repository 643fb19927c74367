// The outcomes of one round, X_1..X_m in {0, 1}, each computed when it is read: a player that
// reports one coordinate pays for one. They are a function of the seed, the replicate, the round
// and the arm alone (common random numbers).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simulation/linear/counter_words.hpp"

namespace ldp {

class RoundOutcomes {
 public:
  /// `bounds`: a word below bounds[i] makes X_i = 1. `groups`: arms of one group share their word;
  /// empty: each has its own. Both as long as there are arms, and longer-lived than this.
  RoundOutcomes(const CounterWords& words, std::span<const std::uint64_t> bounds,
                std::span<const std::uint32_t> groups)
      : words_(words), bounds_(bounds), groups_(groups) {}

  /// X_arm, 0 or 1.
  [[nodiscard]] std::uint32_t operator[](std::uint32_t arm) const {
    const std::uint32_t group = groups_.empty() ? arm : groups_[arm];
    return words_.at(group) < bounds_[arm] ? 1 : 0;
  }

 private:
  CounterWords words_;
  std::span<const std::uint64_t> bounds_;
  std::span<const std::uint32_t> groups_;
};

}  // namespace ldp
