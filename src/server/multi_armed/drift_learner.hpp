// The learner of ldp-thompson-drift over reports (docs/spec/drift.md). What it believes depends on
// the order of the bits, and reports have no order but that of the snapshots they name. So it keeps
// the sums of every epoch that may still get reports, and what it believes after all earlier ones;
// a snapshot is that after one more thing: the open epochs, in the order of their numbers.
//
// Inside an epoch only sums count: order, sharding and retries there leave no trace. The changes
// that the specification looks for at every 16th report are looked for at the first end of an epoch
// with 16 reports or more since the last time. With one report an epoch the two are the same.
// Devices without a snapshot play every arm equally often: that is epoch 0.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/open_epochs.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/changing_arms.hpp"

namespace ldp {

class DriftLearner {
 public:
  /// True for the algorithms that this learner is for.
  [[nodiscard]] static bool is_for(Algorithm algorithm) {
    return has_trait(algorithm, Trait::ordered);
  }

  /// The experiment must be valid, and is_for() its algorithm.
  explicit DriftLearner(const MultiArmedExperiment& experiment);

  /// Each of these is all or nothing: on error the learner is as it was.

  /// Errors: report_rejected for a snapshot that is not open, and as Statistics::add.
  Status ingest(std::span<const ReceivedReport> reports);

  /// Adds the sums of reports that name this snapshot. Errors: invalid_argument, see Statistics, or
  /// for a snapshot that is not open.
  Status ingest(std::uint32_t epoch, const Statistics& sums);

  /// A snapshot of all that was ingested, with the next id, and its epoch. Folds the oldest of more
  /// than kMaximumOpenEpochs.
  MultiArmedSnapshot publish();

  /// Opens the epoch of a snapshot that another learner published, which becomes the last one
  /// published. Errors: invalid_argument for an id that is not new, or a snapshot that this
  /// experiment could not have.
  Status adopt(const MultiArmedSnapshot& snapshot);

  /// Closes all epochs below `first_open` for good: what their bits say is taken in their order.
  void fold(std::uint32_t first_open);

  /// Adds the open epochs of another learner of the same experiment; the id becomes the larger one.
  /// Two learners may have folded different epochs only if one of them had no reports in them.
  /// Errors: invalid_argument if it would be full, if both have folded reports, not the same, or if
  /// one has folded an epoch that the other has reports of.
  Status merge(const DriftLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. Errors: manifest_mismatch for the bytes of another
  /// experiment or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  /// Of all reports, folded and not.
  [[nodiscard]] const Statistics& statistics() const { return total_; }
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const { return snapshot_id_; }

 private:
  struct Epoch {
    std::uint32_t id = 0;  // of the snapshot
    Statistics sums;

    static constexpr bool kIsOrdered = true;
    static constexpr std::string_view kPlace = "snapshot";
    [[nodiscard]] static bool is_same_place(const Epoch&) { return true; }
  };
  // All epochs before those that are open.
  struct Folded {
    ChangingArms arms;
    Statistics sums;

    void take(const Epoch& epoch);
  };

  void open(std::uint32_t id);
  [[nodiscard]] Status read(ByteReader& reader);

  MultiArmedExperiment experiment_;
  Folded folded_;
  OpenEpochs<Epoch> epochs_;
  Statistics total_;
  std::uint32_t snapshot_id_ = 0;
};

}  // namespace ldp
