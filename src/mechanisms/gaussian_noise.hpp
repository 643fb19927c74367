// Integer noise on integers: what the Gaussian vector releases share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mechanisms/unit_reward.hpp"
#include "privacy/vector_scale.hpp"
#include "random/discrete_gaussian.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// One draw, clamped to 30 bits. A value of 24 bits plus such noise saturates either way, so what
/// is released is the same function of value and draw as without the clamp.
template <WordSource S>
std::int32_t saturated_noise(S& source, const DiscreteGaussian& law) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 30;
  return static_cast<std::int32_t>(std::clamp(law(source), -kLimit, kLimit));
}

/// value + noise, saturated to 24 bits. Requires |value| < 2^30.
inline std::int32_t add_noise(std::int32_t value, std::int32_t noise) {
  return std::clamp(value + noise, -kLargestReleased - 1, kLargestReleased);
}

/// round(steps y), 0..steps.
inline std::int32_t reward_steps(UnitReward reward, std::uint32_t steps) {
  return static_cast<std::int32_t>((reward.value() * steps + (kUnitReward >> 1)) / kUnitReward);
}

}  // namespace ldp
