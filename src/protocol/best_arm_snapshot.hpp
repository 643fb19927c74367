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

/// What ldp-duel remembers besides its sums, as of the last block that it closed; empty for the
/// other rules. It follows from the reports, so it is public; devices do not get it.
/// docs/spec/best-arm.md, section 5.
struct DuelMemory {
  std::vector<std::int64_t> closed{};  // [arms][levels][count, ones] when the block closed
  std::vector<double> rows{};   // [rows][tilts]: log wealth of the bets against an arm, or a pair
  std::vector<double> best{};   // [rows]: the largest log wealth of their mixture, not below 0
  std::vector<double> lifts{};  // [arms][2][2][tilts] with a control, else empty

  bool operator==(const DuelMemory&) const = default;
};

struct BestArmState {
  std::int32_t answer = -1;  // the best arm so far; -1 before the first report, or closed block
  /// `error` is at most the error probability of the experiment, by all reports so far: more
  /// reports can take it back, but not that of ldp-duel.
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
  /// lil'UCB has stopped. More reports can take it back, but not the end of ldp-duel.
  bool stopped = false;
  bool ended = false;  // by the operator: devices play the answer and send nothing
  /// ldp-duel only, [arms]: reports about each arm in closed blocks, and how much speaks against
  /// its being the best, in nats: a p-value is e^-evidence. With an indifference and more than 2
  /// arms, how much says that the answer is good enough beside it.
  std::vector<double> pulls;
  std::vector<double> evidence;
  /// With a control, [arms]: the mean reward less that of the control, and its bounds in [-1, 1],
  /// which hold together at all looks with the experiment's error probability. 0 of the control.
  std::vector<double> lift;
  std::vector<double> lift_lower;
  std::vector<double> lift_upper;
};

struct BestArmSnapshot {
  MultiArmedSnapshot arms;  // weights always; width to `upper`, with scale 1
  BestArmState best;
  DuelMemory duel;  // for the learner that adopts it
};

/// Errors: invalid_argument, naming the field.
Status validate(const BestArmSnapshot& snapshot, const BestArmExperiment& experiment);

}  // namespace ldp
