// The learner of Tsallis-INF and EXP3 over reports. These algorithms need, for each report, the
// weights that its arm was drawn from: those of the snapshot that it names. So this learner keeps,
// for every epoch that may still get reports, the weights of its snapshot and its sums; and for all
// others the sum of their losses (loss_sums.hpp).
//
// All sums are integers, as with the other learners: any order of the reports, any sharding and any
// moment of folding an epoch gives the same bits. Devices without a snapshot play every arm equally
// often: that is epoch 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/arms/weighted_ldp_ucb.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/loss_sums.hpp"
#include "server/multi_armed/sequential_state.hpp"

namespace ldp {

class SequentialLearner {
 public:
  /// True for the algorithms that this learner is for.
  [[nodiscard]] static bool is_for(Algorithm algorithm) {
    return has_trait(algorithm, Trait::losses);
  }

  /// The experiment must be valid, and is_for() its algorithm.
  explicit SequentialLearner(const MultiArmedExperiment& experiment);

  /// Each of these is all or nothing: on error the learner is as it was.

  /// Errors: report_rejected for a snapshot that is not open, and as Statistics::add.
  Status ingest(std::span<const ReceivedReport> reports);

  /// Adds the sums of reports that name this snapshot. Errors: invalid_argument, see Statistics, or
  /// for a snapshot that is not open.
  Status ingest(std::uint32_t epoch, const Statistics& sums);

  /// A snapshot of all that was ingested, with the next id, and its epoch. Mean and width, for
  /// display, are those of Weighted LDP-UCB. Folds the oldest of more than kMaximumOpenEpochs.
  MultiArmedSnapshot publish();

  /// Opens the epoch of a snapshot that another learner published, which becomes the last one
  /// published. Errors: invalid_argument for an id that is not new, or a snapshot that this
  /// experiment could not have.
  Status adopt(const MultiArmedSnapshot& snapshot);

  /// Closes all epochs below `first_open`: what their reports came to is added to the losses.
  void fold(std::uint32_t first_open);

  /// Adds what another learner of the same experiment has: losses, open epochs, the larger id.
  /// Folds the oldest of more than kMaximumOpenEpochs. Errors: invalid_argument if it would be
  /// full, or if the two know a snapshot by different weights.
  Status merge(const SequentialLearner& other);

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
  void open(const MultiArmedSnapshot& snapshot);
  void take_step(const SequentialEpoch& epoch, LossSums& losses) const;

  MultiArmedExperiment experiment_;
  LossRule rule_;
  WeightedLdpUcb display_;
  Statistics total_;
  LossSums losses_;  // of the folded epochs
  OpenEpochs<SequentialEpoch> epochs_;
  std::uint32_t snapshot_id_ = 0;
};

}  // namespace ldp
