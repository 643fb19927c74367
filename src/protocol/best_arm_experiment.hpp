// The public parameters of a best-arm experiment, fixed before the first report: which rule, how
// many arms, with which error probability the answer may be wrong, and what randomises a report.
// Both sides of the wall hold the same BestArmExperiment. All reports have one epsilon, but those
// of ldp-duel, which takes a menu.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/scalar_mechanism.hpp"
#include "protocol/scalar_reports.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// ldp-duel with an indifference above 0 keeps a row for each ordered pair of more than 2 arms.
inline constexpr std::uint32_t kMaximumIndifferentArms = 32;

struct BestArmExperiment {
  Algorithm algorithm = Algorithm::ldp_kl_lucb;
  std::uint32_t arms = 0;  // 2..kMaximumArms
  double error_probability =
      kDefaultErrorProbability;     // [kMinimumErrorProbability, kMaximumErrorProbability]
  std::uint64_t maximum_pulls = 0;  // 0..kMaximumPulls; 0: until the answer is certified. The
                                    // budget of sequential halving, which must have one; so
                                    // must ldp-duel without indifference
  LilConstants constants = LilConstants::theory;  // lil'UCB only
  /// Of the reports about each arm, at every look: what the bounds allow to be forged. [0,
  /// kMaximumForgedShare]
  double forged_share = 0;
  double epsilon = 0;                                // of one report, [2^-10, 128]
  ScalarMechanism mechanism = ScalarMechanism::bit;  // of ldp-duel: bit
  double delta = 0;                                  // of one Gaussian report; else 0
  /// ldp-duel only: how far below the best the answer may be, [0, 1]; above 0 with more than 2 arms
  /// at most kMaximumIndifferentArms of them.
  double indifference = 0;
  /// ldp-duel only: the arm that the others are compared with; -1: none.
  std::int32_t control = -1;
  /// ldp-duel only: the menu of levels, strictly increasing, the largest of them `epsilon`. Empty,
  /// or just that: one level.
  std::vector<double> levels{};

  bool operator==(const BestArmExperiment&) const = default;
};

/// What its reports are. The experiment must be valid.
inline MultiArmedExperiment reports_of(const BestArmExperiment& experiment) {
  MultiArmedExperiment reports =
      scalar_reports(experiment.mechanism, experiment.arms, experiment.epsilon, experiment.delta);
  if (!experiment.levels.empty()) reports.levels = experiment.levels;
  return reports;
}

/// The smallest budget that sequential halving can divide: one pull of each arm in each of its
/// ceil(log2 arms) rounds.
std::uint64_t least_budget_of_halving(std::uint32_t arms);

/// Errors: invalid_argument, naming `algorithm`, `arms`, `errorProbability`, `maximumPulls`,
/// `forgedShare`, `constants`, `indifference`, `control`, `mechanism`, `levels`, `epsilon` or
/// `delta`.
Status validate(const BestArmExperiment& experiment);

}  // namespace ldp
