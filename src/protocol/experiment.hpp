// What everybody agrees on in public before the first report: which algorithm, how many arms, which
// menu of privacy levels. Both sides of the wall hold the same Experiment; everything that a report
// or a snapshot may say is checked against it.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/catalog.generated.hpp"

namespace ldp {

/// The function L(t) under the root of every confidence width.
enum class Bound : std::uint8_t {
  l4,  // 4 ln t, the `log t^4` of Ren et al. 2020
  la,  // ln(1 + t (ln t)^2), as in asymptotically optimal UCB (Lattimore & Szepesvari 2020, ch. 8)
  lk,  // ln t, that of KL-UCB and of nothing else
};

/// What Thompson sampling believes of an arm.
enum class Posterior : std::uint8_t {
  beta,    // Beta(1 + ones, 1 + zeros) of the bits; reports of one level only
  normal,  // N(m, 1/(4 W)) of the weighted estimate
};

/// How a learner for adversarial rewards estimates the losses of the arms that were not played.
enum class LossEstimator : std::uint8_t { reduced_variance, importance_weighting };

/// The levels that the mechanisms keep. A page may offer no more than kMaximumPageEpsilon; beyond
/// it there is next to no protection, but comparisons in the literature go there.
inline constexpr double kMaximumEpsilon = kMaxEpsilon;

/// A parameter that the algorithm does not take has the value given here as its default, except
/// `bound`, which is then bound_without_choice(algorithm).
struct Experiment {
  Algorithm algorithm = Algorithm::weighted_ldp_ucb;
  std::uint32_t arms = 0;  // 1..kMaximumArms
  std::vector<double>
      levels;              // epsilon of one report: 1..kMaximumLevels values, strictly increasing
  double epsilon_min = 0;  // HeLDP-UCB only: reports of smaller levels are discarded; else 0
  Bound bound = Bound::la;
  double level_aware_from = 0;  // devices of smaller levels play the incumbent; 0: nobody does
  double delta = 0;             // of one Gaussian report; else 0
  Posterior posterior = Posterior::normal;                    // Thompson sampling only
  LossEstimator estimator = LossEstimator::reduced_variance;  // Tsallis-INF only

  bool operator==(const Experiment&) const = default;
};

/// The bound of an algorithm that leaves no choice of it.
constexpr Bound bound_without_choice(Algorithm algorithm) {
  return algorithm == Algorithm::ldp_kl_ucb || algorithm == Algorithm::kl_ucb ? Bound::lk
                                                                              : Bound::la;
}

/// The menu position of every level lies in [0, levels.size()), every arm in [0, arms).
/// Errors: invalid_argument, naming `algorithm`, `arms`, `levels`, `epsilonMin`, `bound`,
/// `levelAwareFrom`, `delta`, `posterior` or `estimator`.
Status validate(const Experiment& experiment);

/// A menu of levels on its own. Errors: invalid_argument, naming `levels`.
Status validate_levels(const std::vector<double>& levels);

/// What a report of this experiment carries: one randomised bit or one noisy integer.
Payload payload(const Experiment& experiment);

}  // namespace ldp
