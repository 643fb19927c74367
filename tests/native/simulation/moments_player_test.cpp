#include "simulation/linear/moments_player.hpp"

#include <cmath>
#include <cstdint>

#include "catch.hpp"
#include "protocol/linear_experiment.hpp"
#include "simulation/linear/linear_players.hpp"
#include "simulation/linear/linear_world.hpp"

namespace ldp {
namespace {

struct Regret {
  double mean = 0;
  double error = 0;
};

Regret regret_of(Algorithm algorithm, double epsilon, const LinearEnvironment& environment,
                 std::uint64_t epoch = 1) {
  constexpr int kReplicates = 12;
  constexpr std::uint64_t kRounds = 6000;
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = environment.dimension;
  experiment.epsilon = epsilon;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t replicate = 0; replicate < kReplicates; ++replicate) {
    const LinearGame game{.experiment = experiment,
                          .arms = environment.arms,
                          .rounds = kRounds,
                          .epoch = epoch,
                          .seed = 11,
                          .replicate = replicate};
    const MadePlayer player = make_linear_player(game).value();
    LinearWorld world(environment, false, 11, replicate);
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const FeatureBlock& features = world.next_round();
      const std::uint32_t arm = player->choose(features);
      player->learn(features, arm, world.draw(arm));
    }
    sum += world.regret();
    squares += world.regret() * world.regret();
  }
  const double mean = sum / kReplicates;
  return {mean, std::sqrt((squares / kReplicates - mean * mean) / (kReplicates - 1))};
}

constexpr LinearEnvironment kFresh{4, 30, false, 1};
constexpr LinearEnvironment kFixed{4, 30, true, 1};

}  // namespace

// Twelve replicates with fixed seeds, claims at four standard errors.
TEST_CASE("moments lose a fraction of what a uniform choice loses, with new arms and with fixed") {
  for (const LinearEnvironment& environment : {kFresh, kFixed}) {
    const Regret uniform = regret_of(Algorithm::uniform, 1, environment);
    const Regret strong = regret_of(Algorithm::ldp_linear_moments, 8, environment);
    const Regret weak = regret_of(Algorithm::ldp_linear_moments, 2, environment);
    CAPTURE(environment.is_fixed, uniform.mean, strong.mean, strong.error, weak.mean, weak.error);
    CHECK(strong.mean + 4 * strong.error < 0.3 * uniform.mean);
    CHECK(weak.mean + 4 * weak.error < 0.6 * uniform.mean);
    CHECK(strong.mean < weak.mean);
  }
}

TEST_CASE("with a snapshot only every 200 rounds moments lose little more") {
  const Regret often = regret_of(Algorithm::ldp_linear_moments, 8, kFresh);
  const Regret seldom = regret_of(Algorithm::ldp_linear_moments, 8, kFresh, 200);
  CAPTURE(often.mean, seldom.mean);
  CHECK(seldom.mean > 0.7 * often.mean);
  CHECK(seldom.mean < 1.5 * often.mean);
}

TEST_CASE("one arm, or a single feature, can be played") {
  CHECK(regret_of(Algorithm::ldp_linear_moments, 1, {5, 1, false, 1}).mean == 0);
  const Regret two = regret_of(Algorithm::ldp_linear_moments, 8, {2, 2, false, 1});
  const Regret uniform = regret_of(Algorithm::uniform, 8, {2, 2, false, 1});
  CHECK(two.mean < 0.5 * uniform.mean);
}

}  // namespace ldp
