#include "simulation/combinatorial/index_player.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "random/uniform.hpp"
#include "simulation/combinatorial/changing_oracle.hpp"
#include "simulation/combinatorial/kl_schedule.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/radius_schedule.hpp"
#include "simulation/combinatorial/reported_coordinate.hpp"
#include "simulation/combinatorial/simulated_report.hpp"

namespace ldp {
namespace {

// Report: what leaves of one coordinate. kOf: which coordinates. Schedule: the law of the index.
template <class Report, Coordinate kOf, class Schedule>
class IndexPlayer final : public CombinatorialPlayer {
 public:
  IndexPlayer(const CombinatorialGame& game, ChangingOracle&& oracle, Schedule&& schedule,
              const Report& report)
      : oracle_(std::move(oracle)),
        report_(report),
        schedule_(std::move(schedule)),
        arms_(game.experiment.set.arms),
        weights_(arms_.size()),
        least_(game.experiment.set.arms, game.public_seed()),
        noise_(game.noises()),
        choices_(game.choices()) {}

  std::span<const std::uint32_t> choose() override {
    if (schedule_.is_due(++round_)) [[unlikely]]
      renew();
    return oracle_.arms();
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    if constexpr (kOf == Coordinate::all) {
      // Weights change after all have been read: `arms` is the oracle's.
      for (const std::uint32_t arm : arms) add(arm, outcomes);
      changed_.assign(arms.begin(), arms.end());
      for (const std::uint32_t arm : changed_) oracle_.update(arm, weight(arm));
    } else {
      const std::uint32_t arm =
          kOf == Coordinate::uniform ? arms[uniform_below(choices_, arms.size())] : least_.of(arms);
      add(arm, outcomes);
      least_.add(arm);
      oracle_.update(arm, weight(arm));
    }
  }

 private:
  void add(std::uint32_t arm, const RoundOutcomes& outcomes) {
    arms_[arm].count += 1;
    arms_[arm].total += report_(noise_, unit_of(outcomes[arm]));
  }

  [[nodiscard]] double weight(std::uint32_t arm) const {
    const ArmSums sums = report_.sums(arms_[arm]);
    return upper_weight(sums.mean(), sums.weight, schedule_.law());
  }

  void renew() {
    schedule_.renew(round_);
    for (std::uint32_t arm = 0; arm < arms_.size(); ++arm) weights_[arm] = weight(arm);
    oracle_.assign(weights_);
  }

  ChangingOracle oracle_;
  Report report_;
  Schedule schedule_;
  std::vector<ReportCounts> arms_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> changed_;
  LeastReported least_;
  SeededStream noise_;
  SeededStream choices_;
  std::uint64_t round_ = 0;
};

template <Coordinate kOf, class Report>
Result<MadeCombinatorialPlayer> make(const CombinatorialGame& game, ChangingOracle&& oracle,
                                     const Result<Report>& report) {
  if (!report.ok()) return spec_error(report.error());
  Result<RadiusSchedule> schedule = RadiusSchedule::create(game, oracle.largest());
  if (!schedule.ok()) return spec_error(schedule.error());
  return MadeCombinatorialPlayer(std::make_unique<IndexPlayer<Report, kOf, RadiusSchedule>>(
      game, std::move(oracle), std::move(schedule).value(), report.value()));
}

template <Coordinate kOf>
MadeCombinatorialPlayer make_kl(const CombinatorialGame& game, ChangingOracle&& oracle,
                                const BitReport& report) {
  return std::make_unique<IndexPlayer<BitReport, kOf, KlSchedule>>(
      game, std::move(oracle), KlSchedule(game, report.theta()), report);
}

}  // namespace

Result<MadeCombinatorialPlayer> make_index_player(const CombinatorialGame& game) {
  const CombinatorialExperiment& experiment = game.experiment;
  Result<ChangingOracle> made = ChangingOracle::create(experiment.set, game.public_seed());
  if (!made.ok()) return spec_error(made.error());
  ChangingOracle oracle = std::move(made).value();
  switch (experiment.reports.algorithm) {
    case Algorithm::cucb:
      return make<Coordinate::all>(game, std::move(oracle), Result<RawReport>(RawReport()));
    case Algorithm::cucb_ldp1: {
      // The budget is shared among all coordinates that a super arm may have.
      const double share = game.epsilon() / oracle.largest();
      return make<Coordinate::all>(game, std::move(oracle), NumberReport::create(share));
    }
    case Algorithm::cucb_ldp2:
      return make<Coordinate::least_reported>(game, std::move(oracle),
                                              NumberReport::create(game.epsilon()));
    default:
      break;
  }
  const Result<BitReport> bit = BitReport::create(game.epsilon());
  if (experiment.reports.algorithm == Algorithm::cucb_ldp_kl) {
    if (!bit.ok()) return spec_error(bit.error());
    return experiment.coordinate == Coordinate::uniform
               ? make_kl<Coordinate::uniform>(game, std::move(oracle), bit.value())
               : make_kl<Coordinate::least_reported>(game, std::move(oracle), bit.value());
  }
  return experiment.coordinate == Coordinate::uniform
             ? make<Coordinate::uniform>(game, std::move(oracle), bit)
             : make<Coordinate::least_reported>(game, std::move(oracle), bit);
}

}  // namespace ldp
