// How optimistic a combinatorial learner is about one arm: the weight that it hands to its oracle.
// Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially Private Combinatorial
// Semi-Bandits", algorithms 1 and 2, corrected, and what is better in one report: a bit in place of
// a noisy number. The learner on the server and the players of the simulation have it from here.
//
// All of them are one formula in the weight W of an arm's reports:
//
//   index = clip(mean + root/sqrt(W) + linear/W, 0, 1),   1 while W <= least.
//
// W is the number of reports n where they are noisy numbers or the raw outcomes. Where they are
// bits it is the sum of theta^2, the equivalent number of outcomes that were seen (Weighted
// LDP-UCB, server/arms/weighted_ldp_ucb.hpp), which is n/beta with a single level.
#pragma once

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/bound.hpp"

namespace ldp {

/// What the reports about one arm add up to: W, and W times their mean.
struct ArmSums {
  double weight = 0;
  double reward = 0;

  /// 0 without any report.
  [[nodiscard]] double mean() const { return weight > 0 ? reward / weight : 0; }
};

/// The radius of one algorithm at one round, for every W.
struct RadiusLaw {
  double root = 0;
  double linear = 0;
  double least = 0;  // up to here the tail bound does not hold

  /// Requires weight > 0.
  [[nodiscard]] double at(double weight) const {
    return root / std::sqrt(weight) + linear / weight;
  }
};

/// The weight of an arm for the oracle.
[[nodiscard]] inline double upper_weight(double mean, double weight, const RadiusLaw& law) {
  if (!(weight > law.least)) return 1;
  return std::clamp(mean + law.at(weight), 0.0, 1.0);
}

/// The T of an experiment that states no horizon: the next power of two above the number of
/// reports, at least 1024. Requires reports < 2^63.
[[nodiscard]] inline double horizon_above(double reports) {
  double horizon = 1024;
  while (horizon <= reports) horizon *= 2;
  return horizon;
}

/// Up to this level the paper's radii hold although they leave out the variation of the outcome:
/// the noise of a report is wide enough to cover it.
inline constexpr double kNoiseCoversOutcome = 4;

// As printed: 4 sqrt(2 ln T/(epsilon^2 n)). The tail bound of Laplace noise behind it needs n > 4
// ln T; and a level above kNoiseCoversOutcome needs Hoeffding's radius of the outcome besides.
[[nodiscard]] inline RadiusLaw noisy_number_law(double horizon, double epsilon) {
  const double log_t = natural_log(horizon);
  const double sampling = epsilon > kNoiseCoversOutcome ? std::sqrt(2 * log_t) : 0;
  return {4 * std::sqrt(2 * log_t) / epsilon + sampling, 0, 4 * log_t};
}

/// CUCB-LDP2 (algorithm 2): W = n reports of outcome + Lap(1/epsilon). T >= 2, known in advance.
[[nodiscard]] inline RadiusLaw cucb_ldp2_law(double horizon, double epsilon) {
  return noisy_number_law(horizon, epsilon);
}

/// CUCB-LDP1 (algorithm 1), corrected: all K outcomes are reported, each with Lap(K/epsilon), so
/// the factor under the root is K^2.
[[nodiscard]] inline RadiusLaw cucb_ldp1_law(double horizon, double epsilon, double largest) {
  return noisy_number_law(horizon, epsilon / largest);
}

/// CUCB-LDP1 as printed, with K under the root: it covers with T^(-4/K) only. For comparison.
[[nodiscard]] inline RadiusLaw cucb_ldp1_printed_law(double horizon, double epsilon,
                                                     double largest) {
  return {4 * std::sqrt(2 * largest * natural_log(horizon)) / epsilon, 0, 0};
}

/// LDP2-s: the reports of CUCB-LDP2 with Bernstein's inequality for outcome and noise together, at
/// round t and without a horizon: 2 sqrt((1/8 + 1/epsilon^2) La/n) + La/(epsilon n).
[[nodiscard]] inline RadiusLaw bernstein_law(double t, double epsilon) {
  const double la = bound_at(Bound::la, t);
  return {2 * std::sqrt((0.125 + 1 / (epsilon * epsilon)) * la), la / epsilon, 0};
}

/// LDP2-B: sqrt(La/(2 W)), which is sqrt(beta La/(2 n)) with a single level.
[[nodiscard]] inline RadiusLaw bit_law(double t) {
  return {std::sqrt(bound_at(Bound::la, t) / 2), 0, 0};
}

/// CUCB on raw outcomes: sqrt(3 ln t/(2 n)). Chen, Wang, Yuan, Wang 2016.
[[nodiscard]] inline RadiusLaw cucb_law(double t) {
  return {std::sqrt(1.5 * natural_log(t)), 0, 0};
}

/// LDP2-T: the index is drawn from N(mean, this squared), 1/(4 W), and clipped; 1 without a report.
/// Requires weight > 0.
[[nodiscard]] inline double thompson_deviation(double weight) { return 0.5 / std::sqrt(weight); }

/// LDP2-E: what the joint index of a super arm has beyond the sum of its means, when the sum of
/// 1/W over its arms is `inverse`: sqrt(La/2 inverse). `law` is bit_law(t).
[[nodiscard]] inline double joint_radius(const RadiusLaw& law, double inverse) {
  return law.root * std::sqrt(inverse);
}

}  // namespace ldp
