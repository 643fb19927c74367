// What theory says about the regret after T rounds: the bounds of Ren, Zhou, Liu, Shroff 2020,
// "Multi-Armed Bandits with Local Differential Privacy", corrected where the print is wrong, and
// those of the algorithms that came after. ln is the natural logarithm, D_a the gap of arm a, sums
// go over the arms with D_a > 0, and p0 = P(level >= epsilon_min).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/theory/level_law.hpp"

namespace ldp {

enum class TheoryCurve : std::uint8_t {
  /// Theorem 4: ln T sum 1/D_a / (e^epsilon - e^-epsilon)^2. No policy that learns on every
  /// instance does better, everybody at one level. Valid, and loose by a factor of 8 or more.
  lower4,
  /// The bound of Lai and Robbins 1985 for the randomised bits of Bernoulli rewards, everybody at
  /// one level: ln T sum D_a/kl(lambda(mu_a), lambda(mu*)), lambda(x) = 1/2 + (x - 1/2) theta. No
  /// locally private policy does better, since every private channel of a bit is a garbled
  /// randomised response. Without levels: raw rewards.
  lower_rr,
  /// The same for many levels, where the arm is chosen before the level is known: the mean of kl
  /// over the levels.
  lower_he,
  /// The same where the level is known first: kl at the largest level.
  lower_aware,
  /// Theorem 7, HeLDP-UCB-L with a threshold; the best kappa, one for all arms.
  upper_l,
  /// Theorem 10, HeLDP-UCB-B with a threshold; the best kappa, one for all arms.
  upper_b,
  /// Corollary 8: HeLDP-UCB-L, everybody at one level.
  cor8,
  /// Corollary 11: HeLDP-UCB-B, everybody at one level.
  cor11,
  /// Auer, Cesa-Bianchi, Fischer 2002: UCB1 on raw rewards.
  ucb1,
  /// Weighted LDP-UCB with L4, any levels: Chernoff's bound on its weight, Hoeffding's on its mean.
  upper_wb,
};

inline constexpr std::size_t kTheoryCurves = 10;

/// The value at each of `rounds` (1 or more each).
///
/// means: of the arms, 1 to 4096, each in [0, 1]. law: of the levels; nothing for ucb1 and, if raw
/// rewards are meant, for lower_rr; a single level for lower4, lower_rr, cor8 and cor11.
/// epsilon_min: upper_l and upper_b, a threshold that somebody reaches, else 0.
///
/// Errors: invalid_argument, naming `means`, `levels`, `epsilonMin` or `rounds`.
Result<std::vector<double>> theory_curve(TheoryCurve curve, std::span<const double> means,
                                         const LevelLaw* law, double epsilon_min,
                                         std::span<const double> rounds);

}  // namespace ldp
