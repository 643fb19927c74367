// What a round of a generalized linear world takes. Prints what it did as a line of JSON:
//
//   ldp_glm_bench learner <algorithm> <d> <arms> <rounds>
//     the algorithm, by its id in the catalog, with the logistic link and ball noise at epsilon = 1
//     (ldp-glm-published: Gaussian): choose, draw the feedback, perturb, update, a new snapshot
//     after every report. 64 rounds' contexts are drawn before and taken in turn.
//   ldp_glm_bench round <algorithm> <d> <arms> <rounds>
//     the same in its world, with new contexts in every round: what a simulation does
//
// As in ldp_bench: once to warm up, once under the clock; the result is printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "print_warm.hpp"
#include "simulation/generalized_linear/glm_players.hpp"
#include "simulation/generalized_linear/glm_world.hpp"
#include "simulation/normal.hpp"

namespace {

using bench::print_simulated;
using bench::print_warm;
using ldp::FeatureBlock;

ldp::LinearExperiment experiment_of(std::string_view id, std::uint32_t dimension) {
  ldp::LinearExperiment experiment;
  for (const ldp::CatalogEntry& entry : ldp::kCatalog) {
    if (entry.id == id) experiment.algorithm = entry.algorithm;
  }
  experiment.dimension = dimension;
  experiment.epsilon = 1;
  experiment.mechanism = ldp::mechanism_without_choice(experiment.algorithm);
  if (experiment.mechanism == ldp::LinearMechanism::gaussian) experiment.delta = 1e-5;
  return experiment;
}

/// The result is the regret.
int simulated(const ldp::GlmEnvironment& environment, const ldp::LinearExperiment& experiment,
              std::uint64_t rounds) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.record = {rounds};
  spec.generalized_linear = ldp::GlmSpec{environment, experiment};
  return print_simulated(spec);
}

/// The result is the sum of the feedback.
int learner(const ldp::GlmEnvironment& environment, const ldp::LinearExperiment& experiment,
            std::uint64_t rounds) {
  constexpr std::size_t kPool = 64;
  ldp::GlmWorld world(environment, false, 1, 0);
  std::vector<std::vector<double>> columns(kPool);
  std::vector<std::vector<double>> products(kPool);
  std::vector<FeatureBlock> blocks;
  for (std::size_t round = 0; round < kPool; ++round) {
    const FeatureBlock& drawn = world.next_round();
    columns[round].assign(drawn.columns.begin(), drawn.columns.end());
    products[round] = world.products();
    blocks.push_back({drawn.arms, drawn.dimension, drawn.stride, columns[round]});
  }
  const ldp::LinearGame game{experiment, environment.arms, rounds};
  return print_warm(static_cast<double>(rounds), [&] {
    ldp::Result<ldp::MadePlayer> player = ldp::make_glm_player(game);
    if (!player.ok()) return -1.0;
    ldp::SeededStream luck(1, 0, ldp::Purpose::rewards);
    double sum = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const std::size_t drawn = round % kPool;
      const std::uint32_t arm = player.value()->choose(blocks[drawn]);
      const double feedback =
          ldp::draw_feedback(environment, products[drawn][arm], ldp::open_uniform(luck.next()));
      player.value()->learn(blocks[drawn], arm, feedback);
      sum += feedback;
    }
    return sum;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6) {
    const std::string_view what = argv[1];
    const auto dimension = static_cast<std::uint32_t>(std::atol(argv[3]));
    const auto arms = static_cast<std::uint32_t>(std::atol(argv[4]));
    const auto rounds = static_cast<std::uint64_t>(std::atoll(argv[5]));
    const ldp::GlmEnvironment environment{ldp::Link::logistic, dimension, arms, false, 1, 0};
    const ldp::LinearExperiment experiment = experiment_of(argv[2], dimension);
    if (what == "learner") return learner(environment, experiment, rounds);
    if (what == "round") return simulated(environment, experiment, rounds);
  }
  std::fputs("usage: ldp_glm_bench <learner | round> <algorithm> <d> <arms> <rounds>\n", stderr);
  return 2;
}
