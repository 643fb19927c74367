#include "simulation/combinatorial/thompson_player.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/public_normal.hpp"
#include "random/uniform.hpp"
#include "server/combinatorial/public_beta.hpp"
#include "server/combinatorial/slate_seed.hpp"
#include "simulation/beta_draw.hpp"
#include "simulation/combinatorial/changing_oracle.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/reported_coordinate.hpp"
#include "simulation/combinatorial/simulated_report.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

// Rounds that one draw serves, where an oracle run takes milliseconds (docs/spec/combinatorial.md,
// section 8, F5).
constexpr std::uint64_t kInfluenceRefresh = 20;

class ThompsonPlayer final : public CombinatorialPlayer {
 public:
  ThompsonPlayer(const CombinatorialGame& game, ChangingOracle&& oracle, const BitReport& report)
      : oracle_(std::move(oracle)),
        report_(report),
        is_uniform_(game.experiment.coordinate == Coordinate::uniform),
        is_public_(!game.is_frozen),
        is_beta_(game.experiment.reports.posterior == Posterior::beta),
        refresh_(game.experiment.set.kind == SetKind::influence ? kInfluenceRefresh : 1),
        public_seed_(game.public_seed()),
        arms_(game.experiment.set.arms),
        weights_(arms_.size()),
        beliefs_(arms_.size()),
        least_(game.experiment.set.arms, public_seed_),
        noise_(game.noises()),
        choices_(game.choices()) {}

  std::span<const std::uint32_t> choose() override {
    if (round_++ % refresh_ == 0) draw();
    return oracle_.arms();
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    const std::uint32_t arm =
        is_uniform_ ? arms[uniform_below(choices_, arms.size())] : least_.of(arms);
    arms_[arm].count += 1;
    arms_[arm].total += report_(noise_, unit_of(outcomes[arm]));
    least_.add(arm);
    const ArmSums sums = report_.sums(arms_[arm]);
    beliefs_[arm] = {sums.mean(), thompson_deviation(sums.weight), sums.weight};
  }

 private:
  struct Belief {
    double mean = 1;  // and certain: without a report the index is 1
    double deviation = 0;
    double weight = 0;
  };

  double beta_index(std::uint64_t seed, std::uint32_t arm) {
    const auto [ones, zeros] = bits_of(beliefs_[arm].mean, beliefs_[arm].weight, report_.theta());
    const double draw = is_public_ ? public_beta(seed, arm, 1 + ones, 1 + zeros)
                                   : beta_draw(choices_, 1 + ones, 1 + zeros);
    return index_of_bit(draw, report_.theta());
  }

  void draw() {
    const std::uint64_t seed = seed_of_slate(public_seed_, static_cast<std::uint32_t>(round_), 0);
    const Ziggurat& ziggurat = Ziggurat::instance();
    for (std::uint32_t arm = 0; arm < weights_.size(); ++arm) {
      const auto [mean, deviation, weight] = beliefs_[arm];
      if (is_beta_ && weight > 0) {
        weights_[arm] = beta_index(seed, arm);
        continue;
      }
      // The server's own coins, where the simulation is to decide as the server does: four times
      // the price.
      const double normal = is_public_ ? public_normal(seed, arm) : ziggurat(choices_);
      weights_[arm] = std::clamp(mean + deviation * normal, 0.0, 1.0);
    }
    oracle_.assign(weights_);
  }

  ChangingOracle oracle_;
  BitReport report_;
  bool is_uniform_;
  bool is_public_;
  bool is_beta_;
  std::uint64_t refresh_;
  std::uint64_t public_seed_;
  std::vector<ReportCounts> arms_;
  std::vector<double> weights_;
  std::vector<Belief> beliefs_;
  LeastReported least_;
  SeededStream noise_;
  SeededStream choices_;
  std::uint64_t round_ = 0;
};

}  // namespace

Result<MadeCombinatorialPlayer> make_thompson_player(const CombinatorialGame& game) {
  Result<ChangingOracle> oracle = ChangingOracle::create(game.experiment.set, game.public_seed());
  if (!oracle.ok()) return spec_error(oracle.error());
  const Result<BitReport> report = BitReport::create(game.epsilon());
  if (!report.ok()) return spec_error(report.error());
  return MadeCombinatorialPlayer(
      std::make_unique<ThompsonPlayer>(game, std::move(oracle).value(), report.value()));
}

}  // namespace ldp
