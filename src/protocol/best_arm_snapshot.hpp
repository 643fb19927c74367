// The snapshot of a best-arm experiment: that of the multi-armed family, whose weights say which
// arms are to be pulled now, and what is known of the answer. A function of the reports and of
// whether the operator has ended the experiment. Devices use the weights and that end, no more.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

struct BestArmState {
  std::int32_t answer = -1;  // the best arm so far; -1 before the first report
  /// `error` is at most the error probability of the experiment, by all reports so far: more
  /// reports can take it back.
  bool certified = false;
  /// The smallest error probability with which the answer would be certified now; 1 if with none.
  /// Time-uniform: with probability 1 - x no snapshot ever states an error below x for a wrong
  /// answer.
  double error = 1;
  /// [arms] Confidence bounds of the mean rewards, within [0, 1]; 0 and 1 of an arm never pulled.
  /// With the error probability of the experiment all of them hold in all snapshots, on the side
  /// that matters to the answer.
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<std::uint32_t> left;  // arms that may still become the answer, increasing
  /// The rule asks for no more reports: the answer is certified, or maximum_pulls are used, or
  /// lil'UCB has stopped. More reports can take it back.
  bool stopped = false;
  bool ended = false;  // by the operator: devices play the answer and send nothing
};

struct BestArmSnapshot {
  MultiArmedSnapshot arms;  // weights always; width to `upper`, with scale 1
  BestArmState best;
};

/// Errors: invalid_argument, naming the field.
Status validate(const BestArmSnapshot& snapshot, const BestArmExperiment& experiment);

}  // namespace ldp
