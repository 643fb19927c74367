// What theory says about the regret after T rounds: the bounds of Ren, Zhou, Liu, Shroff 2020,
// "Multi-Armed Bandits with Local Differential Privacy", corrected where the print is wrong, and
// those of the algorithms that came after. ln is the natural logarithm, D_a the gap of arm a, sums
// go over the arms with D_a > 0, and p0 = P(level >= epsilon_min).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/schema.generated.hpp"
#include "simulation/theory/level_law.hpp"

namespace ldp {

inline constexpr std::size_t kTheoryCurves = 10;

/// The value at each of `rounds` (1 or more each).
///
/// means: of the arms, 1 to 4096, each in [0, 1]. law: of the levels; nothing for ucb1 and, if raw
/// rewards are meant, for lower_rr; a single level for lower4, lower_rr, cor8 and cor11.
/// epsilon_min: upper_l and upper_b, a threshold that some user reaches; else 0.
///
/// Errors: invalid_argument, naming `means`, `levels`, `epsilonMin` or `rounds`.
Result<std::vector<double>> theory_curve(TheoryCurve curve, std::span<const double> means,
                                         const LevelLaw* law, double epsilon_min,
                                         std::span<const double> rounds);

}  // namespace ldp
