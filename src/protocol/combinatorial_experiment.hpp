// The public parameters of a combinatorial semi-bandit, fixed before the first report: which sets
// of arms may be played, what is reported of one, and the menu of privacy levels. Both sides
// of the wall hold the same CombinatorialExperiment. Spec: Chen et al. 2020, algorithms 1 and 2,
// and their one-bit variants.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// A parameter that the algorithm does not take has the value given here as its default, except
/// `coordinate` and `width`, which are then coordinate_without_choice(algorithm) and
/// CombinatorialWidth::none.
struct CombinatorialExperiment {
  /// What one report may say. `arms` is set.arms, but of cucb-ldp-sum the number of super arms in
  /// the order of oracles/enumeration.hpp, 1..kMaximumSuperArms. All that a menu of levels does not
  /// concern has its default.
  MultiArmedExperiment reports;
  DecisionSet set;
  Coordinate coordinate = Coordinate::least_reported;
  CombinatorialWidth width = CombinatorialWidth::none;
  std::uint64_t horizon = 0;  // reports expected, 0..kMaximumHorizon; 0: not known

  bool operator==(const CombinatorialExperiment&) const = default;
};

/// The coordinate of an algorithm that leaves no choice of it.
constexpr Coordinate coordinate_without_choice(Algorithm algorithm) {
  return algorithm == Algorithm::cucb_ldp1 || algorithm == Algorithm::cucb_ldp_sum
             ? Coordinate::all
             : Coordinate::least_reported;
}

/// Whether a slate names what is reported of it: an arm, or, for sum reports, itself. It does not
/// where every arm is reported, and where a coin of the device names one.
constexpr bool slates_name_reported(const CombinatorialExperiment& experiment) {
  return experiment.coordinate == Coordinate::least_reported ||
         experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
}

/// Whether the reward of a super arm is linear in the means, with the same factor for all arms:
/// what cucb-ldp-joint and cucb-ldp-sum need.
constexpr bool is_linear_reward(SetReward reward) {
  return reward == SetReward::sum || reward == SetReward::mean;
}

/// The decision set is checked in structure; whether anything can be chosen is for the oracle to
/// say. Errors: invalid_argument, naming `algorithm`, `set`, `arms`, `levels`, `coordinate`,
/// `width` or `horizon`.
Status validate(const CombinatorialExperiment& experiment);

}  // namespace ldp
