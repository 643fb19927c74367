#include "server/forgeries/forgeries.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "server/forgeries/payload_range.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Exact = MeanParts<int128>;

// The arms with the largest means, in exact arithmetic, the first of equal ones; arms without
// reports come last.
std::vector<std::size_t> chosen_of(const std::vector<Exact>& arms, std::size_t chosen) {
  std::vector<std::size_t> order(arms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if ((arms[a].weight > 0) != (arms[b].weight > 0)) return arms[a].weight > 0;
    return arms[a].value * arms[b].weight > arms[b].value * arms[a].weight;
  });
  order.resize(chosen);
  std::sort(order.begin(), order.end());
  return order;
}

// Whether some `count` reports with payloads from `lowest` to `highest` about any arms change the
// chosen ones: all of them are tried, in the order of arm and payload.
bool can_change(std::vector<Exact>& arms, std::size_t chosen, const std::vector<std::size_t>& now,
                int lowest, int highest, int count, std::size_t first_arm, int first_payload) {
  if (chosen_of(arms, chosen) != now) return true;
  if (count == 0) return false;
  for (std::size_t arm = first_arm; arm < arms.size(); ++arm) {
    for (int payload = arm == first_arm ? first_payload : lowest; payload <= highest; ++payload) {
      arms[arm].value += payload;
      arms[arm].weight += 1;
      const bool is_found = can_change(arms, chosen, now, lowest, highest, count - 1, arm, payload);
      arms[arm].value -= payload;
      arms[arm].weight -= 1;
      if (is_found) return true;
    }
  }
  return false;
}

std::optional<std::uint64_t> by_brute_force(std::vector<Exact> arms, std::size_t chosen, int lowest,
                                            int highest, int most) {
  const std::vector<std::size_t> now = chosen_of(arms, chosen);
  for (int count = 1; count <= most; ++count) {
    if (can_change(arms, chosen, now, lowest, highest, count, 0, lowest)) {
      return static_cast<std::uint64_t>(count);
    }
  }
  return std::nullopt;
}

ForgeableArms<int128> with_range(std::vector<Exact> arms, int lowest, int highest) {
  return {std::move(arms), {{{lowest, 1}, {highest, 1}}}};
}

TEST_CASE("the count of forgeries agrees with trying all of them: bits and integers") {
  test::SplitMix64 random(11);
  int compared = 0;
  for (int round = 0; round < 600; ++round) {
    const bool is_bit = round % 2 == 0;
    const int lowest = is_bit ? 0 : -3;
    const int highest = is_bit ? 1 : 2;
    const int most = is_bit ? 6 : 3;
    const std::size_t chosen = round % 3 == 0 ? 2 : 1;
    std::vector<Exact> arms(3 + (round % 4 == 1 ? 1 : 0));
    for (Exact& arm : arms) {
      const auto reports = static_cast<int>(random.next() % (is_bit ? 12 : 5));
      arm.weight = reports;
      for (int i = 0; i < reports; ++i) {
        arm.value += lowest + static_cast<int>(random.next() %
                                               static_cast<std::uint64_t>(highest - lowest + 1));
      }
    }
    const std::optional<std::uint64_t> count =
        fewest_forgeries(with_range(arms, lowest, highest), chosen);
    const auto known = static_cast<std::size_t>(
        std::count_if(arms.begin(), arms.end(), [](const Exact& arm) { return arm.weight > 0; }));
    if (known < chosen) {
      CHECK_FALSE(count);
      continue;
    }
    const std::optional<std::uint64_t> tried = by_brute_force(arms, chosen, lowest, highest, most);
    CAPTURE(round);
    REQUIRE(count);
    if (tried) {
      CHECK(*count == *tried);
      ++compared;
    } else {
      CHECK(*count > static_cast<std::uint64_t>(most));
    }
  }
  CHECK(compared > 400);
}

// Equal pulls, 10,000 reports, mean rewards .6 and .4, one bit at epsilon
// 1, k ones for the worse arm alone need 1,018. Zeros for the better one count too, so that the
// fewest can be fewer.
TEST_CASE("ten thousand reports of a clear test are turned by about a tenth of them") {
  const std::int64_t each = 5000;
  const Exact better{2731, each};
  const Exact worse{2269, each};
  const std::uint64_t count = fewest_forgeries(with_range({better, worse}, 0, 1)).value();
  CHECK(count > 850);
  CHECK(count <= 1018);
  // `count` is the smallest: `count` forgeries turn the order, one less does not, in any split.
  const auto turns = [&](std::int64_t total) {
    for (std::int64_t ones = 0; ones <= total; ++ones) {
      if ((worse.value + ones) * (better.weight + total - ones) >
          better.value * (worse.weight + ones)) {
        return true;
      }
    }
    return false;
  };
  CHECK(turns(static_cast<std::int64_t>(count)));
  CHECK_FALSE(turns(static_cast<std::int64_t>(count) - 1));
}

TEST_CASE("one report about an arm that has none turns an answer that is not perfect") {
  CHECK(fewest_forgeries(with_range({{99, 100}, {0, 0}, {0, 0}}, 0, 1)) == 1u);
  CHECK_FALSE(fewest_forgeries(with_range({{0, 0}, {0, 0}}, 0, 1)));
  CHECK_FALSE(fewest_forgeries(with_range({{1, 2}}, 0, 1)));
  CHECK_FALSE(fewest_forgeries(with_range({{1, 2}, {1, 3}}, 0, 1), 2));
}

// The published means of the learner decide, level by level, over all forged reports.
std::optional<std::uint64_t> by_learner(const MultiArmedExperiment& experiment,
                                        const std::vector<ReceivedReport>& reports, int most) {
  const auto answer = [&](const std::vector<ReceivedReport>& forged) {
    MultiArmedLearner learner = test::learner_of(experiment);
    REQUIRE(learner.ingest(reports).ok());
    REQUIRE(learner.ingest(forged).ok());
    const MultiArmedSnapshot snapshot = learner.publish();
    int best = -1;
    for (int arm = 0; arm < static_cast<int>(experiment.arms); ++arm) {
      const auto at = static_cast<std::size_t>(arm);
      if (snapshot.width[at] == kNeverPulled) continue;
      if (best < 0 || snapshot.mean[at] > snapshot.mean[static_cast<std::size_t>(best)]) best = arm;
    }
    return best;
  };
  std::vector<ReceivedReport> kinds;
  for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
    for (std::uint32_t level = 0; level < experiment.levels.size(); ++level) {
      const PayloadRange range = payload_range(experiment, level);
      kinds.push_back(test::report(arm, level, static_cast<std::int32_t>(range.lowest)));
      kinds.push_back(test::report(arm, level, static_cast<std::int32_t>(range.highest)));
    }
  }
  const int now = answer({});
  std::vector<std::vector<std::size_t>> tried{{}};
  for (int count = 1; count <= most; ++count) {
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& some : tried) {
      for (std::size_t kind = some.empty() ? 0 : some.back(); kind < kinds.size(); ++kind) {
        longer.push_back(some);
        longer.back().push_back(kind);
        std::vector<ReceivedReport> forged;
        for (const std::size_t i : longer.back()) forged.push_back(kinds[i]);
        if (answer(forged) != now) return static_cast<std::uint64_t>(count);
      }
    }
    tried = std::move(longer);
  }
  return std::nullopt;
}

TEST_CASE("a learner's count agrees with forging reports of every level of the menu") {
  test::SplitMix64 random(23);
  for (const Algorithm algorithm :
       {Algorithm::weighted_ldp_ucb, Algorithm::he_ldp_ucb_bernoulli, Algorithm::ldp_thompson,
        Algorithm::weighted_ldp_ucb_laplace, Algorithm::he_ldp_ucb_laplace}) {
    const bool is_he =
        algorithm == Algorithm::he_ldp_ucb_bernoulli || algorithm == Algorithm::he_ldp_ucb_laplace;
    MultiArmedExperiment experiment;
    experiment.algorithm = algorithm;
    experiment.arms = 2;
    experiment.levels = {0.5, 1.5, 3};
    if (is_he) experiment.epsilon_min = 1;
    REQUIRE(validate(experiment).ok());
    const bool is_bit = payload(experiment) == Payload::bit;
    for (int round = 0; round < 12; ++round) {
      std::vector<ReceivedReport> reports;
      for (int i = 0; i < 24; ++i) {
        const auto arm = static_cast<std::uint32_t>(random.next() % 2);
        const auto level = static_cast<std::uint32_t>(random.next() % 3);
        const bool one = random.real() < (arm == 1 ? 0.75 : 0.45);
        // Laplace: noise that an extreme report or two outweigh.
        const std::int32_t payload =
            is_bit ? (one ? 1 : 0)
                   : static_cast<std::int32_t>(random.next() % 60'000) - 20'000 + (one ? 9000 : 0);
        reports.push_back(test::report(arm, level, payload));
      }
      MultiArmedLearner learner = test::learner_of(experiment);
      REQUIRE(learner.ingest(reports).ok());
      const std::optional<std::uint64_t> count = learner.forgeries();
      const std::optional<std::uint64_t> tried = by_learner(experiment, reports, 3);
      CAPTURE(static_cast<int>(algorithm), round);
      REQUIRE(count);
      if (tried) {
        CHECK(*count == *tried);
      } else {
        CHECK(*count > 3);
      }
    }
  }
}

TEST_CASE("many arms and levels are counted as fast as a snapshot is made") {
  MultiArmedExperiment experiment;
  experiment.arms = 4096;
  experiment.levels.clear();
  for (int level = 1; level <= 16; ++level) experiment.levels.push_back(0.25 * level);
  Statistics sums(experiment);
  std::vector<std::int64_t> flat(sums.sums().size());
  test::SplitMix64 random(5);
  for (std::size_t i = 0; i < flat.size(); i += 2) {
    flat[i] = 50 + static_cast<std::int64_t>(random.next() % 100);
    flat[i + 1] = static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(flat[i]));
  }
  REQUIRE(sums.assign(flat).ok());
  MultiArmedLearner learner = test::learner_of(experiment);
  REQUIRE(learner.ingest(0, sums).ok());
  CHECK(learner.forgeries().value() >= 1);
}

}  // namespace
}  // namespace ldp
