#include "simulation/combinatorial/snapshot_player.hpp"

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "oracles/super_arm.hpp"
#include "random/uniform.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/simulated_report.hpp"

namespace ldp {
namespace {

using AnyReport = std::variant<BitReport, NumberReport>;

class SlateSnapshotPlayer final : public CombinatorialPlayer {
 public:
  SlateSnapshotPlayer(const CombinatorialGame& game, CombinatorialLearner&& learner,
                      const AnyReport& report)
      : learner_(std::move(learner)),
        report_(report),
        epoch_(game.epoch),
        is_sum_(game.experiment.reports.algorithm == Algorithm::cucb_ldp_sum),
        reports_all_(game.experiment.reports.algorithm == Algorithm::cucb_ldp1),
        is_mean_(game.experiment.set.reward == SetReward::mean),
        largest_(largest_super_arm(game.experiment.set)),
        noise_(game.noises()),
        choices_(game.choices()) {}

  std::span<const std::uint32_t> choose() override {
    if (round_++ % epoch_ == 0) {
      learner_.fold(snapshot_.id + 1);
      snapshot_ = learner_.publish(epoch_);
    }
    slate_ = static_cast<std::size_t>(uniform_below(choices_, snapshot_.ends.size()));
    return slate(snapshot_, slate_);
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    sent_.snapshot = snapshot_.id;
    sent_.arms.clear();
    sent_.values.clear();
    if (is_sum_) {
      const std::size_t most = is_mean_ ? arms.size() : largest_;
      add(snapshot_.reported[slate_], mean_outcome(arms, outcomes, most));
    } else if (reports_all_) {
      for (const std::uint32_t arm : arms) add(arm, unit_of(outcomes[arm]));
    } else {
      const std::uint32_t arm = snapshot_.reported.empty()
                                    ? arms[uniform_below(choices_, arms.size())]
                                    : snapshot_.reported[slate_];
      add(arm, unit_of(outcomes[arm]));
    }
    // The learner could be full after 2^53 reports; a simulation ends after 10^9.
    (void)learner_.ingest(sent_);
  }

 private:
  void add(std::uint32_t arm, UnitReward outcome) {
    sent_.arms.push_back(arm);
    sent_.values.push_back(
        std::visit([&](const auto& report) { return report(noise_, outcome); }, report_));
  }

  CombinatorialLearner learner_;
  AnyReport report_;
  std::uint64_t epoch_;
  bool is_sum_;
  bool reports_all_;
  bool is_mean_;
  std::size_t largest_;  // K
  SeededStream noise_;
  SeededStream choices_;
  CombinatorialSnapshot snapshot_;
  ReceivedSlateReport sent_;
  std::size_t slate_ = 0;
  std::uint64_t round_ = 0;
};

Result<AnyReport> make_report(const CombinatorialGame& game) {
  const Algorithm algorithm = game.experiment.reports.algorithm;
  if (payload(game.experiment.reports) == Payload::bit) {
    const Result<BitReport> bit = BitReport::create(game.epsilon());
    if (!bit.ok()) return bit.error();
    return AnyReport(bit.value());
  }
  const double share =
      algorithm == Algorithm::cucb_ldp1 ? largest_super_arm(game.experiment.set) : 1;
  const Result<NumberReport> number = NumberReport::create(game.epsilon() / share);
  if (!number.ok()) return number.error();
  return AnyReport(number.value());
}

}  // namespace

Result<MadeCombinatorialPlayer> make_slate_snapshot_player(const CombinatorialGame& game) {
  Result<CombinatorialLearner> learner =
      CombinatorialLearner::create(game.experiment, game.public_seed());
  if (!learner.ok()) return spec_error(learner.error());
  const Result<AnyReport> report = make_report(game);
  if (!report.ok()) return spec_error(report.error());
  return MadeCombinatorialPlayer(
      std::make_unique<SlateSnapshotPlayer>(game, std::move(learner).value(), report.value()));
}

}  // namespace ldp
