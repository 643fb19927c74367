// The likelihood of the randomised bits of one arm, of reports at several levels:
//
//   q(x) = 1/2 + (x - 1/2) theta          probability of a one at this level, x the mean reward
//   ll(x) = sum over levels of ones ln q(x) + zeros ln(1 - q(x))
#pragma once

#include <cstddef>
#include <span>

#include "server/arms/arm_estimate.hpp"

namespace ldp {

/// q(x), theta in (0, 1] the one of the level.
[[nodiscard]] inline double to_bits(double reward, double theta) {
  return 0.5 + (reward - 0.5) * theta;
}

/// A function at some x, and its derivative there.
struct Slope {
  double value = 0;
  double slope = 0;
};

/// The first two derivatives of ll at x in [0, 1], with the theta of every level. A level without
/// noise has poles at 0 and at 1.
[[nodiscard]] Slope menu_slope(double x, ArmCounts arm, std::span<const double> thetas);

/// The argmax of ll in [0, 1], of an arm with a report, to about 1e-15. `start` makes a difference
/// in time only: the result for similar counts, or the default.
[[nodiscard]] double likeliest_of_menu(ArmCounts arm, std::span<const double> thetas,
                                       double start = 0.5);

/// max{x in [likeliest, 1] : ll(likeliest) - ll(x) <= bound}, `likeliest` being the one of this
/// arm. `start` as above.
[[nodiscard]] double upper_of_menu(ArmCounts arm, double likeliest, double bound,
                                   std::span<const double> thetas, double start = 1);

}  // namespace ldp
