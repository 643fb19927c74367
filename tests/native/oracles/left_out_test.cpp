// The best super arm without some arms, beside looking at every one of a small set.
#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"

namespace ldp {
namespace {

TEST_CASE("exact oracles find the best super arm without the arms that are left out") {
  test::SplitMix64 random(71);
  int found = 0;
  int empty = 0;
  for (const test::KindOfSet& kind : test::kExactKinds) {
    if (kind.reward == SetReward::minimum) continue;
    for (int round = 0; round < 100; ++round) {
      const DecisionSet set = test::random_set(random, kind.kind, kind.reward, 7);
      Result<Oracle> oracle = Oracle::create(set, 3);
      if (!oracle.ok()) continue;
      const std::vector<double> weights = test::random_weights(random, set.arms);
      const std::uint32_t out = 1 + test::below(random, (1U << set.arms) - 1);
      double best = 0;
      bool is_any = false;
      for (const std::uint32_t mask : test::all_super_arms(set)) {
        if ((mask & out) != 0) continue;
        const double reward = test::plain_reward(set, test::clipped(weights), mask);
        best = is_any ? std::max(best, reward) : reward;
        is_any = true;
      }
      std::vector<std::uint32_t> arms;
      oracle.value().solve_without(test::arms_of(out), weights, arms);
      CAPTURE(kind.name, round);
      CHECK(arms.empty() != is_any);
      (is_any ? found : empty) += 1;
      if (!is_any || arms.empty()) continue;
      std::uint32_t mask = 0;
      for (const std::uint32_t arm : arms) mask |= 1U << arm;
      CHECK((mask & out) == 0);
      CHECK(test::is_super_arm(set, mask));
      CHECK(test::plain_reward(set, test::clipped(weights), mask) == Approx(best).margin(1e-7));
    }
  }
  CHECK(found > 100);
  CHECK(empty > 100);
}

}  // namespace
}  // namespace ldp
