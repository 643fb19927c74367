// The half that learns. It sees reports and nothing else.
//
//   ingest(report) ... ingest(report) -> publish() -> snapshot     (one epoch)
//
// Its whole memory is integer sums, so a learner that was fed in any order, split over any number
// of machines and merged, or saved and loaded, is the same to the last bit.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/report.hpp"
#include "protocol/snapshot.hpp"
#include "server/multi_armed/he_ldp_ucb_bernoulli.hpp"
#include "server/multi_armed/he_ldp_ucb_laplace.hpp"
#include "server/multi_armed/statistics.hpp"
#include "server/multi_armed/weighted_ldp_ucb.hpp"

namespace ldp {

class Learner {
 public:
  /// Errors: those of validate(experiment).
  static Result<Learner> create(const Experiment& experiment);

  /// Adds reports to the sums, all or nothing. A report of a level that the algorithm discards
  /// still counts in t. Whether the snapshot that a report names is still welcome, and whether its
  /// id was seen before, is the store's business: a learner has no memory of either. Errors:
  /// report_rejected, see Statistics::add.
  Status ingest(const ReceivedReport& report) { return statistics_.add(report); }
  Status ingest(std::span<const ReceivedReport> reports) { return statistics_.add(reports); }

  /// Adds the sums of another learner or of a stored epoch. Errors: see Statistics.
  Status ingest(const Statistics& statistics) { return statistics_.merge(statistics); }

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1).
  Snapshot publish();

  /// Adds the sums of a learner of the same experiment; the snapshot id becomes the larger one.
  /// Errors: manifest_mismatch for another experiment; invalid_argument when it would be full.
  Status merge(const Learner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const Experiment& experiment() const { return experiment_; }
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  /// Of the last snapshot published; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const { return snapshot_id_; }

 private:
  using Policy = std::variant<WeightedLdpUcb, HeLdpUcbBernoulli, HeLdpUcbLaplace>;

  explicit Learner(const Experiment& experiment);
  static Policy make_policy(const Experiment& experiment);

  Experiment experiment_;
  Policy policy_;
  Statistics statistics_;
  std::uint32_t snapshot_id_ = 0;
};

}  // namespace ldp
