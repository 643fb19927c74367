// The half of a linear contextual bandit, or a generalized linear one, that learns. It sees noisy
// vectors and nothing else.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// LDP-LinUCB and the moment learner are functions of sums: what MultiArmedLearner says of itself
// (server/multi_armed/multi_armed_learner.hpp) holds of them.
//
// Online LDP-LinUCB, the Private Bandits Combiner and the learners of generalized linear models
// take steps, each from where the last one led, or along scores that were taken at their snapshot's
// point. They take them epoch by epoch, in the order of the snapshots' numbers, from the integer
// sums of an epoch (online_epochs.hpp). So this learner keeps the sums of every epoch that may
// still get reports, and where the steps of all others have led; any order of the reports, any
// sharding of an epoch and any moment of folding it gives the same bits. For them `epoch` below
// must be a snapshot that is open; for the others it means nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/linear/linear_statistics.hpp"

namespace ldp {

class LinearLearner {
 public:
  /// Errors: those of validate(experiment), and of the scale of its noise.
  static Result<LinearLearner> create(const LinearExperiment& experiment);

  ~LinearLearner();
  LinearLearner(LinearLearner&&) noexcept;
  LinearLearner& operator=(LinearLearner&&) noexcept;
  LinearLearner(const LinearLearner& other);
  LinearLearner& operator=(const LinearLearner& other);

  /// Adds reports to the sums, all or nothing. Errors: report_rejected, see LinearStatistics::add,
  /// and for a snapshot that is not open.
  Status ingest(std::span<const ReceivedLinearReport> reports);
  Status ingest(const ReceivedLinearReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of the reports that name snapshot `epoch`. Errors: invalid_argument, see
  /// LinearStatistics, or for a snapshot that is not open.
  Status ingest(std::uint32_t epoch, const LinearStatistics& sums);

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1).
  LinearSnapshot publish();

  /// In place of publish(), for a learner that another one published for: takes over the snapshot's
  /// number, and what else reports to it will need. Errors: invalid_argument for a number that is
  /// not new, or a snapshot that this experiment could not have.
  Status adopt(const LinearSnapshot& snapshot);

  /// No report to a snapshot before `first_open` will come any more.
  void fold(std::uint32_t first_open);

  /// Adds what a learner of the same experiment has; the snapshot id becomes the larger one. Online
  /// learners: the sums of open epochs are added, and one of the two must have folded nothing yet,
  /// or both the same, since steps from different places have no sum. Errors: manifest_mismatch for
  /// another experiment; invalid_argument when it would be full, or cannot be merged.
  Status merge(const LinearLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  /// What a report, as decode_linear_reports() gives it, adds to the sums of its epoch.
  void append_terms(const ReceivedLinearReport& report, LinearTerms& terms) const;

  [[nodiscard]] const LinearExperiment& experiment() const;
  /// All reports ever ingested.
  [[nodiscard]] std::uint64_t reports() const;
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const;

 private:
  struct State;
  explicit LinearLearner(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ldp
