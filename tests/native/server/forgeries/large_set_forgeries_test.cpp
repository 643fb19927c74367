// Forged reports against slates of sets as large as collectors have them, and of those where
// nothing is counted.
#include <cstdint>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/combinatorial/combinatorial_forgeries.hpp"

namespace ldp {
namespace {

// `side` times `side` nodes, with moves right and down.
DecisionSet grid(std::uint32_t side) {
  DecisionSet set;
  set.kind = SetKind::path;
  set.nodes = side * side;
  set.target = set.nodes - 1;
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    if (node % side + 1 < side) {
      set.from.push_back(node);
      set.to.push_back(node + 1);
    }
    if (node + side < set.nodes) {
      set.from.push_back(node);
      set.to.push_back(node + side);
    }
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
  return set;
}

DecisionSet all_pairs(SetKind kind, std::uint32_t side) {
  DecisionSet set;
  set.kind = kind;
  set.nodes = side;
  set.right = kind == SetKind::matching ? side : 0;
  for (std::uint32_t from = 0; from < side; ++from) {
    for (std::uint32_t to = kind == SetKind::matching ? 0 : from + 1; to < side; ++to) {
      set.from.push_back(from);
      set.to.push_back(to);
    }
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
  return set;
}

Statistics random_statistics(const MultiArmedExperiment& experiment, test::SplitMix64& random) {
  Statistics statistics(experiment);
  std::vector<std::int64_t> sums(statistics.sums().size());
  for (std::size_t i = 0; i < sums.size(); i += 2) {
    sums[i] = 500 + test::below(random, 1000);
    sums[i + 1] = sums[i] * (300 + test::below(random, 400)) / 1000;
  }
  REQUIRE(statistics.assign(sums).ok());
  return statistics;
}

TEST_CASE("asking an oracle gives nearly the bound of looking at every super arm") {
  test::SplitMix64 random(53);
  std::uint64_t asked_for = 0;
  std::uint64_t looked_for = 0;
  for (const DecisionSet& set : {grid(4), grid(5), all_pairs(SetKind::matching, 5)}) {
    for (const std::vector<double>& levels :
         {std::vector<double>{1}, std::vector<double>{0.5, 2}}) {
      for (int round = 0; round < 10; ++round) {
        const auto asked = test::combinatorial(Algorithm::cucb_ldp_bit, set, levels);
        const auto joint = test::combinatorial(Algorithm::cucb_ldp_joint, set, levels);
        const Statistics statistics = random_statistics(asked.reports, random);
        Oracle oracle = Oracle::create(set, 7).value();
        const SuperArms all = enumerate(set).value();
        const auto bound = combinatorial_forgeries(asked, statistics, &oracle, nullptr);
        const auto looked = combinatorial_forgeries(joint, statistics, nullptr, &all);
        CAPTURE(round, set.arms);
        REQUIRE(bound);
        REQUIRE(looked);
        CHECK(*bound <= *looked);
        CHECK(5 * (*bound + 1) >= 4 * *looked);
        asked_for += *bound + 1;
        looked_for += *looked;
      }
    }
  }
  CHECK(20 * asked_for >= 19 * looked_for);
}

TEST_CASE("nothing is counted where the best slate is not one thing") {
  test::SplitMix64 random(59);
  const auto count = [&](DecisionSet set) {
    const auto experiment = test::combinatorial(Algorithm::cucb_ldp_bit, std::move(set));
    REQUIRE(validate(experiment).ok());
    const Statistics statistics = random_statistics(experiment.reports, random);
    Oracle oracle = Oracle::create(experiment.set, 7).value();
    return combinatorial_forgeries(experiment, statistics, &oracle, nullptr);
  };
  DecisionSet set = grid(3);
  CHECK(count(set));
  set.reward = SetReward::minimum;
  CHECK_FALSE(count(set));
  set = test::list_of(3, {{0, 1}, {1, 2}});
  CHECK(count(set));
  set.reward = SetReward::minimum;
  CHECK_FALSE(count(set));
  CHECK_FALSE(count(test::list_of(3, {{0, 1}})));
  set = all_pairs(SetKind::matching, 3);
  CHECK(count(set));
  set.kind = SetKind::coverage;
  set.reward = SetReward::coverage;
  set.choose = 1;
  CHECK_FALSE(count(set));
}

TEST_CASE("the largest sets are counted while a snapshot is made") {
  test::SplitMix64 random(61);
  for (const DecisionSet& set :
       {grid(45), all_pairs(SetKind::matching, 64), all_pairs(SetKind::spanning_tree, 91)}) {
    const auto experiment = test::combinatorial(Algorithm::cucb_ldp_bit, set);
    REQUIRE(validate(experiment).ok());
    const Statistics statistics = random_statistics(experiment.reports, random);
    Oracle oracle = Oracle::create(set, 7).value();
    CHECK(combinatorial_forgeries(experiment, statistics, &oracle, nullptr));
  }
}

}  // namespace
}  // namespace ldp
