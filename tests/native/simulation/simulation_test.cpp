#include "simulation/simulation.hpp"

#include <cmath>

#include "catch.hpp"
#include "simulation/regret_curve.hpp"

namespace ldp {
namespace {

SimulationSpec spec(Algorithm algorithm) {
  SimulationSpec spec;
  spec.seed = 42;
  spec.policy.algorithm = algorithm;
  const Takes& takes = kCatalog[static_cast<std::size_t>(algorithm)].takes;
  spec.policy.bound = takes.bound ? Bound::l4 : bound_without_choice(algorithm);
  for (const double mean : {0.9, 0.8, 0.7, 0.3, 0.5}) {
    spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  }
  spec.record = {1, 10, 511, 512, 513, 3000};
  if (kCatalog[static_cast<std::size_t>(algorithm)].trust_model != TrustModel::local) return spec;
  spec.population = MenuOfLevels{{0, 0.5, 2}, {0.2, 0.3, 0.5}};
  if (has_trait(algorithm, Trait::one_level)) spec.population = MenuOfLevels{{2}, {1}};
  spec.policy.epsilon_min = takes.epsilon_min ? 0.5 : 0;
  return spec;
}

// All multi-armed ones; Gaussian reports, which need a delta, have tests of their own.
const std::vector<Algorithm> kAll = [] {
  std::vector<Algorithm> all;
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family == Family::multi_armed && !entry.takes.delta) all.push_back(entry.algorithm);
  }
  return all;
}();

MenuOfLevels& menu(SimulationSpec& spec) { return std::get<MenuOfLevels>(spec.population); }

Simulation finished(const SimulationSpec& spec, std::uint32_t first, std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, first, replicates).value();
  simulation.advance(spec.record.back());
  return simulation;
}

TEST_CASE("slices of any length give the same bits") {
  for (const Algorithm algorithm : kAll) {
    const Simulation whole = finished(spec(algorithm), 0, 3);
    for (const std::uint64_t slice : {1u, 7u, 512u, 1000u}) {
      Simulation sliced = Simulation::create(spec(algorithm), 0, 3).value();
      while (!sliced.finished()) sliced.advance(slice);
      CHECK(std::equal(whole.regrets().begin(), whole.regrets().end(), sliced.regrets().begin()));
    }
  }
}

TEST_CASE("replicates split over workers give the same bits") {
  for (const Algorithm algorithm : kAll) {
    constexpr std::uint32_t kReplicates = 6;
    const Simulation together = finished(spec(algorithm), 0, kReplicates);
    for (std::uint32_t first = 0; first < kReplicates; first += 2) {
      const Simulation part = finished(spec(algorithm), first, 2);
      for (std::size_t point = 0; point < 6; ++point) {
        CHECK(part.regrets()[2 * point] == together.regrets()[kReplicates * point + first]);
        CHECK(part.regrets()[2 * point + 1] == together.regrets()[kReplicates * point + first + 1]);
      }
    }
  }
}

TEST_CASE("short runs are the same for ever: the bits of the figures are final") {
  const auto regret = [](Algorithm algorithm, double level_aware_from = 0) {
    SimulationSpec golden = spec(algorithm);
    golden.policy.level_aware_from = level_aware_from;
    return finished(golden, 0, 3).regrets().back();
  };
  CHECK(regret(Algorithm::weighted_ldp_ucb) == Approx(265.5).epsilon(1e-9));
  CHECK(regret(Algorithm::he_ldp_ucb_bernoulli) == Approx(381.3).epsilon(1e-9));
  CHECK(regret(Algorithm::he_ldp_ucb_laplace) == Approx(542.6).epsilon(1e-9));
  CHECK(regret(Algorithm::weighted_ldp_ucb_laplace) == Approx(341.3).epsilon(1e-9));
  CHECK(regret(Algorithm::ldp_kl_ucb) == Approx(89.1).epsilon(1e-9));
  CHECK(regret(Algorithm::ldp_thompson) == Approx(92.4).epsilon(1e-9));
  CHECK(regret(Algorithm::ldp_tsallis_inf) == Approx(286.6).epsilon(1e-9));
  CHECK(regret(Algorithm::ldp_exp3) == Approx(326.2).epsilon(1e-9));
  CHECK(regret(Algorithm::ucb1) == Approx(124.9).epsilon(1e-9));
  CHECK(regret(Algorithm::kl_ucb) == Approx(32.6).epsilon(1e-9));
  CHECK(regret(Algorithm::thompson) == Approx(46.5).epsilon(1e-9));
  CHECK(regret(Algorithm::tsallis_inf) == Approx(77.3).epsilon(1e-9));
  CHECK(regret(Algorithm::exp3) == Approx(69.6).epsilon(1e-9));
  CHECK(regret(Algorithm::weighted_ldp_ucb, 2) == Approx(140.2).epsilon(1e-9));
}

TEST_CASE("another seed and another replicate give another history") {
  SimulationSpec other = spec(Algorithm::weighted_ldp_ucb);
  const double regret = finished(other, 0, 1).regrets().back();
  CHECK(finished(other, 1, 1).regrets().back() != regret);
  other.seed = 43;
  CHECK(finished(other, 0, 1).regrets().back() != regret);
}

TEST_CASE("progress is told in rounds and in points that are final") {
  Simulation simulation = Simulation::create(spec(Algorithm::ucb1), 0, 2).value();
  CHECK(simulation.horizon() == 3000);
  CHECK(simulation.recorded() == 0);
  simulation.advance(11);
  CHECK(simulation.rounds_done() == 11);
  CHECK(simulation.recorded() == 2);
  simulation.advance(1'000'000);
  CHECK(simulation.rounds_done() == 3000);
  CHECK(simulation.recorded() == 6);
  CHECK(simulation.finished());
  std::uint64_t plays = 0;
  for (std::uint32_t arm = 0; arm < 5; ++arm) plays += simulation.plays(1, arm);
  CHECK(plays == 3000);
}

TEST_CASE("silent visitors are served and count in t, and teach nothing") {
  SimulationSpec silent = spec(Algorithm::weighted_ldp_ucb);
  menu(silent).probabilities = {1, 0, 0};
  // No visitor reports, so every arm stays unseen and the lowest position is played for ever.
  const Simulation simulation = finished(silent, 0, 1);
  std::uint64_t most = 0;
  for (std::uint32_t arm = 0; arm < 5; ++arm) most = std::max(most, simulation.plays(0, arm));
  CHECK(most == 3000);
}

TEST_CASE("uniform play loses the mean gap in every round") {
  SimulationSpec uniform = spec(Algorithm::uniform);
  uniform.record = {200'000};
  const Simulation simulation = finished(uniform, 0, 1);
  CHECK(simulation.regrets()[0] / 200'000 == Approx(0.26).epsilon(0.01));
}

TEST_CASE("one arm costs nothing") {
  for (const Algorithm algorithm : kAll) {
    SimulationSpec single = spec(algorithm);
    single.environment.arms = {RewardLaw::bernoulli(0.3)};
    CHECK(finished(single, 0, 1).regrets().back() == 0);
  }
}

TEST_CASE("a specification that makes no sense is refused by name") {
  const auto refused = [](auto change, Algorithm algorithm = Algorithm::he_ldp_ucb_bernoulli) {
    SimulationSpec changed = spec(algorithm);
    change(changed);
    const auto simulation = Simulation::create(changed, 0, 1);
    if (simulation.ok()) return std::string_view("");
    CHECK(simulation.error().code == ErrorCode::spec_invalid);
    return simulation.error().parameter;
  };
  CHECK(refused([](SimulationSpec&) {}) == "");
  CHECK(refused([](SimulationSpec& s) { s.policy.algorithm = static_cast<Algorithm>(99); }) ==
        "algorithm");
  CHECK(refused([](SimulationSpec& s) { s.policy.bound = static_cast<Bound>(2); }) == "bound");
  CHECK(refused([](SimulationSpec& s) { s.environment.arms.clear(); }) == "environment");
  CHECK(refused([](SimulationSpec& s) { s.environment.arms[0].shape = 1.5; }) == "environment");
  CHECK(refused([](SimulationSpec& s) { s.environment.arms[0].shape = std::nan(""); }) ==
        "environment");
  CHECK(refused([](SimulationSpec& s) { s.environment.arms[0].high = 2; }) == "rewards");
  CHECK(refused([](SimulationSpec& s) { s.environment.arms.resize(4097); }) == "serving");
  CHECK(refused([](SimulationSpec& s) { menu(s).levels[1] = 50; }) == "levels");
  CHECK(refused([](SimulationSpec& s) { menu(s).probabilities[1] = 0.4; }) == "probabilities");
  CHECK(refused([](SimulationSpec& s) { s.policy.epsilon_min = 0; }) == "epsilonMin");
  CHECK(refused([](SimulationSpec& s) { s.policy.epsilon_min = 3; }) == "epsilonMin");
  CHECK(refused([](SimulationSpec& s) { s.record.clear(); }) == "record");
  CHECK(refused([](SimulationSpec& s) { s.record[0] = 0; }) == "record");
  CHECK(refused([](SimulationSpec& s) { s.record[1] = 1; }) == "record");
  CHECK(refused([](SimulationSpec& s) { s.record[5] = kMaximumRounds + 1; }) == "record");
  for (const auto& [first, count] : {std::pair{0u, 0u}, {0u, 10'001u}, {10'000u, 1u}, {~0u, ~0u}}) {
    const auto simulation = Simulation::create(spec(Algorithm::ucb1), first, count);
    REQUIRE_FALSE(simulation.ok());
    CHECK(simulation.error().parameter == "replicates");
  }
}

}  // namespace
}  // namespace ldp
