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

namespace ldp {

enum class SlateCurve : std::uint8_t {
  /// Theorem 5, local, B_inf: B^2 (m - 1)/(64 (e^epsilon - 1)^2 D) ln T. D < 0.35 B.
  lower5,
  /// Theorem 6, local, B_1: B^2 (m - K) K/(64 (e^epsilon - 1)^2 D) ln T. D < 0.35 B K.
  lower6,
  /// Theorem 9, central, B_1, m >= 2 K: (B^2 m K/D + B m K/epsilon) ln T up to a constant that the
  /// theorem does not state; it is drawn with the 1/64 of theorems 5 and 6. D < 0.35 B K.
  lower9,
  /// Central, B_inf: (B^2 m/D + B m/epsilon) ln T, likewise. The paper states a product of the two
  /// terms, which for small epsilon and D exceeds the true rate; this is the sum. D < 0.35 B.
  lower_central_inf,
  /// On the instance of theorem 5, m Bernoulli arms of which one has mean 1/2 and the others 1/2 -
  /// D/B: the bound of Lai and Robbins 1985 for their randomised bits, (m - 1) D ln T/kl. No
  /// locally private policy does better there.
  lower5_rr,
  /// The same on the instance of theorem 6, m/K disjoint paths of K identical arms with mean 1/2 or
  /// 1/2 - D/(B K): (m/K - 1) D ln T/kl.
  lower6_rr,
  /// CUCB-LDP1, B_inf: 128 K^2 B^2 m ln T/(epsilon^2 D).
  upper_ldp1,
  /// CUCB-LDP2, B_inf: 128 B^2 m ln T/(epsilon^2 D).
  upper_ldp2,
  /// LDP2-B, B_inf: 2 B^2 m La(T)/(theta^2 D), theta = tanh(epsilon/2).
  upper_ldp_bit,
  /// CUCB on raw outcomes, B_inf: 6 B^2 m ln T/D.
  upper_cucb,
  /// LDP2-E on m/K disjoint super arms, B_1: 2 B^2 K (m - K) La(T)/(theta^2 D).
  upper_joint,
};

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
