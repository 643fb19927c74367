// One report at a time, as the simulation learns, against the exact sums that a server keeps.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "server/multi_armed/rules/ldp_gaussian_ucb.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

const std::vector<double> kMenu{0.05, 0.2, 0.7, 1, 2, 5, 16};

double relative(double a, double b) {
  return std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
}

// The largest difference of mean, width and tilt after 3000 reports.
template <class Policy>
double difference(const MultiArmedExperiment& experiment) {
  const Policy policy(experiment);
  Statistics statistics(experiment);
  typename Policy::Sums sums;
  double largest = 0;
  for (const ReceivedReport& report : test::random_reports(experiment, 3000, 41)) {
    policy.add(sums, report.level, report.value);
    REQUIRE(statistics.add(report).ok());
    const ArmEstimate a = Policy::estimate(sums);
    const ArmEstimate b = policy.estimate(ArmCounts(statistics.of_arm(0)));
    if (a.width == kNeverPulled && b.width == kNeverPulled) continue;
    largest = std::max(
        {largest, relative(a.mean, b.mean), relative(a.width, b.width), relative(a.tilt, b.tilt)});
  }
  return largest;
}

TEST_CASE("a policy that learns report by report has the estimates of the exact sums") {
  CHECK(difference<WeightedLdpUcb>(test::weighted(1, kMenu)) < 1e-12);
  CHECK(difference<HeLdpUcbBernoulli>(test::bernoulli(1, kMenu, 0.5)) < 1e-12);
  CHECK(difference<HeLdpUcbLaplace>(test::laplace(1, kMenu, 0.5)) < 1e-12);
  CHECK(difference<WeightedLdpUcbLaplace>(test::weighted_laplace(1, kMenu)) < 1e-12);
  CHECK(difference<LdpGaussianUcb>(test::gaussian(1, kMenu)) < 1e-12);
  CHECK(difference<LdpThompson>(test::thompson(1, kMenu)) < 1e-12);
}

TEST_CASE("reports of thousands of levels cost what one of a single level costs in state") {
  std::vector<double> thetas;
  for (int i = 1; i <= 8192; ++i) thetas.push_back(std::tanh(i / 512.0));
  const WeightedLdpUcb policy(thetas);
  WeightedLdpUcb::Sums sums;
  double weight = 0;
  double reward = 0;
  test::SplitMix64 random(42);
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t level = random.next() % thetas.size();
    const auto bit = static_cast<std::int32_t>(random.next() & 1);
    policy.add(sums, level, bit);
    const double theta = thetas[level];
    weight += theta * theta;
    reward += theta * theta * 0.5 * (1 + (2 * bit - 1) / theta);  // theta^2 g
  }
  CHECK(sums.weight == Approx(weight).epsilon(1e-12));
  CHECK(sums.reward == Approx(reward).epsilon(1e-12));
}

}  // namespace
}  // namespace ldp
