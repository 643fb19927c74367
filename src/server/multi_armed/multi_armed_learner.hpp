// The learner of a multi-armed bandit. It sees reports and nothing else.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// Its whole memory is integer sums, so a learner that was fed in any order, split over any number
// of machines and merged, or saved and loaded, is the same to the last bit.
//
// Most algorithms learn the same from a report whatever snapshot it answers. Tsallis-INF, EXP3 and
// the learner that watches for changes do not: see sequential_learner.hpp and drift_learner.hpp.
// For them `epoch` below must be a snapshot that is open; for the others it means nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/drift_learner.hpp"
#include "server/multi_armed/rules.generated.hpp"
#include "server/multi_armed/sequential_learner.hpp"

namespace ldp {

class MultiArmedLearner {
 public:
  /// Errors: those of validate(experiment).
  static Result<MultiArmedLearner> create(const MultiArmedExperiment& experiment);

  /// Adds reports to the sums, all or nothing. A report of a level that the algorithm discards
  /// still counts in t. The store checks whether the snapshot that a report names still takes
  /// reports, and whether the report's id is new; a learner remembers neither. Errors:
  /// report_rejected, see Statistics::add.
  Status ingest(std::span<const ReceivedReport> reports) {
    if (drift_) return drift_->ingest(reports);
    return sequential_ ? sequential_->ingest(reports) : statistics_.add(reports);
  }
  Status ingest(const ReceivedReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of the reports that name snapshot `epoch`. Errors: see Statistics.
  Status ingest(std::uint32_t epoch, const Statistics& sums) {
    if (drift_) return drift_->ingest(epoch, sums);
    return sequential_ ? sequential_->ingest(epoch, sums) : statistics_.merge(sums);
  }

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1).
  MultiArmedSnapshot publish();

  /// In place of publish(), for a learner that another one published for: takes over the snapshot's
  /// number, and what else reports to it will need. Errors: invalid_argument for a number that is
  /// not new, or a snapshot that this experiment could not have.
  Status adopt(const MultiArmedSnapshot& snapshot);

  /// No report to a snapshot before `first_open` will come any more.
  void fold(std::uint32_t first_open) {
    if (sequential_) sequential_->fold(first_open);
    if (drift_) drift_->fold(first_open);
  }

  /// Adds the sums of a learner of the same experiment; the snapshot id becomes the larger one.
  /// Errors: manifest_mismatch for another experiment; invalid_argument when it would be full, and
  /// those of SequentialLearner and DriftLearner.
  Status merge(const MultiArmedLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const MultiArmedExperiment& experiment() const { return experiment_; }
  [[nodiscard]] const Statistics& statistics() const {
    if (drift_) return drift_->statistics();
    return sequential_ ? sequential_->statistics() : statistics_;
  }
  /// The fewest forged reports that would change which arm has the largest estimated mean. That is
  /// the weighted mean where the algorithm estimates in another way: KL-UCB with a menu of levels,
  /// Tsallis-INF, EXP3 and change detection. None: see fewest_forgeries.
  [[nodiscard]] std::optional<std::uint64_t> forgeries() const;
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const {
    if (drift_) return drift_->snapshot_id();
    return sequential_ ? sequential_->snapshot_id() : snapshot_id_;
  }

 private:
  explicit MultiArmedLearner(const MultiArmedExperiment& experiment);

  MultiArmedExperiment experiment_;
  MultiArmedRule rule_;
  Statistics statistics_;
  std::uint32_t snapshot_id_ = 0;
  std::optional<SequentialLearner> sequential_;  // if it is one: all of the state
  std::optional<DriftLearner> drift_;            // likewise
};

}  // namespace ldp
