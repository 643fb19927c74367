// The half of a best-arm experiment that learns. It sees reports and nothing else.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// It keeps integer sums of the arms, so the promises of MultiArmedLearner
// (server/multi_armed/multi_armed_learner.hpp) hold. Every snapshot follows the current sums: a
// certified answer may change and a dropped arm may come back after further reports, so no forged
// report decides anything for good. The operator ends the experiment; from then on answer,
// certified, error and left stay.
//
// ldp-duel is another kind: it steps by blocks, drops arms for good, and a certified answer stays.
// Its snapshots follow the blocks that were closed, and repeat themselves while one is open:
// docs/spec/best-arm.md, section 4.
//
// Devices draw from the arms to be pulled with equal probability instead of taking turns: a turn
// would need a counter that all devices share, and so a request for each visitor, whom the server
// could then tell apart. Confidence bounds hold for any numbers of pulls: a draw costs a few pulls.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "protocol/best_arm_snapshot.hpp"
#include "server/arms/arm_results.hpp"
#include "server/arms/scalar_observation.hpp"
#include "server/best_arm/arm_evidence.hpp"
#include "server/best_arm/best_arm_end.hpp"
#include "server/best_arm/duel.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class BestArmLearner {
 public:
  /// Errors: those of validate(experiment).
  static Result<BestArmLearner> create(const BestArmExperiment& experiment);

  /// Adds reports to the sums, all or nothing. Errors: report_rejected, see Statistics::add.
  Status ingest(std::span<const ReceivedReport> reports) { return statistics_.add(reports); }
  Status ingest(const ReceivedReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of reports, of whichever snapshot. Errors: see Statistics::merge.
  Status ingest(std::uint32_t /*epoch*/, const Statistics& sums) { return statistics_.merge(sums); }

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1).
  /// While the rule has stopped, the weights ask for all arms alike, so that the evidence about
  /// each of them goes on. Once the operator has ended the experiment the answer stays, whatever
  /// arrives.
  BestArmSnapshot publish();

  /// The operator ends the experiment with the answer of all that was ingested, certified or not,
  /// or with another one, which nothing certifies: the next snapshot says so. Nothing changes where
  /// it has ended already, but by another answer. Errors: invalid_argument: "experiment" before the
  /// first report and without an answer, "answer" for no arm of the experiment.
  Status end(std::optional<std::uint32_t> answer = {});

  /// Takes end() back: the next snapshot says what the sums say.
  void resume() { end_.ended = false; }

  /// The fewest forged reports that would change the answer that the sums give now, ended or not;
  /// of ldp-duel those of closed blocks.
  /// None: see fewest_forgeries.
  [[nodiscard]] std::optional<std::uint64_t> forgeries() const;

  /// An estimate of how many further reports certify the answer that the sums give now, or use up
  /// maximum_pulls; 0 once one of them is so, or the operator has ended the experiment. None: see
  /// server/best_arm/reports_left.hpp.
  [[nodiscard]] std::optional<double> reports_left() const;

  /// What reports say of each arm, for people. Of ldp-duel by its closed blocks, in confidence
  /// sequences, which hold at all looks; lifts from the control of the experiment only.
  [[nodiscard]] std::vector<ArmResult> results(std::optional<std::uint32_t> control) const;

  /// In place of publish(), for a learner that another one published for. Errors: invalid_argument
  /// for a number that is not new, or a snapshot that this experiment could not have.
  Status adopt(const BestArmSnapshot& snapshot);

  /// Nothing depends on which snapshots may still get reports.
  void fold(std::uint32_t /*first_open*/) {}

  /// Adds the sums of a learner of the same experiment. What is left, and how it ended, is taken
  /// from the one of the later snapshot. Errors: manifest_mismatch for another experiment;
  /// invalid_argument when it would be full, or where the same snapshot says two things. The closed
  /// blocks of ldp-duel are those of the later snapshot, too.
  Status merge(const BestArmLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const BestArmExperiment& experiment() const { return experiment_; }
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const { return snapshot_id_; }

 private:
  explicit BestArmLearner(const BestArmExperiment& experiment);

  [[nodiscard]] ArmEvidence evidence() const;
  [[nodiscard]] BestArmChoice choose(const ArmEvidence& evidence) const;
  /// The arm of the largest mean, how sure it is, and whether the rule asks for more reports.
  [[nodiscard]] BestArmEnd conclude(const ArmEvidence& evidence, const BestArmChoice& choice) const;

  // publish() of ldp-duel, but for the numbers.
  void publish(Duel& duel, BestArmSnapshot& snapshot);
  // How the experiment would end now. That of ldp-duel closes the block first.
  [[nodiscard]] BestArmEnd end_now();

  BestArmExperiment experiment_;
  MultiArmedExperiment reports_;
  ScalarObservation observation_;
  ConfidenceBounds bounds_;
  Statistics statistics_;
  std::uint32_t snapshot_id_ = 0;
  std::optional<Duel> duel_;  // of ldp-duel
  BestArmEnd end_;            // of the last snapshot; once it has ended, of all further ones
};

}  // namespace ldp
