// The comparators with a trusted server in a world, against an independent implementation.
#include "simulation/combinatorial/dp_player.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "simulation/combinatorial/combinatorial_world.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kRounds = 100'000;

// topk of docs/spec/combinatorial.md, section 7: 20 arms, 4 of them at .8 and the others at .5.
CombinatorialEnvironment top_four() {
  CombinatorialEnvironment environment;
  environment.set.arms = 20;
  environment.set.choose = 4;
  environment.means.assign(20, 0.5);
  for (const std::size_t arm : {3, 8, 11, 19}) environment.means[arm] = 0.8;
  return environment;
}

CombinatorialExperiment central(Coordinate coordinate, const DecisionSet& set) {
  CombinatorialExperiment experiment;
  experiment.reports.algorithm = Algorithm::cucb_dp;
  experiment.reports.arms = set.arms;
  experiment.reports.levels = {1};
  experiment.set = set;
  experiment.coordinate = coordinate;
  experiment.width = CombinatorialWidth::none;
  return experiment;
}

CombinatorialGame game(const CombinatorialExperiment& experiment, CentralNoise noise,
                       std::uint32_t replicate = 0) {
  CombinatorialGame game{.experiment = experiment};
  game.noise = noise;
  game.rounds = kRounds;
  game.seed = 5;
  game.replicate = replicate;
  return game;
}

double regret(CentralNoise noise, Coordinate coordinate, std::uint32_t replicate) {
  const CombinatorialEnvironment environment = top_four();
  const CombinatorialExperiment experiment = central(coordinate, environment.set);
  const MadeCombinatorialPlayer player =
      std::move(make_dp_player(game(experiment, noise, replicate))).value();
  CombinatorialWorld world(environment, 5, replicate);
  std::vector<double> played(environment.means.size());
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const auto arms = player->choose();
    if (round % 1000 == 0) REQUIRE(check_super_arm(environment.set, arms).ok());
    for (const std::uint32_t arm : arms) ++played[arm];
    player->learn(arms, world.next_round());
  }
  double regret = 4 * 0.8 * kRounds;
  for (std::size_t arm = 0; arm < played.size(); ++arm) {
    regret -= environment.means[arm] * played[arm];
  }
  return regret;
}

double mean_regret(CentralNoise noise, Coordinate coordinate) {
  return (regret(noise, coordinate, 0) + regret(noise, coordinate, 1)) / 2;
}

// Reference values: mean and standard deviation of 20 runs of an independent implementation.
// Within 6 standard errors of two runs, 4 checks: false alarm below 1e-8 if runs were normal.
TEST_CASE("after 100,000 rounds each form has lost as much as an independent implementation") {
  const double width = 6 / std::sqrt(2);
  CHECK(mean_regret(CentralNoise::tree, Coordinate::all) == Approx(36679).margin(width * 740));
  CHECK(mean_regret(CentralNoise::tree, Coordinate::least_reported) ==
        Approx(16753).margin(width * 2811));
  CHECK(mean_regret(CentralNoise::batches, Coordinate::all) == Approx(6053).margin(width * 174));
  CHECK(mean_regret(CentralNoise::batches, Coordinate::least_reported) ==
        Approx(2964).margin(width * 385));
}

TEST_CASE("the published radius is above 1 for all 100,000 rounds: one super arm, whichever") {
  const double lost = mean_regret(CentralNoise::published, Coordinate::all) / kRounds;
  // Each of the two runs plays 0 to 4 bad arms all the time.
  CHECK(std::abs(lost / 0.15 - std::round(lost / 0.15)) < 1e-9);
}

TEST_CASE("the same seed gives the same rounds, and what makes no sense is refused by name") {
  CHECK(regret(CentralNoise::batches, Coordinate::all, 0) ==
        regret(CentralNoise::batches, Coordinate::all, 0));
  CHECK(regret(CentralNoise::batches, Coordinate::all, 0) !=
        regret(CentralNoise::batches, Coordinate::all, 1));

  const auto refused = [](const CombinatorialExperiment& experiment, CentralNoise noise) {
    const Result<MadeCombinatorialPlayer> made = make_dp_player(game(experiment, noise));
    REQUIRE_FALSE(made.ok());
    CHECK(made.error().code == ErrorCode::spec_invalid);
    return made.error().parameter;
  };
  const DecisionSet set = top_four().set;
  CHECK(refused(central(Coordinate::least_reported, set), CentralNoise::published) == "noise");
  CHECK(refused(central(Coordinate::uniform, set), CentralNoise::batches) == "coordinate");
  CombinatorialExperiment wrong = central(Coordinate::all, set);
  wrong.reports.levels = {1, 2};
  CHECK(refused(wrong, CentralNoise::batches) == "levels");
  wrong.reports.levels = {1e-9};
  CHECK(refused(wrong, CentralNoise::tree) == "epsilon");
  DecisionSet apart;  // no path from 0 to 2
  apart.kind = SetKind::path;
  apart.arms = 1;
  apart.nodes = 3;
  apart.target = 2;
  apart.from = {0};
  apart.to = {1};
  CHECK(refused(central(Coordinate::all, apart), CentralNoise::batches) == "environment");
}

}  // namespace
}  // namespace ldp
