// Forged reports against slates: the count, or the bound, beside trying all attacks on sets so
// small that every subset of their arms can be looked at.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"
#include "privacy/randomized_response.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "protocol/report_range.hpp"
#include "server/combinatorial/combinatorial_forgeries.hpp"

namespace ldp {
namespace {

using test::Arms;

constexpr double kEqual = 1e-9;

struct Parts {
  double value = 0;
  double weight = 0;
};

// Part of one report: which arm, and what it adds.
struct Said {
  std::uint32_t arm;
  Parts parts;
};
using Forged = std::vector<Said>;

// A small instance, as the experiment sees it and in plain words.
struct Instance {
  CombinatorialExperiment experiment;
  std::vector<std::int64_t> sums;    // of Statistics
  std::vector<Parts> arms;           // [arms]
  std::vector<std::uint32_t> masks;  // all super arms
  std::vector<Forged> kinds;         // reports that can be forged
};

bool is_matroid(SetKind kind) {
  return kind == SetKind::top_k || kind == SetKind::partition || kind == SetKind::spanning_tree;
}

bool is_known(const Instance& instance, std::uint32_t mask) {
  const Arms arms = test::arms_of(mask);
  return std::all_of(arms.begin(), arms.end(),
                     [&](std::uint32_t arm) { return instance.arms[arm].weight > 0; });
}

// Matroids are judged by means as they are, the first of equal ones being ahead by a trifle; other
// sets by means that are clipped.
double reward_of(const Instance& instance, std::uint32_t mask) {
  std::vector<double> means(instance.arms.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Parts& arm = instance.arms[i];
    means[i] = arm.weight > 0 ? arm.value / arm.weight : 0;
    if (is_matroid(instance.experiment.set.kind)) means[i] -= 1e-7 * static_cast<double>(i);
  }
  DecisionSet set = instance.experiment.set;
  if (is_matroid(set.kind)) {
    set.reward = SetReward::sum;
  } else {
    means = test::clipped(means);
  }
  return test::plain_reward(set, means, mask);
}

// The best super arm; 0 if none is known.
std::uint32_t best_of(const Instance& instance) {
  std::uint32_t best = 0;
  double most = 0;
  for (const std::uint32_t mask : instance.masks) {
    if (!is_known(instance, mask)) continue;
    const double reward = reward_of(instance, mask);
    if (best != 0 && reward <= most) continue;
    best = mask;
    most = reward;
  }
  return best;
}

// Another one is as good; of matroids, better.
bool is_turned(const Instance& instance, std::uint32_t best) {
  const double held =
      reward_of(instance, best) + (is_matroid(instance.experiment.set.kind) ? kEqual : -kEqual);
  return std::any_of(instance.masks.begin(), instance.masks.end(), [&](std::uint32_t mask) {
    return mask != best && is_known(instance, mask) && reward_of(instance, mask) >= held;
  });
}

bool can_turn(Instance& instance, std::uint32_t best, int count, std::size_t first) {
  if (count == 0) return is_turned(instance, best);
  for (std::size_t kind = first; kind < instance.kinds.size(); ++kind) {
    for (const Said& said : instance.kinds[kind]) {
      instance.arms[said.arm].value += said.parts.value;
      instance.arms[said.arm].weight += said.parts.weight;
    }
    const bool is_found = can_turn(instance, best, count - 1, kind);
    for (const Said& said : instance.kinds[kind]) {
      instance.arms[said.arm].value -= said.parts.value;
      instance.arms[said.arm].weight -= said.parts.weight;
    }
    if (is_found) return true;
  }
  return false;
}

std::optional<std::uint64_t> by_brute_force(Instance instance, int most) {
  const std::uint32_t best = best_of(instance);
  for (int count = 1; count <= most; ++count) {
    if (can_turn(instance, best, count, 0)) return static_cast<std::uint64_t>(count);
  }
  return std::nullopt;
}

Parts bit_parts(double epsilon, int bit) {
  const double theta = RandomizedResponse::create(epsilon).value().theta();
  return {0.5 * theta * (theta + 2 * bit - 1), theta * theta};
}

Parts number_parts(std::int64_t number) { return {static_cast<double>(number) / 1024, 1}; }

std::optional<Instance> random_instance(test::SplitMix64& random, Algorithm algorithm, SetKind kind,
                                        SetReward reward, std::vector<double> levels,
                                        std::uint32_t limit) {
  Instance instance;
  const DecisionSet set = test::random_set(random, kind, reward, limit);
  instance.experiment = test::combinatorial(algorithm, set, std::move(levels));
  instance.masks = test::all_super_arms(set);
  if (!validate(instance.experiment).ok() || instance.masks.size() < 2) return std::nullopt;
  const bool is_bit = payload(instance.experiment.reports) == Payload::bit;
  const std::vector<double>& menu = instance.experiment.reports.levels;
  instance.arms.resize(set.arms);
  const std::uint32_t unknown = test::below(random, 8 * set.arms);
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    const double ones = random.real();
    for (const double level : menu) {
      // One extreme number outweighs dozens of others.
      const std::int64_t count =
          arm == unknown ? 0 : (4 + test::below(random, 14)) * (is_bit ? 1 : 25);
      std::int64_t total = 0;
      for (std::int64_t i = 0; i < count; ++i) {
        const int one = random.real() < ones ? 1 : 0;
        const std::int64_t noise = std::int64_t{test::below(random, 8192)} - 4096;
        const std::int64_t number = is_bit ? one : 1024 * one + noise;
        const Parts parts = is_bit ? bit_parts(level, one) : number_parts(number);
        total += number;
        instance.arms[arm].value += parts.value;
        instance.arms[arm].weight += parts.weight;
      }
      instance.sums.insert(instance.sums.end(), {count, total});
    }
  }
  if (algorithm != Algorithm::cucb_ldp1) {
    for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
      for (const double level : menu) {
        const ReportRange range = report_range(payload(instance.experiment.reports), level, 0);
        for (const std::int32_t number : {range.lowest, range.highest}) {
          instance.kinds.push_back(
              {{arm, is_bit ? bit_parts(level, number) : number_parts(number)}});
        }
      }
    }
    return instance;
  }
  const ReportRange range = slate_range(menu[0], largest_super_arm(set));
  for (const std::uint32_t mask : instance.masks) {
    const Arms arms = test::arms_of(mask);
    for (std::uint32_t high = 0; high < 1U << arms.size(); ++high) {
      Forged report;
      for (std::size_t i = 0; i < arms.size(); ++i) {
        const bool is_high = (high >> i & 1) != 0;
        report.push_back({arms[i], number_parts(is_high ? range.highest : range.lowest)});
      }
      instance.kinds.push_back(report);
    }
  }
  return instance;
}

std::optional<std::uint64_t> counted(const Instance& instance) {
  const CombinatorialExperiment& experiment = instance.experiment;
  Statistics statistics(experiment.reports);
  REQUIRE(statistics.assign(instance.sums).ok());
  if (experiment.reports.algorithm == Algorithm::cucb_ldp_joint) {
    const SuperArms all = enumerate(experiment.set).value();
    return combinatorial_forgeries(experiment, statistics, nullptr, &all);
  }
  Oracle oracle = Oracle::create(experiment.set, 7).value();
  return combinatorial_forgeries(experiment, statistics, &oracle, nullptr);
}

// How tight it is, over random instances that `most` forged reports turn.
struct Tightness {
  int compared = 0;
  int exact = 0;
  std::uint64_t bound = 0;
  std::uint64_t truth = 0;
  std::vector<double> ratios;

  double median() {
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
  }
};

Tightness compare(std::uint64_t seed, Algorithm algorithm, SetKind kind, SetReward reward,
                  const std::vector<double>& levels, int rounds, int most, std::uint32_t limit) {
  test::SplitMix64 random(seed);
  Tightness tightness;
  for (int round = 0; round < rounds; ++round) {
    const auto instance = random_instance(random, algorithm, kind, reward, levels, limit);
    if (!instance) continue;
    CAPTURE(round, static_cast<int>(algorithm), static_cast<int>(kind), static_cast<int>(reward));
    const std::optional<std::uint64_t> count = counted(*instance);
    if (best_of(*instance) == 0) {
      CHECK_FALSE(count);
      continue;
    }
    const std::optional<std::uint64_t> truth = by_brute_force(*instance, most);
    if (!truth) continue;
    REQUIRE(count);
    CHECK(*count <= *truth);
    CHECK(*count >= 1);
    ++tightness.compared;
    tightness.exact += *count == *truth ? 1 : 0;
    tightness.bound += *count;
    tightness.truth += *truth;
    tightness.ratios.push_back(static_cast<double>(*count) / static_cast<double>(*truth));
  }
  return tightness;
}

struct Case {
  Algorithm algorithm;
  SetKind kind;
  SetReward reward;
  std::vector<double> levels;
};

const std::vector<double> kOne{1};
const std::vector<double> kMenu{0.5, 2};

TEST_CASE("forged reports that change a partition or a spanning tree are counted exactly") {
  for (const Case& each : {
           Case{Algorithm::cucb_ldp_bit, SetKind::partition, SetReward::sum, kOne},
           Case{Algorithm::combinatorial_thompson, SetKind::partition, SetReward::mean, kMenu},
           Case{Algorithm::cucb_ldp2, SetKind::partition, SetReward::minimum, kOne},
           Case{Algorithm::cucb_ldp_bit, SetKind::spanning_tree, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp_joint, SetKind::spanning_tree, SetReward::sum, kOne},
           Case{Algorithm::combinatorial_thompson, SetKind::spanning_tree, SetReward::minimum,
                kMenu},
       }) {
    Tightness result = compare(41, each.algorithm, each.kind, each.reward, each.levels, 150,
                               each.levels.size() > 1 ? 4 : 6, 5);
    CAPTURE(static_cast<int>(each.kind), result.bound, result.truth, result.compared);
    CHECK(result.compared > 20);
    CHECK(result.exact == result.compared);
  }
}

TEST_CASE("no fewer forged reports than the bound change a path, a matching or one of a list") {
  for (const Case& each : {
           Case{Algorithm::cucb_ldp_bit, SetKind::path, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp_bit, SetKind::path, SetReward::cost, kOne},
           Case{Algorithm::cucb_ldp2, SetKind::path, SetReward::cost, kOne},
           Case{Algorithm::combinatorial_thompson, SetKind::path, SetReward::sum, kMenu},
           Case{Algorithm::cucb_ldp_joint, SetKind::path, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp_bit, SetKind::matching, SetReward::sum, kOne},
           Case{Algorithm::combinatorial_thompson, SetKind::matching, SetReward::sum, kMenu},
           Case{Algorithm::cucb_ldp_bit, SetKind::list, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp_bit, SetKind::list, SetReward::mean, kOne},
           Case{Algorithm::cucb_ldp_joint, SetKind::list, SetReward::mean, kMenu},
       }) {
    Tightness result = compare(43, each.algorithm, each.kind, each.reward, each.levels, 150,
                               each.levels.size() > 1 ? 4 : 7, 5);
    CAPTURE(static_cast<int>(each.kind), static_cast<int>(each.reward), result.bound, result.truth,
            result.compared, result.exact);
    CHECK(result.compared > 15);
    CHECK(result.median() >= 0.75);
  }
}

TEST_CASE("no fewer forged reports about whole slates than the bound change the best one") {
  for (const Case& each : {
           Case{Algorithm::cucb_ldp1, SetKind::top_k, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp1, SetKind::spanning_tree, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp1, SetKind::matching, SetReward::sum, kOne},
           Case{Algorithm::cucb_ldp1, SetKind::path, SetReward::cost, kOne},
       }) {
    const Tightness result =
        compare(47, each.algorithm, each.kind, each.reward, each.levels, 100, 3, 4);
    CAPTURE(static_cast<int>(each.kind), result.bound, result.truth, result.compared);
    CHECK(result.compared > 15);
    CHECK(4 * result.bound >= 3 * result.truth);
  }
}

}  // namespace
}  // namespace ldp
