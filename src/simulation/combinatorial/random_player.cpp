#include "simulation/combinatorial/random_player.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "oracles/oracle.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

class RandomPlayer final : public CombinatorialPlayer {
 public:
  RandomPlayer(const CombinatorialGame& game, Oracle&& oracle)
      : oracle_(std::move(oracle)), weights_(game.experiment.set.arms), choices_(game.choices()) {}

  std::span<const std::uint32_t> choose() override {
    for (double& weight : weights_) weight = open_uniform(choices_.next());
    oracle_.solve(weights_, arms_);
    return arms_;
  }

  void learn(std::span<const std::uint32_t>, const RoundOutcomes&) override {}

 private:
  Oracle oracle_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> arms_;
  SeededStream choices_;
};

}  // namespace

Result<MadeCombinatorialPlayer> make_random_player(const CombinatorialGame& game) {
  Result<Oracle> oracle = Oracle::create(game.experiment.set, game.public_seed());
  if (!oracle.ok()) return spec_error(oracle.error());
  return MadeCombinatorialPlayer(std::make_unique<RandomPlayer>(game, std::move(oracle).value()));
}

}  // namespace ldp
