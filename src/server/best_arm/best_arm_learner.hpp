// The half of a best-arm experiment that learns. It sees reports and nothing else.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// What it knows of the arms are integer sums, so what Learner says of itself
// (multi_armed/learner.hpp) holds of it. Besides it remembers what cannot be undone, which is a
// part of every snapshot: the arms that are left, and how the experiment ended.
//
// Devices draw from the arms to be pulled with equal probability instead of taking turns: a turn
// would need a counter that all devices share, and so a request for each visitor, who could then be
// told apart. Confidence bounds hold for any numbers of pulls, so nothing but a few pulls is lost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "protocol/best_arm_snapshot.hpp"
#include "protocol/report.hpp"
#include "server/best_arm/arm_evidence.hpp"
#include "server/best_arm/best_arm_end.hpp"
#include "server/multi_armed/statistics.hpp"
#include "server/reduction/scalar_observation.hpp"

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

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1). Once
  /// the experiment has ended it stays so, with the same answer, whatever still arrives.
  BestArmSnapshot publish();

  /// In place of publish(), for a learner that another one published for. Errors: invalid_argument
  /// for a number that is not new, or a snapshot that this experiment could not have.
  Status adopt(const BestArmSnapshot& snapshot);

  /// Nothing depends on which snapshots may still get reports.
  void fold(std::uint32_t /*first_open*/) {}

  /// Adds the sums of a learner of the same experiment. What is left, and how it ended, is taken
  /// from the one of the later snapshot. Errors: manifest_mismatch for another experiment;
  /// invalid_argument when it would be full, or where the same snapshot says two things.
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
  /// How sure the answer is, if the experiment is stopped by the rule or by the number of reports.
  [[nodiscard]] BestArmEnd conclude(const ArmEvidence& evidence, const BestArmChoice& choice) const;

  BestArmExperiment experiment_;
  Experiment reports_;
  ScalarObservation observation_;
  ConfidenceBounds bounds_;
  Statistics statistics_;
  std::uint32_t snapshot_id_ = 0;
  BestArmEnd end_;  // of the last snapshot
};

}  // namespace ldp
