// A reward in [0, 1] as an integer: the input of every mechanism. The guarantee is proved for the
// map from this integer to the released integer, so nothing before it can break privacy.
#pragma once

#include <cmath>
#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {

class UnitReward {
 public:
  /// round(r 2^32) with r clamped to [0, 1]. Errors: invalid_argument ("reward") for NaN and
  /// infinities; the error does not carry the value.
  static Result<UnitReward> from(double reward) {
    if (!std::isfinite(reward)) {
      return Error{ErrorCode::invalid_argument, "reward", "must be a finite number", 0};
    }
    // Written so that compilers select instead of branching on the private value.
    const double lower = reward > 0 ? reward : 0;
    const double clamped = lower < 1 ? lower : 1;
    return UnitReward(
        static_cast<std::uint64_t>(static_cast<std::int64_t>(clamped * 0x1p32 + 0.5)));
  }

  static constexpr UnitReward zero() { return UnitReward(0); }
  static constexpr UnitReward one() { return UnitReward(kUnitReward); }

  /// 0..2^32.
  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

 private:
  constexpr explicit UnitReward(std::uint64_t value) : value_(value) {}

  std::uint64_t value_;
};

}  // namespace ldp
