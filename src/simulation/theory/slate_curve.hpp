// What theory says about the regret of combinatorial semi-bandits after T rounds: the lower bounds
// of Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially Private Combinatorial
// Semi-Bandits", the same with sharp constants on the instances of their proofs, and the leading
// terms of what the algorithms guarantee. All are for exact oracles and super arms that are either
// best or have the gap D. m is the number of arms, K of those in a super arm, B_1 and B_inf the
// smoothness of the reward (oracles/smoothness.hpp). ln is the natural logarithm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/schema.generated.hpp"

namespace ldp {

inline constexpr std::size_t kSlateCurves = 11;

struct SlateInstance {
  std::uint32_t arms = 0;     // m, 1..4096
  std::uint32_t largest = 1;  // K, 1..m; below m for lower6, lower6_rr and upper_joint
  double smoothness = 1;      // B_1 or B_inf, whichever the curve has; positive
  double gap = 0;             // D, positive
  double epsilon = 0;         // [2^-10, 128]; 0 for upper_cucb
};

/// The value at each of `rounds` (1 or more each). Errors: invalid_argument, naming `arms`,
/// `largest`, `smoothness`, `gap`, `epsilon` or `rounds`.
Result<std::vector<double>> slate_curve(SlateCurve curve, const SlateInstance& instance,
                                        std::span<const double> rounds);

}  // namespace ldp
