#include "simulation/combinatorial/free_thompson_player.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "simulation/beta_draw.hpp"
#include "simulation/combinatorial/changing_oracle.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/simulated_report.hpp"

namespace ldp {
namespace {

class FreeThompsonPlayer final : public CombinatorialPlayer {
 public:
  FreeThompsonPlayer(const CombinatorialGame& game, ChangingOracle&& oracle)
      : oracle_(std::move(oracle)),
        arms_(game.experiment.set.arms),
        weights_(arms_.size()),
        choices_(game.choices()) {}

  std::span<const std::uint32_t> choose() override {
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
      const auto ones = static_cast<double>(arms_[arm].total);
      const auto zeros = static_cast<double>(arms_[arm].count) - ones;
      weights_[arm] = beta_draw(choices_, 1 + ones, 1 + zeros);
    }
    oracle_.assign(weights_);
    return oracle_.arms();
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    for (const std::uint32_t arm : arms) {
      arms_[arm].count += 1;
      arms_[arm].total += outcomes[arm] != 0 ? 1 : 0;
    }
  }

 private:
  ChangingOracle oracle_;
  std::vector<ReportCounts> arms_;
  std::vector<double> weights_;
  SeededStream choices_;
};

}  // namespace

Result<MadeCombinatorialPlayer> make_free_thompson_player(const CombinatorialGame& game) {
  Result<ChangingOracle> oracle = ChangingOracle::create(game.experiment.set, game.public_seed());
  if (!oracle.ok()) return spec_error(oracle.error());
  return MadeCombinatorialPlayer(
      std::make_unique<FreeThompsonPlayer>(game, std::move(oracle).value()));
}

}  // namespace ldp
