// Level-aware assignment: who plays what, and what the incumbent is.
#include <memory>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/multi_armed/incumbent.hpp"
#include "simulation/index_learner.hpp"
#include "simulation/level_aware_loop.hpp"
#include "simulation/simulation.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

TEST_CASE("the incumbent is the arm of the largest lower bound, round after round") {
  test::SplitMix64 random(61);
  for (int history = 0; history < 50; ++history) {
    const auto arms = static_cast<std::uint32_t>(1 + random.next() % 8);
    Incumbent incumbent(arms);
    std::vector<double> mean(arms);
    std::vector<double> width(arms, kNeverPulled);
    ConfidenceBlock block(Bound::la);
    block.start(1, 3000);
    for (std::uint64_t round = 1; round <= 3000; ++round) {
      const double scale = block.at(round).scale;
      const std::int32_t expected = incumbent_of(mean, width, scale);
      REQUIRE(incumbent.is_known() == (expected >= 0));
      if (expected >= 0) {
        REQUIRE(incumbent.best(block, round) == static_cast<std::uint32_t>(expected));
      }
      if (random.next() % 3 == 0) continue;  // no report
      const auto arm = static_cast<std::uint32_t>(random.next() % arms);
      mean[arm] = static_cast<double>(random.next() % 1000) / 1000;
      width[arm] = width[arm] == kNeverPulled ? 1 : width[arm] * 0.99;
      incumbent.set(arm, {mean[arm], width[arm]});
    }
  }
}

TEST_CASE("a discarded report makes no incumbent") {
  Incumbent incumbent(2);
  incumbent.set(1, {});
  CHECK_FALSE(incumbent.is_known());
  incumbent.set(1, {0.5, 1});
  CHECK(incumbent.is_known());
}

// Chooses arm 0 for ever, and counts how often it was asked.
class Asked {
 public:
  static constexpr bool kTilted = false;

  explicit Asked(std::uint64_t& asked) : asked_(&asked) {}

  struct Pull {
    static void learn(std::uint32_t, std::int32_t) {}
    [[nodiscard]] static ArmEstimate estimate() { return {0.5, 0.1}; }
  };
  Choice choose(ConfidenceBlock&, std::uint64_t round) {
    ++*asked_;
    return {0, Lead::none(round)};
  }
  [[nodiscard]] static Pull pull(std::uint32_t) { return {}; }
  void put(std::uint32_t, const Pull&) {}

 private:
  std::uint64_t* asked_;
};

TEST_CASE("levels below the threshold never explore once there is an incumbent") {
  const std::vector<double> levels{0, 0.5, 1, 2};
  const std::vector<double> shares{0.2, 0.3, 0.3, 0.2};
  const Population population = Population::create(levels, shares).value();
  std::vector<SimulatedBit> mechanisms;
  for (const double level : population.menu()) {
    mechanisms.push_back(SimulatedBit::create(level).value());
  }
  const auto crowd =
      std::make_shared<const Crowd<SimulatedBit>>(Crowd<SimulatedBit>{population, mechanisms});
  Environment environment{std::vector<RewardLaw>(3, RewardLaw::bernoulli(0.5)), false};
  std::uint64_t asked = 0;
  LevelAwareLoop<Asked, Visitors<SimulatedBit>> loop(
      World(environment, RewardTransform::unit(), false, 1, 0), Asked(asked),
      Visitors<SimulatedBit>(crowd, 1, 0), 2);  // from level 2 on
  // The same visitors, counted.
  Visitors<SimulatedBit> same(crowd, 1, 0);
  std::uint64_t explorers = 0;
  bool has_reported = false;
  constexpr std::uint64_t kRounds = 20'000;
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    const auto level = same.level();
    explorers += !has_reported || (level && *level >= 2);
    has_reported = has_reported || level.has_value();
  }
  ConfidenceBlock block(Bound::la);
  block.start(1, kRounds);
  loop.play(block);
  CHECK(asked == explorers);
  CHECK(explorers < kRounds / 4);
}

TEST_CASE("exploration that is left to those who teach costs less") {
  SimulationSpec spec;
  spec.seed = 3;
  for (const double mean : {.9, .8, .8, .8, .7, .7, .6, .5}) {
    spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  }
  spec.population = MenuOfLevels{{0, .2, 1, 2, 100}, {.2, .2, .2, .2, .2}};
  spec.record = {60'000};
  const auto regret = [&](Algorithm algorithm, double from, double lost = 0) {
    spec.delivery.lost = lost;
    spec.policy.algorithm = algorithm;
    spec.policy.level_aware_from = from;
    Simulation simulation = Simulation::create(spec, 0, 12).value();
    simulation.advance(60'000);
    double sum = 0;
    for (const double value : simulation.regrets()) sum += value;
    return sum / 12;
  };
  for (const Algorithm algorithm : {Algorithm::weighted_ldp_ucb, Algorithm::ldp_thompson}) {
    CHECK(regret(algorithm, 2) < 0.75 * regret(algorithm, 0));
    CHECK(regret(algorithm, 2, 0.1) < 0.75 * regret(algorithm, 0, 0.1));  // the delivery's loop
  }
}

}  // namespace
}  // namespace ldp
