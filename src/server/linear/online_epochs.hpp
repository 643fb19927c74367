// State of an online learner that tolerates late and reordered reports; duplicates are removed
// before. It holds the sums of every open epoch, and the learner as all earlier epochs left it.
//
// A snapshot is that learner after one more thing: the epochs that are open, in the order of their
// numbers (ingest_epoch). An epoch that is folded is stepped through for good. Which base of the
// combiner an epoch's reports are for, and where those of a generalized linear model have their
// scores, is a property of its snapshot, so it is remembered here too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/learner/open_epochs.hpp"
#include "server/linear/glm_learner.hpp"
#include "server/linear/linear_statistics.hpp"
#include "server/linear/online_ldp_linucb.hpp"
#include "server/linear/private_bandits_combiner.hpp"

namespace ldp {

class OnlineEpochs {
 public:
  /// True for what this is for.
  [[nodiscard]] static bool is_for(const LinearExperiment& experiment) {
    return has_link(experiment) || experiment.algorithm == Algorithm::online_ldp_linucb ||
           experiment.algorithm == Algorithm::private_bandits_combiner;
  }

  /// Errors: those of the scale of the noise. The experiment must be valid, and this for it.
  static Result<OnlineEpochs> create(const LinearExperiment& experiment);

  /// As the functions of LinearLearner with these names. `open` begins the epoch of a snapshot that
  /// was published here or elsewhere; of more than kMaximumOpenEpochs the oldest is folded.
  Status ingest(std::span<const ReceivedLinearReport> reports);
  Status ingest(std::uint32_t epoch, const LinearStatistics& sums);
  [[nodiscard]] LinearSnapshot estimate() const;
  void open(const LinearSnapshot& snapshot);
  void fold(std::uint32_t first_open);
  Status merge(const OnlineEpochs& other);

  [[nodiscard]] std::uint32_t bases() const;
  [[nodiscard]] std::uint64_t reports() const;

  void write(ByteWriter& writer) const;
  /// Errors: invalid_argument for bytes that no learner has. Do not use the object after an error.
  Status read(ByteReader& reader, std::uint32_t snapshot_id);

 private:
  using Online = std::variant<OnlineLdpLinUcb, PrivateBanditsCombiner, GlmLearner>;
  struct Epoch {
    std::uint32_t id = 0;  // of the snapshot
    std::uint32_t base = 0;
    std::vector<double> point{};  // links only: [d], where the scores are
    double residual = 0;          // links only
    LinearStatistics sums;

    static constexpr bool kIsOrdered = true;
    static constexpr std::string_view kPlace = "snapshot";
    [[nodiscard]] bool is_same_place(const Epoch& other) const {
      return base == other.base && point == other.point && residual == other.residual;
    }
  };

  OnlineEpochs(const LinearExperiment& experiment, double unit, Online online);
  [[nodiscard]] Epoch epoch_of(const LinearSnapshot& snapshot) const;
  [[nodiscard]] Status read_place(ByteReader& reader, Epoch& epoch) const;
  void take_steps(const Epoch& epoch, Online& online) const;
  [[nodiscard]] std::uint64_t folded_reports() const;
  [[nodiscard]] std::vector<std::uint8_t> folded_bytes() const;

  LinearExperiment experiment_;
  double unit_;    // of the numbers that products are made of, in real units
  Online folded_;  // after all epochs before those that are open
  OpenEpochs<Epoch> epochs_;
};

}  // namespace ldp
