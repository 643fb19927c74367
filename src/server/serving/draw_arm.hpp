// An arm at random, with given probabilities.
#pragma once

#include <cstdint>
#include <span>

namespace ldp {

/// An arm with probability weights[arm] >= 0; they add up to 1, but for rounding. `uniform` in
/// [0, 1). An arm of weight 0 is never drawn.
[[nodiscard]] inline std::uint32_t draw_arm(std::span<const double> weights, double uniform) {
  std::uint32_t last = 0;  // of positive weight: takes what rounding leaves over
  for (std::uint32_t arm = 0; arm < weights.size(); ++arm) {
    if (weights[arm] <= 0) continue;
    last = arm;
    uniform -= weights[arm];
    if (uniform < 0) break;
  }
  return last;
}

}  // namespace ldp
