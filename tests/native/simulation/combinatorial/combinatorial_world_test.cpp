#include "simulation/combinatorial/combinatorial_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "oracles/specification_worlds.hpp"

namespace ldp {

// What is best there, and by how much: oracles/set_reward_test.cpp.
TEST_CASE("regret in the worlds of the specification is against their optimum") {
  for (const test::NamedWorld& world : test::quick_worlds()) {
    CAPTURE(world.name);
    const CombinatorialEnvironment environment = world.environment;
    REQUIRE(check_environment(environment).ok());
    // Also where the oracle is greedy.
    const double target = regret_target(environment, CombinatorialRegret::pseudo).value();
    CHECK(target == Approx(world.optimum));
  }
}

TEST_CASE("approximation regret is against alpha beta of the best: (1 - 1/e) for greedy coverage") {
  const CombinatorialEnvironment world = test::coverage_world();
  const double target = regret_target(world, CombinatorialRegret::approximation).value();
  CHECK(target == Approx((1 - std::exp(-1)) * 6));
  CHECK(regret_target(test::tree_world(), CombinatorialRegret::approximation).value() ==
        Approx(4.0));
}

TEST_CASE("the best two seeds of the influence world reach 7.555 nodes") {
  const CombinatorialEnvironment world = test::influence_world();
  CHECK(regret_target(world, CombinatorialRegret::pseudo).value() == Approx(7.555).margin(1e-3));
}

// 40,000 rounds: four standard errors are 0.01; fixed seed.
TEST_CASE("outcomes have their means, alone or with a uniform in common") {
  const std::vector<double> means{0.1, 0.5, 0.8, 0, 1};
  CombinatorialEnvironment world{{}, means, {}};
  world.set.arms = 5;
  world.set.choose = 1;
  for (const bool is_common : {false, true}) {
    world.together.assign(is_common ? 5 : 0, 3);
    CombinatorialWorld draws(world, 5, 0);
    constexpr int kRounds = 40'000;
    std::vector<double> sums(5);
    double both = 0;
    for (int round = 0; round < kRounds; ++round) {
      const RoundOutcomes outcomes = draws.next_round();
      for (std::uint32_t arm = 0; arm < 5; ++arm) sums[arm] += outcomes[arm];
      both += outcomes[1] * outcomes[2];
      // Comonotone: when an arm pays, every likelier arm pays too.
      if (is_common) REQUIRE(outcomes[0] <= outcomes[1]);
    }
    for (std::uint32_t arm = 0; arm < 5; ++arm) {
      CHECK(sums[arm] / kRounds == Approx(means[arm]).margin(0.01));
    }
    CHECK(both / kRounds == Approx(is_common ? 0.5 : 0.4).margin(0.01));
  }
}

TEST_CASE("outcomes are a function of seed, replicate, round and arm, asked for or not") {
  const CombinatorialEnvironment world = test::top_k_world(20, 4);
  CombinatorialWorld first(world, 9, 2);
  CombinatorialWorld second(world, 9, 2);
  CombinatorialWorld other(world, 9, 3);
  int differences = 0;
  for (int round = 0; round < 500; ++round) {
    const RoundOutcomes one = first.next_round();
    const RoundOutcomes two = second.next_round();
    const RoundOutcomes three = other.next_round();
    for (const std::uint32_t arm : {19U, 4U, 0U, 11U, 7U, 2U, 15U}) {
      const std::uint32_t outcome = one[arm];
      REQUIRE(one[arm] == outcome);
      if (round % 2 == 0) REQUIRE(two[arm] == outcome);
      differences += three[arm] != outcome ? 1 : 0;
    }
  }
  CHECK(differences > 1000);
}

TEST_CASE("an environment that cannot be played is refused") {
  const auto refused = [](auto change) {
    CombinatorialEnvironment world = test::top_k_world(5, 2);
    change(world);
    const Status status = check_environment(world);
    return !status.ok() && status.error().code == ErrorCode::spec_invalid &&
           status.error().parameter == "environment";
  };
  CHECK(!refused([](auto&) {}));
  CHECK(refused([](auto& w) { w.means.pop_back(); }));
  CHECK(refused([](auto& w) { w.means[1] = 1.5; }));
  CHECK(refused([](auto& w) { w.means[1] = std::nan(""); }));
  CHECK(refused([](auto& w) { w.together = {0, 0}; }));
  CHECK(refused([](auto& w) { w.together.assign(5, 5); }));
  CHECK(refused([](auto& w) { w.set.choose = 6; }));
  CHECK(refused([](auto& w) { w.set.kind = SetKind::custom; }));
}

}  // namespace ldp
