// What a round of a linear world takes. Prints what it did as a line of JSON:
//
//   ldp_linear_bench learner <d> <arms> <rounds> <practical | theory> <every | lazy>
//     LDP-LinUCB with Gaussian reports at epsilon = 1, delta = 0.1: choose, draw the reward,
//     perturb, update. every: the d(d + 1)/2 + d noise numbers of a report and a factorisation in
//     each round, as a server has it whose devices fetch a snapshot each. lazy: both once a
//     snapshot, as a simulation does it. 64 rounds' contexts are drawn before and taken in turn.
//   ldp_linear_bench round <d> <arms> <rounds> <practical | theory>
//     the same learner in its world, with new contexts in every round: what a simulation does
//   ldp_linear_bench scores <d> <arms> <rounds>
//   ldp_linear_bench world <d> <arms> <rounds>
//     the scores, or the contexts and a reward, alone
//
// As in ldp_bench: once to warm up, once under the clock; the result is printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "client/linear_scores.hpp"
#include "print_warm.hpp"
#include "simulation/linear/linear_players.hpp"
#include "simulation/linear/linear_spec.hpp"
#include "simulation/normal.hpp"

namespace {

using bench::print_simulated;
using bench::print_warm;
using ldp::FeatureBlock;

// Contexts and means of some rounds, side by side.
class Pool {
 public:
  static constexpr std::size_t kRounds = 64;

  explicit Pool(const ldp::LinearEnvironment& environment)
      : world_(environment, false, 1, 0), columns_(kRounds), means_(kRounds) {
    for (std::size_t round = 0; round < kRounds; ++round) {
      const FeatureBlock& drawn = world_.next_round();
      columns_[round].assign(drawn.columns.begin(), drawn.columns.end());
      means_[round] = world_.means();
      blocks_.push_back({drawn.arms, drawn.dimension, drawn.stride, columns_[round]});
    }
  }

  const FeatureBlock& block(std::uint64_t round) const { return blocks_[round % kRounds]; }
  double mean(std::uint64_t round, std::uint32_t arm) const { return means_[round % kRounds][arm]; }

 private:
  ldp::LinearWorld world_;
  std::vector<std::vector<double>> columns_;
  std::vector<std::vector<double>> means_;
  std::vector<FeatureBlock> blocks_;
};

ldp::LinearExperiment experiment_of(const ldp::LinearEnvironment& environment, bool is_practical) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = ldp::Algorithm::ldp_linucb;
  experiment.dimension = environment.dimension;
  experiment.epsilon = 1;
  experiment.delta = 0.1;
  experiment.mechanism = ldp::LinearMechanism::gaussian;
  experiment.radius = is_practical ? ldp::RadiusMode::practical : ldp::RadiusMode::theory;
  return experiment;
}

/// The result is the regret.
int simulated(const ldp::LinearEnvironment& environment, std::uint64_t rounds, bool is_practical) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.record = {rounds};
  spec.linear.emplace();
  spec.linear->environment = environment;
  spec.linear->experiment = experiment_of(environment, is_practical);
  return print_simulated(spec);
}

/// The result is the number of rewards.
int learner(const ldp::LinearEnvironment& environment, std::uint64_t rounds, bool is_practical,
            bool is_lazy) {
  const ldp::LinearExperiment experiment = experiment_of(environment, is_practical);
  const Pool pool(environment);
  ldp::LinearGame game{experiment, environment.arms, rounds};
  game.is_lazy = is_lazy;
  return print_warm(static_cast<double>(rounds), [&] {
    ldp::Result<ldp::MadePlayer> player = ldp::make_linear_player(game);
    if (!player.ok()) return -1.0;
    ldp::SeededStream luck(1, 0, ldp::Purpose::rewards);
    double rewards = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const FeatureBlock& block = pool.block(round);
      const std::uint32_t arm = player.value()->choose(block);
      const double reward = ldp::open_uniform(luck.next()) < pool.mean(round, arm) ? 1 : 0;
      player.value()->learn(block, arm, reward);
      rewards += reward;
    }
    return rewards;
  });
}

/// The result is the sum of the first scores.
int scores(const ldp::LinearEnvironment& environment, std::uint64_t rounds) {
  const Pool pool(environment);
  const std::size_t d = environment.dimension;
  std::vector<double> theta(d, 0.25);
  const std::vector<double> factor(d * (d + 1) / 2, 0.125);
  std::vector<double> made(ldp::feature_stride(environment.arms));
  return print_warm(static_cast<double>(rounds), [&] {
    double sum = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      ldp::linear_scores(pool.block(round), theta, factor, 0.5, made);
      sum += made[0];
    }
    return sum;
  });
}

/// The result is the regret of playing the arms in turn.
int world(const ldp::LinearEnvironment& environment, std::uint64_t rounds) {
  return print_warm(static_cast<double>(rounds), [&] {
    ldp::LinearWorld played(environment, false, 1, 0);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      (void)played.next_round();
      (void)played.draw(static_cast<std::uint32_t>(round % environment.arms));
    }
    return played.regret();
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 4 ? argv[1] : "";
  ldp::LinearEnvironment environment;
  std::uint64_t rounds = 0;
  if (argc > 4) {
    environment = {static_cast<std::uint32_t>(std::atol(argv[2])),
                   static_cast<std::uint32_t>(std::atol(argv[3])), false, 1};
    rounds = static_cast<std::uint64_t>(std::atoll(argv[4]));
  }
  if (what == "learner" && argc == 7) {
    return learner(environment, rounds, std::string_view(argv[5]) == "practical",
                   std::string_view(argv[6]) == "lazy");
  }
  if (what == "round" && argc == 6) {
    return simulated(environment, rounds, std::string_view(argv[5]) == "practical");
  }
  if (what == "scores" && argc == 5) return scores(environment, rounds);
  if (what == "world" && argc == 5) return world(environment, rounds);
  std::fputs(
      "usage: ldp_linear_bench learner <d> <arms> <rounds> <practical | theory> <every | lazy>\n"
      "       ldp_linear_bench round <d> <arms> <rounds> <practical | theory>\n"
      "       ldp_linear_bench <scores | world> <d> <arms> <rounds>\n",
      stderr);
  return 2;
}
