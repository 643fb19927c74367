// The one-point reduction over the collector's own learner: a pure function of public sums. It
// sees reports and nothing else.
//
//   ingest(report) ... ingest(report) -> losses(), weigh(weights) -> publish()     (one epoch)
//
// Its whole memory is integer sums, so what MultiArmedLearner says of itself
// (server/multi_armed/multi_armed_learner.hpp) holds of it: equal reports and an equal function
// give equal snapshots.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "protocol/reduction_experiment.hpp"
#include "server/arms/scalar_observation.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// What a learner gets to know of one arm.
struct ArmLoss {
  double reports = 0;
  /// Without bias for the mean loss, 1 - reward, of those who played the arm. Not clipped to [0,
  /// 1]; 1/2 before the first report.
  double mean_loss = 0.5;
};

class ReductionLearner {
 public:
  /// Errors: those of validate(experiment).
  static Result<ReductionLearner> create(const ReductionExperiment& experiment);

  /// Adds reports to the sums, all or nothing. Errors: report_rejected, see Statistics::add.
  Status ingest(std::span<const ReceivedReport> reports) { return statistics_.add(reports); }
  Status ingest(const ReceivedReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of reports, of whichever snapshot. Errors: see Statistics::merge.
  Status ingest(std::uint32_t /*epoch*/, const Statistics& sums) { return statistics_.merge(sums); }

  /// [arms]
  [[nodiscard]] std::vector<ArmLoss> losses() const;

  /// A seed for a collector's learner that draws its weights: equal for all parties that have the
  /// snapshots, different for each snapshot.
  [[nodiscard]] std::uint64_t public_seed() const;

  /// The law that devices draw their arm from in the next snapshot: [arms] numbers, finite, none
  /// negative, of a positive finite sum, which need not be 1. Errors: invalid_argument ("weights");
  /// the ones before stay.
  Status weigh(std::span<const double> weights);

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1), and
  /// the weights of weigh() since the last one. Without them every arm is equally likely.
  MultiArmedSnapshot publish();

  /// In place of publish(), for a learner that another one published for. Errors: invalid_argument
  /// for a number that is not new, or a snapshot that this experiment could not have.
  Status adopt(const MultiArmedSnapshot& snapshot);

  /// Nothing depends on which snapshots may still get reports.
  void fold(std::uint32_t /*first_open*/) {}

  /// Adds the sums of a learner of the same experiment; the snapshot id becomes the larger one.
  /// Errors: manifest_mismatch for another experiment; invalid_argument when it would be full.
  Status merge(const ReductionLearner& other);

  /// Versioned bytes with a checksum: "LDPO", version u8, that of a multi-armed learner of the
  /// reports (server/learner/saved_state.hpp), CRC-32 u32. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const ReductionExperiment& experiment() const { return experiment_; }
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  /// The fewest forged reports that would change which arm has the largest estimated mean reward.
  /// None: see fewest_forgeries.
  [[nodiscard]] std::optional<std::uint64_t> forgeries() const;
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const { return snapshot_id_; }

 private:
  explicit ReductionLearner(const ReductionExperiment& experiment);

  ReductionExperiment experiment_;
  MultiArmedExperiment reports_;
  ScalarObservation observation_;
  double variance_;  // of one observation, at most
  Statistics statistics_;
  std::vector<double> weights_;  // of the next snapshot; empty: uniform
  std::uint32_t snapshot_id_ = 0;
};

}  // namespace ldp
