// The comparator of prices of privacy: docs/spec/combinatorial.md, section 5.
#include <cstdint>

#include "catch.hpp"
#include "oracles/specification_worlds.hpp"
#include "simulation/combinatorial/combinatorial_players.hpp"
#include "simulation/combinatorial/players.hpp"

namespace ldp {
namespace {

double regret_in_top_k(Algorithm algorithm) {
  const CombinatorialEnvironment world = test::top_k_world(20, 4);
  CombinatorialExperiment plain = test::experiment_of(algorithm, 0);
  plain.coordinate = Coordinate::all;
  const CombinatorialSpec spec = check_combinatorial({world, plain}, {}).value();
  double regret = 0;
  for (std::uint32_t replicate = 0; replicate < 8; ++replicate) {
    const CombinatorialGame game{
        .experiment = spec.experiment, .rounds = 10'000, .seed = 7, .replicate = replicate};
    const auto player = make_combinatorial_player(game).value();
    CombinatorialWorld draws(world, game.seed, replicate);
    for (int round = 0; round < 10'000; ++round) {
      const auto arms = player->choose();
      regret += 3.2 - draws.reward(arms);
      player->learn(arms, draws.next_round());
    }
  }
  return regret / 8;
}

}  // namespace

// Of 100,000 rounds an independent program says 180 and 853. A mean of 8 runs of 160 with a
// standard deviation of 20 is below 200 but for 1 seed in a million.
TEST_CASE("Thompson sampling on raw outcomes loses a third or less of what CUCB loses") {
  const double free = regret_in_top_k(Algorithm::combinatorial_thompson_free);
  CHECK(free > 50);
  CHECK(free < 200);
  CHECK(free < regret_in_top_k(Algorithm::cucb) / 3);
}

}  // namespace ldp
