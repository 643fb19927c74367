#include "simulation/combinatorial/changing_oracle.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "oracles/specification_worlds.hpp"
#include "random/split_mix64.hpp"
#include "server/combinatorial/upper_weights.hpp"
#include "simulation/combinatorial/combinatorial_world.hpp"
#include "simulation/combinatorial/reported_coordinate.hpp"
#include "simulation/combinatorial/simulated_report.hpp"

namespace ldp {
namespace {

using test::quick_worlds;
using test::SplitMix64;

// Often at the ends, as clipped indices are.
double weight(SplitMix64& random) {
  const double u = random.real();
  return u < 0.2 ? 1 : (u < 0.3 ? 0 : random.real());
}

// In how many of the rounds an index player has the oracle of influence run. All coordinates enter
// its indices, or that of the least reported arm alone.
template <class Report, class LawAt>
std::uint64_t runs_of_influence(const Report& report, bool is_all, LawAt law_at, int rounds) {
  const CombinatorialEnvironment environment = test::influence_world();
  ChangingOracle oracle = ChangingOracle::create(environment.set, 5).value();
  CombinatorialWorld world(environment, 5, 0);
  SeededStream noise(5, 0, Purpose::noise);
  LeastReported least(environment.set.arms, 5);
  std::vector<ReportCounts> reports(environment.set.arms);
  RadiusLaw law;
  double until = 0;
  const auto weigh = [&](std::uint32_t arm) {
    const ArmSums sums = report.sums(reports[arm]);
    oracle.update(arm, upper_weight(sums.mean(), sums.weight, law));
  };
  const std::uint64_t before = oracle.solves();
  for (int round = 1; round <= rounds; ++round) {
    if (round >= until) {
      until = next_log_epoch(round);
      law = law_at(until);
      for (std::uint32_t arm = 0; arm < environment.set.arms; ++arm) weigh(arm);
    }
    const std::vector<std::uint32_t> arms(oracle.arms().begin(), oracle.arms().end());
    const RoundOutcomes outcomes = world.next_round();
    const std::uint32_t asked = least.of(arms);
    for (const std::uint32_t arm : arms) {
      if (!is_all && arm != asked) continue;
      reports[arm].count += 1;
      reports[arm].total += report(noise, unit_of(outcomes[arm]));
      least.add(arm);
      weigh(arm);
    }
  }
  return oracle.solves() - before;
}

}  // namespace

TEST_CASE("weights may change one by one or all at once: the super arm is that of a fresh run") {
  SplitMix64 random{17};
  for (const auto& world : quick_worlds()) {
    CAPTURE(world.name);
    const DecisionSet& set = world.environment.set;
    ChangingOracle changing = ChangingOracle::create(set, 99).value();
    Oracle fresh = Oracle::create(set, 99).value();
    std::vector<double> weights(set.arms, 1.0);
    std::vector<std::uint32_t> expected;
    for (int step = 0; step < 1500; ++step) {
      if (step % 100 == 50) {
        for (double& w : weights) w = weight(random);
        changing.assign(weights);
      } else {
        const auto arm = static_cast<std::uint32_t>(random.next() % set.arms);
        weights[arm] = weight(random);
        changing.update(arm, weights[arm]);
      }
      if (step % 3 == 1) continue;  // several changes before one arms()
      fresh.solve(weights, expected);
      const std::span<const std::uint32_t> arms = changing.arms();
      REQUIRE(std::vector<std::uint32_t>(arms.begin(), arms.end()) == expected);
    }
  }
}

TEST_CASE("a sum over matroids, paths and matchings reruns only for what could change the best") {
  const DecisionSet set = test::tree_world().set;
  ChangingOracle changing = ChangingOracle::create(set, 3).value();
  (void)changing.arms();
  const std::uint64_t before = changing.solves();
  const std::vector<std::uint32_t> tree(changing.arms().begin(), changing.arms().end());
  const auto is_in = [&](std::uint32_t arm) {
    return std::find(tree.begin(), tree.end(), arm) != tree.end();
  };
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    if (!is_in(arm)) changing.update(arm, 0.5);  // another one falls
    (void)changing.arms();
  }
  CHECK(changing.solves() == before);
  changing.update(tree[0], 0.4);  // a member falls
  (void)changing.arms();
  CHECK(changing.solves() == before + 1);
}

TEST_CASE("the oracle of influence waits until a weight has moved by more than 0.01") {
  const CombinatorialEnvironment world = test::influence_world();
  ChangingOracle changing = ChangingOracle::create(world.set, 3).value();
  changing.assign(world.means);
  (void)changing.arms();
  const std::uint64_t before = changing.solves();
  changing.update(0, world.means[0] + 0.009);
  changing.update(0, world.means[0] - 0.009);
  (void)changing.arms();
  CHECK(changing.solves() == before);
  changing.update(0, world.means[0] - 0.011);
  (void)changing.arms();
  CHECK(changing.solves() == before + 1);
}

// docs/spec/combinatorial.md, section 8, F5: 312 and 1,269 runs in another seed's 100,000 rounds of
// the players themselves.
TEST_CASE("index policies have the oracle of influence run in fewer than 2 % of the rounds") {
  constexpr int kRounds = 100'000;
  CHECK(runs_of_influence(RawReport(), true, cucb_law, kRounds) < kRounds / 50);
  CHECK(runs_of_influence(BitReport::create(1).value(), false, bit_law, kRounds) < kRounds / 50);
}

}  // namespace ldp
