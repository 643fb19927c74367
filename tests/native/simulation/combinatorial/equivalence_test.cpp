// The fast players of the simulation decide as the server's learner and the devices do: with every
// logarithm taken anew ("dense"), and one report for each snapshot, to the last super arm.
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "client/combinatorial_client.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/specification_worlds.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_report.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "simulation/combinatorial/combinatorial_players.hpp"
#include "simulation/combinatorial/players.hpp"
#include "simulation/combinatorial/snapshot_player.hpp"

namespace ldp {
namespace {

using test::local_algorithms;
using test::NamedAlgorithm;
using test::NamedWorld;
using test::quick_worlds;

constexpr std::uint64_t kSeed = 31;

CombinatorialGame dense_game(const CombinatorialExperiment& experiment) {
  return {.experiment = experiment, .rounds = 1000, .seed = kSeed, .is_frozen = false};
}

// In that world, or nothing where the algorithm does not play it.
std::optional<CombinatorialExperiment> in_world(const NamedAlgorithm& algorithm,
                                                const CombinatorialEnvironment& environment) {
  const Result<CombinatorialSpec> checked =
      check_combinatorial({environment, algorithm.experiment}, {});
  if (!checked.ok()) return {};
  const CombinatorialExperiment& experiment = checked.value().experiment;
  if (!make_combinatorial_player(dense_game(experiment)).ok()) return {};
  return experiment;
}

std::vector<std::uint32_t> copy(std::span<const std::uint32_t> arms) {
  return {arms.begin(), arms.end()};
}

// Plays the same rounds with both.
int rounds_in_common(const CombinatorialEnvironment& environment, CombinatorialPlayer& one,
                     CombinatorialPlayer& two, int rounds) {
  CombinatorialWorld world(environment, kSeed, 0);
  for (int round = 0; round < rounds; ++round) {
    const RoundOutcomes outcomes = world.next_round();
    const std::vector<std::uint32_t> arms = copy(one.choose());
    if (copy(two.choose()) != arms) return round;
    one.learn(arms, outcomes);
    two.learn(arms, outcomes);
  }
  return rounds;
}

// The simulation's noise words for the answer; another word for silence, which is not sent.
class DeviceWords {
 public:
  explicit DeviceWords(const CombinatorialGame& game) : noise_(game.noises()) {}

  std::uint64_t next() { return ++drawn_ % 2 == 1 ? noise_.next() : 0x123456789abcdef0 * drawn_; }
  [[nodiscard]] bool failed() const { return false; }

 private:
  SeededStream noise_;
  std::uint64_t drawn_ = 0;
};

}  // namespace

TEST_CASE("dense players choose what the server's learner chooses, in every world and algorithm") {
  int pairs = 0;
  for (const NamedWorld& world : quick_worlds()) {
    for (const NamedAlgorithm& algorithm : local_algorithms()) {
      const auto experiment = in_world(algorithm, world.environment);
      if (!experiment) continue;
      CAPTURE(world.name, algorithm.name);
      const CombinatorialGame game = dense_game(*experiment);
      const auto fast = make_combinatorial_player(game).value();
      const auto server = make_slate_snapshot_player(game).value();
      CHECK(rounds_in_common(world.environment, *fast, *server, 300) == 300);
      ++pairs;
    }
  }
  CHECK(pairs == 103);  // 11 x 8, and 5 x 3 of those that look at every super arm
}

TEST_CASE("the whole way over the wall, report by report in bytes, makes the same decisions") {
  for (const NamedWorld& world : quick_worlds()) {
    const CombinatorialEnvironment environment = world.environment;  // which `draws` refers to
    for (const NamedAlgorithm& algorithm : local_algorithms()) {
      const auto experiment = in_world(algorithm, environment);
      // Numbers have another sampler in the simulation, and a coin for the coordinate other words.
      if (!experiment || payload(experiment->reports) != Payload::bit) continue;
      if (experiment->coordinate == Coordinate::uniform) continue;
      CAPTURE(world.name, algorithm.name);
      const CombinatorialGame game = dense_game(*experiment);
      const auto fast = make_combinatorial_player(game).value();
      auto learner = CombinatorialLearner::create(*experiment, game.public_seed()).value();
      auto client = CombinatorialClient::create(*experiment, RewardTransform::unit(), 0, 1).value();
      const CombinatorialReportDecoder decoder(*experiment, largest_super_arm(experiment->set));
      DeviceWords words(game);
      CombinatorialWorld draws(environment, kSeed, 0);
      for (int round = 0; round < 100; ++round) {
        REQUIRE(client.set_snapshot(learner.publish(1)).ok());
        const PreparedSlate decision = client.choose(words).value();
        REQUIRE(copy(fast->choose()) == decision.arms());
        const RoundOutcomes outcomes = draws.next_round();
        std::vector<double> given;
        for (const std::uint32_t arm : decision.arms()) given.push_back(outcomes[arm]);
        const std::string bytes = client.report(decision.answer, given, ReportId{}).value();
        const auto report =
            decoder.decode_one({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
        REQUIRE(learner.ingest(report.value()).ok());
        fast->learn(decision.arms(), outcomes);
      }
    }
  }
}

TEST_CASE("a frozen logarithm is worth the same: regret within a fifth of the dense one") {
  const CombinatorialEnvironment world = test::top_k_world(20, 4);
  for (const NamedAlgorithm& algorithm : local_algorithms()) {
    const auto experiment = in_world(algorithm, world);
    if (!experiment || algorithm.name == "LDP1" || algorithm.name == "LDP1 printed") continue;
    CAPTURE(algorithm.name);
    constexpr int kReplicates = 12;
    double regrets[2] = {0, 0};
    double squares = 0;  // of the differences
    for (std::uint32_t replicate = 0; replicate < kReplicates; ++replicate) {
      double own[2] = {0, 0};
      for (const bool is_frozen : {false, true}) {
        CombinatorialGame game = dense_game(*experiment);
        game.replicate = replicate;
        game.is_frozen = is_frozen;
        const auto player = make_combinatorial_player(game).value();
        CombinatorialWorld draws(world, kSeed, replicate);
        for (int round = 0; round < 6000; ++round) {
          const std::vector<std::uint32_t> arms = copy(player->choose());
          own[is_frozen ? 1 : 0] += 3.2 - draws.reward(arms);
          player->learn(arms, draws.next_round());
        }
      }
      for (const int i : {0, 1}) regrets[i] += own[i];
      squares += (own[1] - own[0]) * (own[1] - own[0]);
    }
    // Single runs of the KL index differ by two fifths of their mean: three standard errors, which
    // chance exceeds once in 200 seeds for each of its two forms.
    const bool is_kl = algorithm.experiment.reports.algorithm == Algorithm::cucb_ldp_kl;
    const double chance = is_kl ? 3 * std::sqrt(squares) : 0;
    CHECK(regrets[1] < 1.2 * regrets[0] + chance);
    CHECK(regrets[1] > 0.8 * regrets[0] - chance);
  }
}

}  // namespace ldp
