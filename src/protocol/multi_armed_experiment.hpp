// The public parameters of a multi-armed bandit, fixed before the first report: which algorithm,
// how many arms, which menu of privacy levels. Both sides of the wall hold the same experiment, and
// check every report and snapshot against it.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/catalog.generated.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// The levels that the mechanisms keep. A page may offer no more than kMaximumPageEpsilon; beyond
/// it there is next to no protection, but comparisons in the literature go there.
inline constexpr double kMaximumEpsilon = kMaxEpsilon;

/// A parameter that the algorithm does not take has the value given here as its default, except
/// `bound`, which is then bound_without_choice(algorithm).
struct MultiArmedExperiment {
  Algorithm algorithm = Algorithm::weighted_ldp_ucb;
  std::uint32_t arms = 0;  // 1..kMaximumArms
  std::vector<double>
      levels;              // epsilon of one report: 1..kMaximumLevels values, strictly increasing
  double epsilon_min = 0;  // HeLDP-UCB only: reports of smaller levels are discarded; else 0
  Bound bound = Bound::la;
  double level_aware_from = 0;  // devices of smaller levels play the incumbent; 0: none does
  double delta = 0;             // of one Gaussian report; else 0
  Posterior posterior = Posterior::normal;                    // Thompson sampling only
  LossEstimator estimator = LossEstimator::reduced_variance;  // Tsallis-INF only
  std::uint64_t horizon = 0;   // reports; change detection only; 0: unknown
  std::uint64_t discount = 0;  // reports; change detection only; 0: no discount

  bool operator==(const MultiArmedExperiment&) const = default;
};

/// The bound of an algorithm that leaves no choice of it.
constexpr Bound bound_without_choice(Algorithm algorithm) {
  return has_trait(algorithm, Trait::log_bound) ? Bound::lk : Bound::la;
}

/// The menu position of every level lies in [0, levels.size()), every arm in [0, arms).
/// Errors: invalid_argument, naming `algorithm`, `arms`, `levels`, `epsilonMin`, `bound`,
/// `levelAwareFrom`, `delta`, `posterior`, `estimator`, `horizon` or `discount`.
Status validate(const MultiArmedExperiment& experiment);
/// The same without the question whether Gaussian noise on integers keeps `delta` at every level: a
/// device that draws no such noise does not download its curve.
Status validate_parts(const MultiArmedExperiment& experiment);

/// A menu of levels on its own. Errors: invalid_argument, naming `levels`.
Status validate_levels(const std::vector<double>& levels);

/// What a report of this experiment carries: one randomised bit or one randomised integer.
Payload payload(const MultiArmedExperiment& experiment);

}  // namespace ldp
