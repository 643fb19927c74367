// KL-UCB: the divergence, its inverse, and the index on responses.
#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/bound.hpp"
#include "server/multi_armed/rules/ldp_kl_ucb.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Row = std::vector<std::int64_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double uniform(test::SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

TEST_CASE("the divergence of Bernoulli laws, also at the ends") {
  CHECK(bernoulli_divergence(0.5, 0.25) == Approx(0.5 * std::log(4.0 / 3)).epsilon(1e-14));
  CHECK(bernoulli_divergence(0.3, 0.3) == 0);
  CHECK(bernoulli_divergence(0, 0.5) == Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(bernoulli_divergence(1, 0.5) == Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(bernoulli_divergence(0, 0) == 0);
  CHECK(bernoulli_divergence(1, 1) == 0);
  CHECK(bernoulli_divergence(0.5, 0) == kInfinity);
  CHECK(bernoulli_divergence(0.5, 1) == kInfinity);
  CHECK(bernoulli_divergence(0, 1) == kInfinity);
  CHECK(bernoulli_divergence(1, 0) == kInfinity);
  // Close to each other kl is (q - p)^2/(2 p (1 - p)); the textbook formula has no digit left
  // there.
  CHECK(bernoulli_divergence(0.25, 0.25 + 1e-8) == Approx(1e-16 / 0.375).epsilon(1e-6));
}

TEST_CASE("the upper bound is the root: the budget is used up to the last digits") {
  test::SplitMix64 random(61);
  double largest = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double mean = uniform(random);
    const double budget = std::exp(-30 * uniform(random) + 3);
    const double q = kl_upper_bound(mean, budget);
    REQUIRE((q >= mean && q <= 1));
    if (q > 1 - 1e-11) continue;
    const double slope = (q - mean) / (q * (1 - q));
    largest = std::max(largest, std::abs(bernoulli_divergence(mean, q) - budget) / slope);
    const double started = kl_upper_bound(mean, budget, uniform(random));
    largest = std::max(largest, std::abs(started - q));
  }
  CHECK(largest < 1e-14);
}

TEST_CASE("the upper bound at the ends: no failure, no successes, no budget, no room") {
  for (const double budget : {1e-12, 0.01, 1.0, 50.0}) {
    CHECK(kl_upper_bound(0, budget) == Approx(-std::expm1(-budget)).epsilon(1e-14));
    CHECK(kl_upper_bound(1, budget) == 1);
    CHECK(kl_lower_bound(1, budget) == Approx(std::exp(-budget)).margin(1e-15));
    CHECK(kl_lower_bound(0, budget) == 0);
  }
  CHECK(kl_upper_bound(0.5, 0) == 0.5);
  CHECK(kl_upper_bound(0.5, 1000) == Approx(1).margin(2e-12));
  CHECK(kl_upper_bound(1 - 1e-13, 0.1) >= 1 - 1e-13);
  CHECK(kl_upper_bound(0.3, 1e-300) == Approx(0.3));
}

TEST_CASE("the upper bound grows with the mean and with the budget") {
  int falls = 0;
  for (int i = 0; i <= 200; ++i) {
    double last = 0;
    for (int j = 0; j <= 200; ++j) {
      const double q = kl_upper_bound(j / 200.0, 1e-4 * i * i);
      falls += q < last ? 1 : 0;
      last = q;
      falls += i > 0 && q < kl_upper_bound(j / 200.0, 1e-4 * (i - 1) * (i - 1)) ? 1 : 0;
    }
  }
  CHECK(falls == 0);
}

TEST_CASE("on one level the index is that of KL-UCB on the raw bits, read as a reward") {
  for (const double epsilon : {0.2, 1.0, 4.0, 100.0}) {
    const double theta = std::tanh(epsilon / 2);
    const LdpKlUcb policy(std::vector<double>{theta});
    const double bound = std::log(1000.0);
    const ArmEstimate arm = policy.estimate(ArmCounts(Row{50, 30}), bound);
    CHECK(arm.mean == Approx(0.5 + 0.1 / theta).epsilon(1e-14));
    const double bits = 0.5 + (arm.mean + arm.width * std::sqrt(bound) - 0.5) * theta;
    CHECK(bits == Approx(0.8240695184).epsilon(0).margin(5.1e-11));
  }
}

// Same choices as KL-UCB on the bits themselves, which needs no debiasing.
TEST_CASE("with one level the learner makes the choices of KL-UCB on the raw bits") {
  constexpr std::uint32_t kArms = 6;
  MultiArmedLearner learner = test::learner_of(test::kl(kArms, {0.7}));
  double count[kArms] = {};
  double ones[kArms] = {};
  test::SplitMix64 random(62);
  int differences = 0;
  for (int t = 1; t <= 2000; ++t) {
    std::uint32_t expected = 0;
    double largest = -1;
    for (std::uint32_t arm = 0; arm < kArms; ++arm) {
      const double index =
          count[arm] == 0 ? 2 : kl_upper_bound(ones[arm] / count[arm], std::log(t) / count[arm]);
      if (index <= largest + 1e-12) continue;
      largest = index;
      expected = arm;
    }
    const std::uint32_t arm = test::lowest_best_arm(learner.publish());
    differences += arm == expected ? 0 : 1;
    const bool bit = random.next() % 16 < 6 + arm;
    count[expected] += 1;
    ones[expected] += bit ? 1 : 0;
    REQUIRE(learner.ingest(test::report(expected, 0, bit ? 1 : 0)).ok());
  }
  CHECK(differences == 0);
}

const std::vector<double> kThetas{std::tanh(0.1), std::tanh(0.5), std::tanh(1.0), 1.0};

// Log-likelihood of a reward x, in long double.
long double likelihood(const Row& row, const std::vector<double>& thetas, long double x) {
  long double sum = 0;
  for (std::size_t level = 0; level < thetas.size(); ++level) {
    const long double shift = (x - 0.5L) * static_cast<long double>(thetas[level]);
    const auto ones = static_cast<long double>(row[2 * level + 1]);
    const long double zeros = static_cast<long double>(row[2 * level]) - ones;
    if (ones > 0) sum += ones * std::log(0.5L + shift);
    if (zeros > 0) sum += zeros * std::log(0.5L - shift);
  }
  return sum;
}

Row random_row(test::SplitMix64& random) {
  Row row;
  for (std::size_t level = 0; level < kThetas.size(); ++level) {
    const auto count = static_cast<std::int64_t>(std::exp(12 * uniform(random))) - 1;
    const double share = uniform(random);
    const double part = share < 0.15 ? 0 : share > 0.85 ? 1 : uniform(random);
    const auto ones = static_cast<std::int64_t>(part * static_cast<double>(count));
    row.insert(row.end(), {count, ones});
  }
  return row;
}

TEST_CASE(
    "on a menu: no reward of a fine grid is likelier, none beyond the index is likely enough") {
  constexpr int kGrid = 1000;
  const LdpKlUcb policy(kThetas);
  test::SplitMix64 random(63);
  int likelier = 0;
  int missed = 0;
  int off_root = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Row row = random_row(random);
    if (row[0] + row[2] + row[4] + row[6] == 0) continue;
    const ArmCounts arm(row);
    const double bound = 20 * uniform(random) + 0.1;
    const double mean = policy.likeliest(arm);
    const double index = policy.upper(arm, mean, bound);
    REQUIRE((0 <= mean && mean <= index && index <= 1));
    const long double best = likelihood(row, kThetas, mean);
    const long double tolerance = 1e-9L;
    for (int i = 0; i <= kGrid; ++i) {
      const double x = static_cast<double>(i) / kGrid;
      const long double value = likelihood(row, kThetas, x);
      likelier += value > best + tolerance ? 1 : 0;
      missed += x > index + 1e-9 && best - value <= static_cast<long double>(bound) ? 1 : 0;
    }
    if (index == 1) continue;
    const auto drop = [&](double x) {
      return static_cast<double>(best - likelihood(row, kThetas, x)) - bound;
    };
    off_root += drop(std::max(mean, index - 1e-10)) > 1e-9 ? 1 : 0;
    off_root += drop(std::min(index + 1e-10, 1.0)) < -1e-9 ? 1 : 0;
  }
  CHECK(likelier == 0);
  CHECK(missed == 0);
  CHECK(off_root == 0);
}

TEST_CASE("where a start is given, the index is the same") {
  const LdpKlUcb policy(kThetas);
  test::SplitMix64 random(64);
  double largest = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Row row = random_row(random);
    if (row[0] + row[2] + row[4] + row[6] == 0) continue;
    const ArmCounts arm(row);
    const double bound = 20 * uniform(random) + 0.1;
    const double mean = policy.likeliest(arm);
    const double index = policy.upper(arm, mean, bound);
    largest = std::max({largest, std::abs(policy.likeliest(arm, uniform(random)) - mean),
                        std::abs(policy.upper(arm, mean, bound, uniform(random)) - index)});
  }
  CHECK(largest < 1e-9);
}

// A menu of two levels of which one has no report.
TEST_CASE("a menu used at one level has the index of that level, clipped to what rewards reach") {
  const double theta = std::tanh(0.5);
  const LdpKlUcb one(std::vector<double>{theta});
  const LdpKlUcb menu(std::vector<double>{0.1, theta});
  int compared = 0;
  int clipped = 0;
  double largest = 0;
  for (std::int64_t count : {1, 2, 10, 100, 5000}) {
    for (std::int64_t i = 0; i <= 20; ++i) {
      const std::int64_t ones = count * i / 20;
      for (const double bound : {0.7, 3.0, 14.0}) {
        const Row single{count, ones};
        const Row both{0, 0, count, ones};
        const double mean = one.likeliest(ArmCounts(single));
        const double index = one.upper(ArmCounts(single), mean, bound);
        const double menu_mean = menu.likeliest(ArmCounts(both));
        const double menu_index = menu.upper(ArmCounts(both), menu_mean, bound);
        if (mean < 0) {  // the likeliest reachable reward is 0, which is less likely than the mean
          CHECK(menu_mean == 0);
          CHECK(menu_index >= std::min(index, 1.0) - 1e-12);
          continue;
        }
        ++compared;
        clipped += index > 1 ? 1 : 0;
        largest = std::max({largest, std::abs(menu_mean - std::min(mean, 1.0)),
                            std::abs(menu_index - std::min(index, 1.0))});
      }
    }
  }
  CHECK(largest < 1e-9);
  CHECK(compared > 100);
  CHECK(clipped > 20);
}

TEST_CASE("bits that are all ones, all zeros, at an end, or none") {
  const LdpKlUcb policy(kThetas);
  const double bound = 5;
  for (const std::int64_t count : {1, 1000, 1'000'000'000}) {
    const Row ones{count, count, 0, 0, count, count, count, count};
    const Row zeros{count, 0, 0, 0, count, 0, count, 0};
    CHECK(policy.likeliest(ArmCounts(ones)) == 1);
    CHECK(policy.estimate(ArmCounts(ones), bound).width == 0);
    CHECK(policy.likeliest(ArmCounts(zeros)) == 0);
    const double index = policy.upper(ArmCounts(zeros), 0, bound);
    CHECK((index > 0 && index < 1));
    const Row noiseless{0, 0, 0, 0, 0, 0, count, 0};  // kl(0, x) = -ln(1 - x)
    CHECK(policy.upper(ArmCounts(noiseless), 0, bound) ==
          Approx(-std::expm1(-bound / static_cast<double>(count))).epsilon(1e-9));
  }
  CHECK(policy.estimate(ArmCounts(Row(8, 0)), bound).width == kNeverPulled);
  CHECK(policy.estimate(ArmCounts(Row{0, 0, 0, 0, 0, 0, 2, 1}), 0).width == 0);
}

TEST_CASE("the index grows with t and with every one, and falls with every zero") {
  const LdpKlUcb policy(kThetas);
  const LdpKlUcb single(std::vector<double>{kThetas[1]});
  test::SplitMix64 random(65);
  const auto index = [](const LdpKlUcb& learner, const Row& row, double bound) {
    const ArmCounts arm(row);
    return learner.upper(arm, learner.likeliest(arm), bound);
  };
  int falls = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Row row = random_row(random);
    const std::size_t level = random.next() % 4;
    if (row[2 * level] > 10'000) continue;
    row[2 * level] += 1;
    const double bound = 10 * uniform(random) + 0.5;
    const double now = index(policy, row, bound);
    falls += index(policy, row, bound * 1.05) < now - 1e-12 ? 1 : 0;
    Row better = row;
    better[2 * level + 1] = row[2 * level + 1] + 1;
    falls += index(policy, better, bound) < now - 1e-12 ? 1 : 0;
    const Row one{row[2 * level], row[2 * level + 1]};
    const Row one_better{one[0], one[1] + 1};
    falls += index(single, one, bound * 1.05) < index(single, one, bound) ? 1 : 0;
    falls += index(single, one_better, bound) < index(single, one, bound) ? 1 : 0;
  }
  CHECK(falls == 0);
}

}  // namespace
}  // namespace ldp
