// The slates of a snapshot against the algorithms written down a second time, plainly: one report a
// snapshot is the paper's loop.
#include "server/combinatorial/slate_plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "protocol/public_normal.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/combinatorial/public_beta.hpp"
#include "server/combinatorial/slate_seed.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::slate_learner;
using test::SlateDevices;

using Arms = std::vector<std::uint32_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kArms = 6;
constexpr std::uint32_t kChoose = 3;

// What came in about each arm, or super arm: how many reports and their debiased sum.
struct Plain {
  std::vector<double> count;
  std::vector<double> sum;
  double round = 1;

  explicit Plain(std::size_t arms) : count(arms), sum(arms) {}
  [[nodiscard]] double mean(std::size_t arm) const { return sum[arm] / count[arm]; }
};

double coin(std::size_t i) { return public_uniform(kPublicSeed, i); }

// The k arms of the largest clipped index, ties by the coins.
Arms largest(std::vector<double> index, std::size_t k) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    index[i] = std::min(1.0, std::max(0.0, index[i])) + 1e-9 * coin(i);
  }
  Arms order(index.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return index[a] > index[b]; });
  order.resize(k);
  std::sort(order.begin(), order.end());
  return order;
}

std::uint32_t fewest(const Plain& plain, const Arms& arms) {
  return *std::min_element(arms.begin(), arms.end(), [&](auto a, auto b) {
    return std::pair(plain.count[a], coin(a)) < std::pair(plain.count[b], coin(b));
  });
}

double la(double t) { return std::log(1 + t * std::log(t) * std::log(t)); }

// Plays 400 rounds of one report each, and checks every slate against `index_of(plain, arm)`.
void check_paper_loop(const CombinatorialExperiment& experiment,
                      const std::function<double(const Plain&, std::uint32_t)>& index_of) {
  const bool is_all = experiment.reports.algorithm == Algorithm::cucb_ldp1;
  const bool is_bit = payload(experiment.reports) == Payload::bit;
  const double theta = std::tanh(experiment.reports.levels[0] / 2);
  CombinatorialLearner learner = slate_learner(experiment);
  SlateDevices devices(experiment, {.9, .8, .7, .3, .2, .1}, 11);
  Plain plain(kArms);
  for (; plain.round <= 400; ++plain.round) {
    std::vector<double> index(kArms, 1);
    for (std::uint32_t arm = 0; arm < kArms; ++arm) {
      if (plain.count[arm] > 0) index[arm] = index_of(plain, arm);
    }
    const Arms expected = largest(index, kChoose);
    const CombinatorialSnapshot snapshot = learner.publish(1);
    REQUIRE(snapshot.arms == expected);
    if (!is_all) REQUIRE(snapshot.reported == Arms{fewest(plain, expected)});
    const ReceivedSlateReport report = devices.report(snapshot);
    REQUIRE(learner.ingest(report).ok());
    for (std::size_t i = 0; i < report.arms.size(); ++i) {
      plain.count[report.arms[i]] += 1;
      plain.sum[report.arms[i]] +=
          is_bit ? (1 + (2 * report.values[i] - 1) / theta) / 2 : report.values[i] / 1024.0;
    }
  }
}

TEST_CASE("CUCB-LDP2 with one report a snapshot is algorithm 2 of the paper") {
  CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp2, test::top_k(kArms, kChoose), {4});
  experiment.horizon = 400;
  const double log_t = std::log(400);
  check_paper_loop(experiment, [&](const Plain& plain, std::uint32_t arm) {
    const double n = plain.count[arm];
    if (n <= 4 * log_t) return 1.0;
    return plain.mean(arm) + 4 * std::sqrt(2 * log_t / (16 * n));
  });
}

TEST_CASE(
    "CUCB-LDP1 with one report a snapshot is algorithm 1 of the paper, corrected or printed") {
  for (const bool is_printed : {false, true}) {
    CombinatorialExperiment experiment =
        combinatorial(Algorithm::cucb_ldp1, test::top_k(kArms, kChoose), {12});
    if (is_printed) experiment.width = CombinatorialWidth::printed;
    check_paper_loop(experiment, [&](const Plain& plain, std::uint32_t arm) {
      const double log_t = std::log(1024);  // the horizon of an experiment that states none
      const double n = plain.count[arm];
      if (is_printed) return plain.mean(arm) + 4 * std::sqrt(2 * 3 * log_t / (144 * n));
      if (n <= 4 * log_t) return 1.0;
      return plain.mean(arm) + 4 * 3 * std::sqrt(2 * log_t / (144 * n));
    });
  }
}

TEST_CASE("LDP2-s has Bernstein's radius, LDP2-B Hoeffding's of a randomised bit") {
  CombinatorialExperiment bernstein =
      combinatorial(Algorithm::cucb_ldp2, test::top_k(kArms, kChoose), {2});
  bernstein.width = CombinatorialWidth::bernstein;
  check_paper_loop(bernstein, [&](const Plain& plain, std::uint32_t arm) {
    const double n = plain.count[arm];
    return plain.mean(arm) + 2 * std::sqrt((1.0 / 8 + 1.0 / 4) * la(plain.round) / n) +
           la(plain.round) / (2 * n);
  });
  const double beta = 1 / std::pow(std::tanh(1.0), 2);
  check_paper_loop(combinatorial(Algorithm::cucb_ldp_bit, test::top_k(kArms, kChoose), {2}),
                   [&](const Plain& plain, std::uint32_t arm) {
                     return plain.mean(arm) +
                            std::sqrt(beta * la(plain.round) / (2 * plain.count[arm]));
                   });
}

TEST_CASE("LDP2-T draws from N(mean, beta/(4 n)) with the coins of the snapshot") {
  const double beta = 1 / std::pow(std::tanh(1.0), 2);
  check_paper_loop(
      combinatorial(Algorithm::combinatorial_thompson, test::top_k(kArms, kChoose), {2}),
      [&](const Plain& plain, std::uint32_t arm) {
        // With one report a snapshot its number is the round, and its only slate has number 0.
        const std::uint64_t seed =
            public_word(kPublicSeed, static_cast<std::uint64_t>(plain.round), 0);
        return plain.mean(arm) +
               std::sqrt(beta / (4 * plain.count[arm])) * public_normal(seed, arm);
      });
}

TEST_CASE(
    "LDP2-T with the beta posterior draws clip((b - p0)/theta), b of Beta(1 + s, 1 + n - s)") {
  const double theta = std::tanh(1.0);
  const double noise = (1 - theta) / 2;  // p0
  CombinatorialExperiment experiment =
      combinatorial(Algorithm::combinatorial_thompson, test::top_k(kArms, kChoose), {2});
  experiment.reports.posterior = Posterior::beta;
  check_paper_loop(experiment, [&](const Plain& plain, std::uint32_t arm) {
    const std::uint64_t seed = public_word(kPublicSeed, static_cast<std::uint64_t>(plain.round), 0);
    const double ones = plain.count[arm] * (noise + theta * plain.mean(arm));
    return (public_beta(seed, arm, 1 + ones, 1 + plain.count[arm] - ones) - noise) / theta;
  });
}

TEST_CASE("LDP2-E takes the super arm of the largest joint index, sum reports that of their own") {
  const double epsilon = 2;
  const double theta = std::tanh(epsilon / 2);
  const double beta = 1 / (theta * theta);
  const DecisionSet set = test::list_of(kArms, {{0, 1, 2}, {3, 4}, {1, 3, 5}, {0, 5}, {2, 4, 5}});
  const SuperArms all = enumerate(set).value();
  for (const bool is_sum : {false, true}) {
    const CombinatorialExperiment experiment =
        is_sum ? test::of_sums(set, 5, {epsilon})
               : combinatorial(Algorithm::cucb_ldp_joint, set, {epsilon});
    CombinatorialLearner learner = slate_learner(experiment);
    SlateDevices devices(experiment, {.9, .8, .7, .3, .2, .1}, 12);
    Plain plain(is_sum ? 5 : kArms);
    for (; plain.round <= 400; ++plain.round) {
      std::vector<double> index(5);
      for (std::uint32_t position = 0; position < 5; ++position) {
        const Arms one{position};
        const std::span<const std::uint32_t> terms =
            is_sum ? std::span<const std::uint32_t>(one) : all[position];
        double inverse = 0;
        for (const std::uint32_t i : terms) {
          index[position] += plain.count[i] > 0 ? plain.mean(i) : kInfinity;
          inverse += 1 / plain.count[i];
        }
        if (std::isfinite(index[position])) {
          index[position] += std::sqrt(beta * la(plain.round) / 2 * inverse);
        }
      }
      std::uint32_t best = 0;
      for (std::uint32_t i = 1; i < 5; ++i) {
        if (std::pair(index[i], coin(i)) > std::pair(index[best], coin(best))) best = i;
      }
      const CombinatorialSnapshot snapshot = learner.publish(1);
      REQUIRE(snapshot.arms == Arms(all[best].begin(), all[best].end()));
      REQUIRE(snapshot.reported == Arms{is_sum ? best : fewest(plain, snapshot.arms)});
      const ReceivedSlateReport report = devices.report(snapshot);
      REQUIRE(learner.ingest(report).ok());
      plain.count[report.arms[0]] += 1;
      plain.sum[report.arms[0]] += (1 + (2 * report.values[0] - 1) / theta) / 2;
    }
  }
}

TEST_CASE("a plan makes each decision as if those before it had been reported, means unchanged") {
  // One level, every arm with a mean of 1/2 (a one and a zero): what a plan expects of an arm, and
  // what it sees when the reports it expects have come, differ in nothing.
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_bit, test::top_k(kArms, kChoose), {2});
  const ArmIndex index = ArmIndex::create(experiment, kChoose).value();
  const double theta = RandomizedResponse::create(2).value().theta();
  const double each = theta * theta;
  PlanStart start;
  start.sums.assign(kArms, {2 * each, each});
  start.typical_weight = each;
  start.reports = 12;
  start.snapshot = 7;
  SlatePlan plan(experiment, index, kPublicSeed, start, 40);
  PlanStart real = start;
  for (int n = 0; n < 40; ++n) {
    REQUIRE(!plan.is_complete());
    SlatePlan one(experiment, index, kPublicSeed, real, 1);
    const auto expected = one.next_weights();
    const auto weights = plan.next_weights();
    for (std::size_t arm = 0; arm < kArms; ++arm) {
      REQUIRE(weights[arm] == Approx(expected[arm]).epsilon(1e-12));
    }
    const Arms arms = largest({weights.begin(), weights.end()}, kChoose);
    plan.take(arms);
    one.take(arms);
    const std::uint32_t reported = std::move(one).finish().reported[0];
    real.sums[reported].weight += each;
    real.sums[reported].reward += each / 2;
    real.reports += 1;
  }
  CHECK(plan.is_complete());
  const CombinatorialSnapshot snapshot = std::move(plan).finish();
  CHECK(snapshot.id == 7);
  CHECK(snapshot.reports == 12);  // of which it is a function, not those that it expects
  CHECK(snapshot.ends.size() == 40);
}

TEST_CASE("a plan for more decisions than slates lets each slate stand for as many reports") {
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_bit, test::top_k(kArms, kChoose), {1});
  const ArmIndex index = ArmIndex::create(experiment, kChoose).value();
  SlatePlan plan(experiment, index, kPublicSeed, {std::vector<ArmSums>(kArms), 0.25, 0, 1}, 640);
  plan.take(Arms{0, 1, 2});
  CHECK(plan.round() == 11);  // 640 decisions over 64 slates
  const double expected = std::accumulate(plan.weights().begin(), plan.weights().end(), 0.0);
  CHECK(expected == 10 * 0.25);
}

TEST_CASE(
    "a uniform coordinate is expected of all arms of a slate alike, all coordinates of each") {
  CombinatorialExperiment uniform =
      combinatorial(Algorithm::cucb_ldp_bit, test::top_k(kArms, kChoose), {1});
  uniform.coordinate = Coordinate::uniform;
  for (const auto& [experiment, each] :
       {std::pair{uniform, 2.0},
        std::pair{combinatorial(Algorithm::cucb_ldp1, test::top_k(kArms, kChoose), {1}), 6.0}}) {
    const ArmIndex index = ArmIndex::create(experiment, kChoose).value();
    SlatePlan plan(experiment, index, kPublicSeed, {std::vector<ArmSums>(kArms), 1, 0, 1}, 6 * 64);
    plan.take(Arms{1, 3, 4});
    CHECK(plan.weights() == std::vector<double>{0, each, 0, each, each, 0});
  }
}

TEST_CASE("the first snapshot of Thompson sampling and of joint indices asks about every arm") {
  // The other indices stay at 1 until many reports are in, which is what their algorithms say.
  for (const Algorithm algorithm : {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_joint}) {
    CombinatorialLearner learner = slate_learner(combinatorial(algorithm, test::top_k(12, 3), {1}));
    const CombinatorialSnapshot snapshot = learner.publish(1000);
    CHECK(std::set<std::uint32_t>(snapshot.reported.begin(), snapshot.reported.end()).size() == 12);
  }
}

TEST_CASE("the least reported arm has the smallest weight; of equal ones a coin decides") {
  const std::vector<double> weight{3, 1, 2, 1, 1};
  const auto least = [&](const Arms& arms, std::uint64_t seed) {
    return least_reported(arms, seed, [&](std::uint32_t arm) { return weight[arm]; });
  };
  CHECK(least({0, 2}, 1) == 2);
  CHECK(least({0}, 1) == 0);
  std::set<std::uint32_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) seen.insert(least({0, 1, 2, 3, 4}, seed));
  CHECK(seen == std::set<std::uint32_t>{1, 3, 4});
}

}  // namespace
}  // namespace ldp
