// The incumbent of a level-aware assignment: the arm with the largest lower confidence bound.
//
// A device's level is public before its arm is chosen. Devices of low levels play the incumbent and
// the others explore, so only visitors with informative reports pay for exploration. The price is
// fairness: visitors with less privacy see more of the bad arms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

/// The lower confidence bound of one arm: mean - width * scale, -infinity if never pulled.
[[nodiscard]] inline double lower_index(double mean, double width, double scale) {
  return width == kNeverPulled ? -kNeverPulled : mean - width * scale;
}

/// The lowest position of the largest lower_index, or -1 if no arm was pulled. mean, width: [arms].
[[nodiscard]] inline std::int32_t incumbent_of(std::span<const double> mean,
                                               std::span<const double> width, double scale) {
  std::int32_t incumbent = -1;
  double largest = -kNeverPulled;
  for (std::size_t arm = 0; arm < mean.size(); ++arm) {
    const double lower = lower_index(mean[arm], width[arm], scale);
    if (lower > largest) {
      largest = lower;
      incumbent = static_cast<std::int32_t>(arm);
    }
  }
  return incumbent;
}

}  // namespace ldp
