#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "oracles/specification_worlds.hpp"
#include "simulation/combinatorial/players.hpp"

namespace ldp {
namespace {

using test::combinatorial_run;
using test::experiment_of;
using test::local_algorithms;
using test::regret_of;

std::map<std::string, double> regrets_in(const CombinatorialEnvironment& world,
                                         std::uint64_t horizon, std::uint32_t replicates,
                                         const std::set<std::string>& names) {
  std::map<std::string, double> regrets;
  for (const auto& [name, experiment] : local_algorithms(horizon)) {
    const SimulationSpec spec = combinatorial_run(world, experiment, {horizon});
    if (names.count(name) != 0) regrets[name] = regret_of(spec, replicates);
  }
  regrets["CUCB"] = regret_of(combinatorial_run(world,
                                                [] {
                                                  CombinatorialExperiment e =
                                                      experiment_of(Algorithm::cucb, 0);
                                                  e.coordinate = Coordinate::all;
                                                  return e;
                                                }(),
                                                {horizon}),
                              replicates);
  return regrets;
}

SimulationSpec simple_run(std::vector<std::uint64_t> record, std::uint64_t epoch = 1) {
  return combinatorial_run(test::top_k_world(20, 4), experiment_of(Algorithm::cucb_ldp_bit),
                           std::move(record), epoch);
}

}  // namespace

// The order of docs/spec/combinatorial.md, section 8, F2, in small; the distances are many standard
// errors.
TEST_CASE("in the top-K world each improvement of the specification loses less") {
  auto regret =
      regrets_in(test::top_k_world(20, 4), 100'000, 2,
                 {"LDP2-T", "LDP2-B", "LDP-R-B", "LDP2-s", "LDP2", "LDP1", "LDP1 printed"});
  CHECK(regret["CUCB"] < 0.8 * regret["LDP2-T"]);
  CHECK(regret["LDP2-T"] < 0.5 * regret["LDP-R-B"]);
  CHECK(regret["LDP2-B"] < 0.5 * regret["LDP-R-B"]);
  CHECK(regret["LDP2-B"] < 0.5 * regret["LDP2-s"]);
  CHECK(regret["LDP2-s"] < 0.5 * regret["LDP2"]);
  CHECK(regret["LDP2"] < 0.8 * regret["LDP1 printed"]);
  CHECK(regret["LDP1 printed"] < 0.8 * regret["LDP1"]);
}

// K-path, K = 4 and 8: arms doubled with K, base gap the same. Per-arm indices lose K^2 where the
// joint index and the sum report lose K.
TEST_CASE("the joint index and sum reports grow with K, an index for each arm with its square") {
  const std::set<std::string> names{"LDP2-B", "LDP2-E", "sum"};
  auto four = regrets_in(test::k_path_world(4), 200'000, 2, names);
  auto eight = regrets_in(test::k_path_world(8), 200'000, 2, names);
  CHECK(eight["LDP2-B"] > 3 * four["LDP2-B"]);
  CHECK(eight["LDP2-E"] < 2.6 * four["LDP2-E"]);
  CHECK(eight["sum"] < 2.6 * four["sum"]);
  CHECK(four["LDP2-E"] < 0.4 * four["LDP2-B"]);
}

TEST_CASE("on paths Thompson sampling loses a fraction of what upper indices lose") {
  auto regret =
      regrets_in(test::grid_world(SetReward::sum, 0.7, 0.4), 50'000, 2, {"LDP2-T", "LDP2-B"});
  CHECK(regret["LDP2-T"] < 0.3 * regret["LDP2-B"]);
}

TEST_CASE("slices and splits leave no trace in regrets and plays") {
  const std::vector<std::uint64_t> record{10, 777, 2000};
  for (const auto& world : {test::top_k_world(20, 4), test::coverage_world()}) {
    for (const Algorithm algorithm :
         {Algorithm::cucb_ldp_bit, Algorithm::combinatorial_thompson, Algorithm::cucb_ldp1}) {
      const SimulationSpec spec = combinatorial_run(world, experiment_of(algorithm), record);
      Simulation whole = Simulation::create(spec, 0, 3).value();
      whole.advance(2000);
      std::vector<double> regrets(9);
      std::vector<double> plays(3 * world.means.size());
      for (std::uint32_t replicate = 0; replicate < 3; ++replicate) {
        Simulation part = Simulation::create(spec, replicate, 1).value();
        while (!part.finished()) part.advance(37);
        for (std::size_t time = 0; time < 3; ++time) {
          regrets[3 * time + replicate] = part.regrets()[time];
        }
        for (std::size_t i = 0; i < plays.size(); ++i) plays[i] += part.plays()[i];
      }
      CHECK(std::equal(regrets.begin(), regrets.end(), whole.regrets().begin()));
      CHECK(std::equal(plays.begin(), plays.end(), whole.plays().begin()));
    }
  }
}

TEST_CASE("plays count the rounds since the record time before, K of them a round") {
  Simulation simulation = Simulation::create(simple_run({100, 5000}), 0, 2).value();
  simulation.advance(5000);
  const std::span<const double> plays = simulation.plays();
  REQUIRE(plays.size() == 40);
  double first = 0;
  double second = 0;
  for (std::size_t arm = 0; arm < 20; ++arm) {
    first += plays[arm];
    second += plays[20 + arm];
    CHECK(plays[arm] <= 200);
    CHECK(static_cast<double>(simulation.plays(0, static_cast<std::uint32_t>(arm)) +
                              simulation.plays(1, static_cast<std::uint32_t>(arm))) ==
          plays[arm] + plays[20 + arm]);
  }
  CHECK(first == 4 * 100 * 2);
  CHECK(second == 4 * 4900 * 2);
}

TEST_CASE("an epoch of 50 rounds has the server's slates for it, and costs little") {
  const double often = regret_of(simple_run({50'000}), 2);
  const double seldom = regret_of(simple_run({50'000}, 50), 2);
  CHECK(seldom < 1.5 * often);
  CHECK(seldom > 0.8 * often);
}

// Of a trusted server's batches most outcomes wait longer than 50 rounds anyway.
TEST_CASE("a trusted server may publish once in 50 rounds, which costs little") {
  CombinatorialExperiment batches = experiment_of(Algorithm::cucb_dp);
  batches.coordinate = Coordinate::all;
  const auto run = [&](std::uint64_t epoch) {
    return regret_of(combinatorial_run(test::top_k_world(20, 4), batches, {50'000}, epoch), 2);
  };
  const double often = run(1);
  const double seldom = run(50);
  CHECK(seldom != often);
  CHECK(seldom < 1.5 * often);
  CHECK(seldom > 0.8 * often);
}

// Seeds known to be the best have the indices of their own edges alone in doubt.
TEST_CASE("in the influence world both hubs are learnt") {
  CombinatorialExperiment cucb = experiment_of(Algorithm::cucb, 0);
  cucb.coordinate = Coordinate::all;
  const CombinatorialEnvironment world = test::influence_world();
  Simulation simulation =
      Simulation::create(combinatorial_run(world, cucb, {500, 3000}), 0, 1).value();
  simulation.advance(3000);
  // Of the last 2500 rounds, how many seeded a hub: its out-edges are arms 0 and 5.
  CHECK(simulation.plays()[40] > 0.9 * 2500);
  CHECK(simulation.plays()[45] > 0.9 * 2500);
}

TEST_CASE("random play is the same with and without private outcomes, and any arm comes") {
  CombinatorialExperiment uniform = experiment_of(Algorithm::uniform, 0);
  uniform.coordinate = Coordinate::all;
  Simulation simulation =
      Simulation::create(combinatorial_run(test::matching_world(), uniform, {2000}), 0, 1).value();
  simulation.advance(2000);
  for (const double plays : simulation.plays()) CHECK(plays > 250);  // each a fifth of the rounds
  CHECK(simulation.regrets()[0] > 0.3 * 2000);
}

TEST_CASE("a run that no combinatorial world has is refused, with the field") {
  const auto refused = [](auto change) {
    SimulationSpec spec = simple_run({100});
    change(spec);
    const Result<Simulation> made = Simulation::create(spec, 0, 1);
    if (made.ok()) return std::string();
    CHECK(made.error().code == ErrorCode::spec_invalid);
    return std::string(made.error().parameter);
  };
  CHECK(refused([](auto&) {}) == "");
  CHECK(refused([](auto& s) { s.delivery.delay = 1; }) == "delay");
  CHECK(refused([](auto& s) { s.delivery.lost = 0.5; }) == "lost");
  CHECK(refused([](auto& s) { s.delivery.serving = Serving::frozen_log; }) == "serving");
  CHECK(refused([](auto& s) { s.delivery.epoch = 0; }) == "epoch");
  CHECK(refused([](auto& s) { s.is_realized = true; }) == "regret");
  CHECK(refused([](auto& s) { s.combinatorial->environment.means[0] = 2; }) == "environment");
  CHECK(refused([](auto& s) { s.combinatorial->experiment.reports.levels = {}; }) == "levels");
  CHECK(refused([](auto& s) { s.combinatorial->experiment.horizon = 5; }) == "horizon");
  CHECK(refused([](auto& s) { s.combinatorial->experiment.coordinate = Coordinate::all; }) ==
        "coordinate");
  CHECK(refused([](auto& s) {
          s.combinatorial->experiment = experiment_of(Algorithm::ldp_linucb);
        }) == "algorithm");
  // 4845 super arms.
  CHECK(refused([](auto& s) {
          s.combinatorial->experiment = experiment_of(Algorithm::cucb_ldp_joint);
        }) == "environment");
  CHECK(refused([](auto& s) {
          s.combinatorial->environment = test::coverage_world();
          s.combinatorial->experiment = experiment_of(Algorithm::cucb_ldp_sum);
        }) == "environment");
  // Without privacy there are no reports to wait for; a trusted server's sums may wait.
  CHECK(refused([](auto& s) {
          s.combinatorial->experiment = experiment_of(Algorithm::cucb, 0);
          s.combinatorial->experiment.coordinate = Coordinate::all;
          s.delivery.epoch = 10;
        }) == "epoch");
}

}  // namespace ldp
