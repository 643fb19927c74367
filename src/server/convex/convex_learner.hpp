// The half of a convex bandit that learns. It sees one noisy number of each visitor, and the public
// coin that the visitor's direction comes from.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// Every learner here takes steps, each from the point that the last one reached. As in
// online_epochs.hpp it takes them epoch by epoch, in the order of the snapshots' ids, from the
// integer sums of an epoch: any order of the reports, any sharding of an epoch and any moment of
// folding it gives the same bits. The meaning of a report depends on the point, radius or shape of
// its snapshot, so the learner keeps these for every open epoch. Reports to snapshot 0 come from
// devices that have none yet: see first_convex_snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "server/convex/convex_statistics.hpp"

namespace ldp {

class ConvexLearner {
 public:
  /// Errors: those of validate(experiment), of ConvexDomain::create and of the scale of the noise.
  static Result<ConvexLearner> create(const ConvexExperiment& experiment);

  ~ConvexLearner();
  ConvexLearner(ConvexLearner&&) noexcept;
  ConvexLearner& operator=(ConvexLearner&&) noexcept;

  /// Adds reports to the sums of their epochs, all or nothing. Errors: report_rejected, see
  /// ConvexStatistics::add, and for a snapshot that is not open.
  Status ingest(std::span<const ReceivedConvexReport> reports);
  Status ingest(const ReceivedConvexReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of the reports that name snapshot `epoch`. Errors: invalid_argument, see
  /// ConvexStatistics::merge, or for a snapshot that is not open.
  Status ingest(std::uint32_t epoch, const ConvexStatistics& sums);

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1).
  ConvexSnapshot publish();

  /// In place of publish(), for a learner that another one published for: takes over the snapshot's
  /// number, and where its devices are. Errors: invalid_argument for a number that is not new, or a
  /// snapshot that no learner of this experiment publishes.
  Status adopt(const ConvexSnapshot& snapshot);

  /// No report to a snapshot before `first_open` will come any more.
  void fold(std::uint32_t first_open);

  /// Adds what a learner of the same experiment has; the snapshot id becomes the larger one. The
  /// sums of open epochs are added, and one of the two must have folded nothing yet, or both the
  /// same, since steps from different places have no sum. Errors: manifest_mismatch for another
  /// experiment; invalid_argument when it would be full, or cannot be merged.
  Status merge(const ConvexLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  /// What a report adds to the sums of its epoch.
  void append_terms(const ReceivedConvexReport& report, std::vector<std::uint32_t>& indices,
                    std::vector<std::int32_t>& values) const;

  [[nodiscard]] const ConvexExperiment& experiment() const;
  /// All reports ever ingested.
  [[nodiscard]] std::uint64_t reports() const;
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const;

 private:
  struct State;
  explicit ConvexLearner(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ldp
