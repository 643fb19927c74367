// Which threshold epsilon_min suits the users' levels, before the first arm is played. Ren, Zhou,
// Liu, Shroff 2020, section 4.2: the regret of the published algorithms is proportional to V, with
// one constant for both algorithms and all laws of the levels:
//   V_B(e) = E[1/theta(level)^2 | level >= e] / p0,    V_L(e) = E[(1 + 4/level)^2 | level >= e] /
//   p0,
// p0 = P(level >= e), theta(e) = tanh(e/2). (The paper prints the means without the condition,
// where they are infinite.) Weighted LDP-UCB has no threshold, and V_W = 1/E[theta(level)^2] over
// all users, never more than V_B of any threshold.
#pragma once

#include <cstdint>
#include <vector>

#include "simulation/theory/level_law.hpp"

namespace ldp {

enum class ReportKind : std::uint8_t { bernoulli, laplace };

struct ThresholdChoice {
  double best = 0;                 // the epsilon_min with the least factor
  double factor = 0;               // V of it
  double weighted = 0;             // V_W
  std::vector<double> thresholds;  // increasing, at most 202
  std::vector<double> factors;     // V of each
};

/// V_B or V_L of one threshold > 0; infinite if no user has that level.
double threshold_factor(const LevelLaw& law, ReportKind kind, double threshold);

/// V_W.
double weighted_factor(const LevelLaw& law);

/// The best of all levels that occur; for a continuous law, of 200 quantiles and the ends, refined
/// by golden section between the neighbours of the best.
ThresholdChoice choose_threshold(const LevelLaw& law, ReportKind kind);

}  // namespace ldp
