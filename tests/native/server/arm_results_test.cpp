// Results for people: published examples, what levels add, and how often intervals hold the truth.
#include "server/arms/arm_results.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

const std::vector<LevelReading> kRaw{{1, 1, 0}};  // bits without noise

// [arms][levels][count, total].
Statistics sums_of(const MultiArmedExperiment& experiment, const std::vector<std::int64_t>& sums) {
  Statistics statistics(experiment);
  REQUIRE(statistics.assign(sums).ok());
  return statistics;
}

MultiArmedExperiment bits(std::vector<double> levels = {1}) {
  MultiArmedExperiment e = test::experiment(Algorithm::weighted_ldp_ucb, std::move(levels));
  e.arms = 2;
  return e;
}

TEST_CASE("without noise an interval is Wilson's, and a lift Newcombe's, to their printed digits") {
  // Newcombe 1998, "Two-sided confidence intervals", table I, 81 of 263; "Interval estimation for
  // the difference", table II, row (a), method 10: 56 of 70 less 48 of 80.
  const auto wilson = arm_results(sums_of(bits(), {263, 81, 0, 0}), kRaw, {});
  CHECK(wilson[0].reward->low == Approx(0.2553).margin(5e-5));
  CHECK(wilson[0].reward->high == Approx(0.3662).margin(5e-5));
  CHECK_FALSE(wilson[1].reward);
  CHECK_FALSE(wilson[0].lift);
  const auto pair = arm_results(sums_of(bits(), {70, 56, 80, 48}), kRaw, 1);
  REQUIRE(pair[0].lift);
  CHECK(pair[0].lift->mean == Approx(0.2));
  CHECK(pair[0].lift->low == Approx(0.0524).margin(5e-5));
  CHECK(pair[0].lift->high == Approx(0.3339).margin(5e-5));
  CHECK_FALSE(pair[1].lift);
  const Estimate relative = *pair[0].relative_lift;
  CHECK(relative.mean == Approx(1.0 / 3));
  CHECK(relative.low > 0.05);
  CHECK(relative.low < relative.mean);
  CHECK(relative.high > relative.mean);
  CHECK(relative.high < 0.75);
}

TEST_CASE("of one level of bits it is Wilson's of the bits as sent, without their bias") {
  const MultiArmedExperiment e = bits({0.7});
  const std::vector<LevelReading> readings = readings_of(e);
  const double theta = readings[0].theta;
  CHECK(theta == Approx(std::tanh(0.35)));
  const double n = 4000;
  const double p = 0.55;
  const double square = 1.959963984540054 * 1.959963984540054;
  const double middle = (p + square / (2 * n)) / (1 + square / n);
  const double half =
      std::sqrt(square) / (1 + square / n) * std::sqrt(p * (1 - p) / n + square / (4 * n * n));
  const auto results = arm_results(sums_of(e, {4000, 2200, 0, 0}), readings, {});
  CHECK(results[0].reports == 4000);
  CHECK(results[0].reward->mean == Approx(0.5 + (p - 0.5) / theta));
  CHECK(results[0].reward->low == Approx(0.5 + (middle - half - 0.5) / theta));
  CHECK(results[0].reward->high == Approx(0.5 + (middle + half - 0.5) / theta));
}

TEST_CASE("levels add: each narrows the interval, and weighs as the inverse of its variance") {
  const MultiArmedExperiment e = bits({0.5, 2});
  const std::vector<LevelReading> readings = readings_of(e);
  const auto width = [&](std::int64_t low, std::int64_t high) {
    const std::vector<std::int64_t> sums{low, low / 2, high, high / 2, 0, 0, 0, 0};
    const Estimate reward = *arm_results(sums_of(e, sums), readings, {})[0].reward;
    return reward.high - reward.low;
  };
  const double both = width(4000, 1000);
  CHECK(both < width(4000, 0));
  CHECK(both < width(0, 1000));
  // At q = 1/2 inverse squares of widths add up, but for terms of 1/n.
  const auto inverse = [](double w) { return 1 / (w * w); };
  CHECK(inverse(both) == Approx(inverse(width(4000, 0)) + inverse(width(0, 1000))).epsilon(0.01));
}

TEST_CASE("a number that means nothing is none: too few reports, or an interval without news") {
  const auto is_known = [](double epsilon, std::int64_t count) {
    const MultiArmedExperiment e = bits({epsilon});
    const auto statistics = sums_of(e, {count, count / 2, 0, 0});
    return arm_results(statistics, readings_of(e), {})[0].reward.has_value();
  };
  CHECK_FALSE(is_known(8, 29));
  CHECK(is_known(8, 30));
  CHECK_FALSE(is_known(0.1, 1000));  // theta 0.05: 1.96/(2 theta sqrt(n)) = 0.62
  CHECK(is_known(0.1, 10'000));
  // Nor is anything known against a control of which nothing is.
  const MultiArmedExperiment e = bits({8});
  CHECK_FALSE(arm_results(sums_of(e, {100, 50, 20, 10}), readings_of(e), 1)[0].lift);
}

TEST_CASE("intervals stay in the range of rewards, and a share of nothing is none") {
  const auto results = arm_results(sums_of(bits(), {100, 100, 100, 0}), kRaw, 1);
  CHECK(results[0].reward->high == 1);
  CHECK(results[1].reward->low == 0);
  CHECK(results[0].lift->high == 1);
  CHECK_FALSE(results[0].relative_lift);
  // Noise may take the mean out of it.
  const MultiArmedExperiment noisy = bits({1});
  const auto out = arm_results(sums_of(noisy, {900, 850, 0, 0}), readings_of(noisy), {});
  CHECK(out[0].reward->mean > 1);
  CHECK(out[0].reward->high == 1);
}

// Draws of what devices send; the noise as the mechanisms have it, in doubles.
struct World {
  MultiArmedExperiment experiment;
  double first;
  double second;

  std::int64_t payload(double mean, std::size_t level, test::SplitMix64& random) const {
    const bool one = random.real() < mean;
    const LevelReading reading = readings_of(experiment)[level];
    if (reading.theta < 1) return random.real() < 0.5 + (one ? 0.5 : -0.5) * reading.theta;
    const double scale = std::sqrt(reading.noise / 2);
    const double u = random.real() - 0.5;
    const double noise = -scale * std::copysign(std::log(1 - 2 * std::abs(u)), u);
    return std::llround((one + noise) / reading.unit);
  }
};

TEST_CASE("95 % intervals hold the truth in 95 of 100 experiments, and so do lifts") {
  // 2,000 experiments with fixed seeds. If 95 % is right, fewer than 93.2 % or more than 96.8 %
  // have probability 2.3e-4 each check (3.7 standard deviations); what is drawn does not change.
  MultiArmedExperiment laplace = bits();
  laplace.algorithm = Algorithm::he_ldp_ucb_laplace;
  laplace.epsilon_min = 1;
  const std::vector<World> worlds{
      {bits(), 0.3, 0.6}, {bits({0.5, 1, 2}), 0.1, 0.9}, {laplace, 0.5, 0.95}};
  for (const World& world : worlds) {
    const std::size_t levels = world.experiment.levels.size();
    const std::vector<LevelReading> readings = readings_of(world.experiment);
    test::SplitMix64 random(7);
    int held = 0;
    int lifts = 0;
    constexpr int kExperiments = 2000;
    for (int i = 0; i < kExperiments; ++i) {
      std::vector<std::int64_t> sums(4 * levels);
      for (std::size_t arm = 0; arm < 2; ++arm) {
        for (int n = 0; n < 400; ++n) {
          const std::size_t level = static_cast<std::size_t>(n) % levels;
          std::int64_t* row = &sums[2 * (arm * levels + level)];
          row[0] += 1;
          row[1] += world.payload(arm == 0 ? world.first : world.second, level, random);
        }
      }
      const auto results = arm_results(sums_of(world.experiment, sums), readings, 1);
      REQUIRE(results[0].reward);
      REQUIRE(results[0].lift);
      const Estimate reward = *results[0].reward;
      const Estimate lift = *results[0].lift;
      const double truth = world.first - world.second;
      held += reward.low <= world.first && world.first <= reward.high ? 1 : 0;
      lifts += lift.low <= truth && truth <= lift.high ? 1 : 0;
    }
    CAPTURE(levels, world.first);
    CHECK(held > 0.932 * kExperiments);
    CHECK(held < 0.968 * kExperiments);
    CHECK(lifts > 0.932 * kExperiments);
    CHECK(lifts < 0.968 * kExperiments);
  }
}

}  // namespace
}  // namespace ldp
