// Which coordinate of a super arm is reported: a function of public counts and public coins, never
// of the outcomes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/decision_set.hpp"

namespace ldp {

/// The arm of the fewest reports so far; of equal ones that with the smallest public coin.
class LeastReported {
 public:
  LeastReported(std::uint32_t arms, std::uint64_t public_seed);

  void add(std::uint32_t arm) { keys_[arm] += kOne; }

  /// `arms` is not empty.
  [[nodiscard]] std::uint32_t of(std::span<const std::uint32_t> arms) const {
    std::int64_t least = keys_[arms.front()];
    for (const std::uint32_t arm : arms.subspan(1)) {
      // Without a branch, which would be taken at random: V8 makes one of a comparison.
      const std::int64_t more = keys_[arm] - least;
      least += more & more >> 63;
    }
    return static_cast<std::uint32_t>(least) & kArm;
  }

 private:
  // A key is the count, below it the rank of the coin, below that the arm: 40, 12 and 12 bits.
  static constexpr std::int64_t kOne = std::int64_t{1} << 24;
  static constexpr std::uint32_t kArm = 0xfff;
  static_assert(kMaximumSetArms == kArm + 1);

  std::vector<std::int64_t> keys_;  // [arms]
};

}  // namespace ldp
