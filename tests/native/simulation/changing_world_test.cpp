// Worlds whose best arm changes (docs/spec/drift.md, section 1): the means by their formulas, and
// regret against the best arm of the round.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "simulation/simulation.hpp"
#include "simulation/world.hpp"

namespace ldp {
namespace {

using Means = std::vector<double>;
const Means kMeans{.6, .5, .5, .45, .4};
constexpr std::uint64_t kHorizon = 1000;

Environment environment(const Means& means, std::vector<MeanChange> changes, Drift drift = {}) {
  Environment environment;
  for (const double mean : means) environment.arms.push_back(RewardLaw::bernoulli(mean));
  environment.changes = std::move(changes);
  environment.drift = drift;
  return environment;
}

World world_of(const Environment& environment, std::uint32_t replicate = 0) {
  return World(environment, RewardTransform::unit(), false, 7, replicate, kHorizon);
}

// The means of the arms, as the environment lists them, in the round that was played last.
Means listed(const World& world) {
  Means means(world.arms());
  for (std::uint32_t place = 0; place < world.arms(); ++place) {
    means[world.arm_at(place)] = world.mean_at(place);
  }
  return means;
}
Means placed(const World& world) {
  Means means;
  for (std::uint32_t place = 0; place < world.arms(); ++place)
    means.push_back(world.mean_at(place));
  return means;
}

TEST_CASE("a change of the means begins with the first round of its share") {
  const Means other{.4, .5, .5, .45, .4};
  World world = world_of(environment(kMeans, {{.5, ChangeKind::means, other}}));
  for (std::uint64_t round = 1; round <= kHorizon; ++round) {
    (void)world.draw(0);
    REQUIRE(listed(world) == (round <= 500 ? kMeans : other));
  }
}

TEST_CASE("rotation takes every mean to the next place") {
  World world = world_of(environment(
      kMeans, {{.25, ChangeKind::rotate}, {.5, ChangeKind::rotate}, {.75, ChangeKind::rotate}}));
  (void)world.draw(0);
  const Means first = placed(world);
  for (std::uint64_t round = 2; round <= kHorizon; ++round) {
    (void)world.draw(0);
    const std::uint64_t turn = (round - 1) / 250;
    for (std::size_t place = 0; place < 5; ++place) {
      REQUIRE(placed(world)[(place + turn) % 5] == first[place]);
    }
  }
}

TEST_CASE("a jump swaps the best mean with another, each of them equally often") {
  int to[5] = {};
  constexpr int kReplicates = 4000;
  for (std::uint32_t replicate = 0; replicate < kReplicates; ++replicate) {
    World world = world_of(environment(kMeans, {{.001, ChangeKind::jump}}), replicate);
    (void)world.draw(0);
    REQUIRE(listed(world) == kMeans);
    (void)world.draw(0);
    Means now = listed(world);
    const auto best = std::max_element(now.begin(), now.end()) - now.begin();
    REQUIRE(now[0] == kMeans[static_cast<std::size_t>(best)]);
    ++to[best];
    std::sort(now.rbegin(), now.rend());
    REQUIRE(now == kMeans);
  }
  CHECK(to[0] == 0);
  for (int arm = 1; arm < 5; ++arm) {  // 4 standard deviations
    CHECK(std::abs(to[arm] - kReplicates / 4) < 4 * std::sqrt(kReplicates * 3 / 16.0));
  }
}

TEST_CASE("a drift turns: the mean of arm i is its level + amplitude cos 2 pi (turns x + i/K)") {
  const Means levels{.5, .45, .5, .5, .6};
  World world = world_of(environment(levels, {{.5, ChangeKind::means, Means(5, .4)}}, {.15, 5}));
  for (std::uint64_t round = 1; round <= kHorizon; ++round) {
    (void)world.draw(0);
    const double x = static_cast<double>(round - 1) / kHorizon;
    const Means now = listed(world);
    for (std::size_t arm = 0; arm < 5; ++arm) {
      const double turn = std::cos(2 * std::acos(-1.0) * (5 * x + static_cast<double>(arm) / 5));
      REQUIRE(now[arm] == Approx((round <= 500 ? levels[arm] : .4) + .15 * turn).margin(1e-12));
    }
  }
}

TEST_CASE("a common drift moves all means by amplitude sin 2 pi turns x, and leaves the gaps") {
  World world = world_of(environment(kMeans, {}, {.15, 5, true}));
  for (std::uint64_t round = 1; round <= kHorizon; ++round) {
    (void)world.draw(static_cast<std::uint32_t>(round % 5));
    const double x = static_cast<double>(round - 1) / kHorizon;
    const Means now = listed(world);
    for (std::size_t arm = 0; arm < 5; ++arm) {
      const double turn = std::sin(2 * std::acos(-1.0) * 5 * x);
      REQUIRE(now[arm] == Approx(kMeans[arm] + .15 * turn).margin(1e-12));
    }
  }
  CHECK(world.regret(std::vector<std::uint64_t>(5, 200)) == Approx(200 * (.1 + .1 + .15 + .2)));
}

TEST_CASE("regret is against the best arm of the round, and arms pay with the means of the round") {
  const Environment changing = environment(kMeans, {{.5, ChangeKind::rotate}}, {.1, 3});
  World world = world_of(changing);
  World realized(changing, RewardTransform::unit(), true, 7, 0, kHorizon);
  double regret = 0;
  double paid = 0;
  double variance = 0;
  double expected = 0;
  double best_paid = 0;
  for (std::uint64_t round = 1; round <= kHorizon; ++round) {
    const auto place = static_cast<std::uint32_t>(round % 5);
    const bool is_paid = world.draw(place).value() > 0;
    CHECK((realized.draw(place).value() > 0) == is_paid);
    const Means now = placed(world);
    const double best = *std::max_element(now.begin(), now.end());
    regret += best - now[place];
    paid += is_paid;
    expected += now[place];
    variance += now[place] * (1 - now[place]);
    best_paid += best;
  }
  const std::vector<std::uint64_t> plays(5, kHorizon / 5);
  CHECK(world.regret(plays) == Approx(regret));
  CHECK(std::abs(paid - expected) < 4 * std::sqrt(variance));
  CHECK(std::abs(realized.regret(plays) - (best_paid - paid)) < 4 * std::sqrt(kHorizon * .25));
}

SimulationSpec spec_of(const Environment& environment, Algorithm algorithm) {
  SimulationSpec spec;
  spec.seed = 3;
  spec.environment = environment;
  spec.policy.algorithm = algorithm;
  spec.policy.bound = bound_without_choice(algorithm);
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.algorithm != algorithm || entry.trust_model != TrustModel::local) continue;
    spec.population = MenuOfLevels{{1}, {1}};
    if (entry.takes.epsilon_min) spec.policy.epsilon_min = 1;
    if (entry.takes.delta) spec.policy.delta = 1e-6;
  }
  spec.record = {kHorizon};
  return spec;
}

TEST_CASE("every multi-armed learner plays a changing world, by reports and by epochs") {
  const Environment changing = environment(
      kMeans, {{.3, ChangeKind::jump}, {.6, ChangeKind::means, {.1, .2, .9, .3, .3}}}, {.05, 2});
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family != Family::multi_armed) continue;
    for (const std::uint64_t epoch : {1, 50}) {
      SimulationSpec spec = spec_of(changing, entry.algorithm);
      spec.delivery.epoch = epoch;
      INFO(entry.id);
      auto made = Simulation::create(spec, 0, 2);
      REQUIRE(made.ok());
      made.value().advance(kHorizon);
      for (const double regret : made.value().regrets()) {
        CHECK(regret > 0);
        CHECK(regret < .9 * kHorizon);
      }
    }
  }
}

TEST_CASE("changes that make no sense are refused") {
  const auto reason = [](const Environment& environment) -> std::string_view {
    auto made = Simulation::create(spec_of(environment, Algorithm::ldp_thompson), 0, 1);
    if (made.ok()) return "";
    CHECK(made.error().parameter == "environment");
    return made.error().reason;
  };
  CHECK(reason(environment(kMeans, {{.5, ChangeKind::rotate}})) == "");
  CHECK(reason(environment(kMeans, {{0, ChangeKind::rotate}})) != "");
  CHECK(reason(environment(kMeans, {{1, ChangeKind::rotate}})) != "");
  CHECK(reason(environment(kMeans, {{.5, ChangeKind::rotate}, {.5, ChangeKind::jump}})) != "");
  CHECK(reason(environment(kMeans, {{.5, ChangeKind::means, {.5}}})) != "");
  CHECK(reason(environment(kMeans, {{.5, ChangeKind::means, {.5, .5, .5, .5, 1.5}}})) != "");
  CHECK(reason(environment(kMeans, {{.5, ChangeKind::rotate, kMeans}})) != "");
  CHECK(reason(environment(kMeans, {{.5, static_cast<ChangeKind>(3)}})) != "");
  CHECK(reason(environment(kMeans, {}, {.5, 1})) != "");
  CHECK(reason(environment(kMeans, {}, {-.1, 1})) != "");
  CHECK(reason(environment(kMeans, {}, {std::nan(""), 1})) != "");
  CHECK(reason(environment(kMeans, {}, {.1, std::nan("")})) != "");
  Environment mixed = environment(kMeans, {{.5, ChangeKind::rotate}});
  mixed.arms[0] = {RewardLaw::Kind::uniform, 0, 0, 1};
  CHECK(reason(mixed) != "");
  Environment switching = Environment::switching(3);
  switching.changes = {{.5, ChangeKind::rotate}};
  CHECK(reason(switching) != "");
}

}  // namespace
}  // namespace ldp
