// The weighted learners of Laplace and of Gaussian reports.
#include <cmath>

#include "catch.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "server/arms/bound.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

TEST_CASE("with one level the Laplace radius is sqrt((1 + 8/e^2) L/(2 N)) + L/(e N)") {
  for (const double epsilon : {0.1, 0.5, 2.0, 10.0, 100.0}) {
    const WeightedLdpUcbLaplace policy(std::vector<double>{epsilon});
    for (const std::int64_t count : {1, 7, 100'000}) {
      const std::vector<std::int64_t> row{count, 512 * count};
      const ArmEstimate arm = policy.estimate(ArmCounts(row));
      CHECK(arm.mean == Approx(0.5).epsilon(1e-14));
      for (const double bound : {0.5, 4.0, 60.0}) {
        const auto n = static_cast<double>(count);
        const double radius =
            std::sqrt((1 + 8 / (epsilon * epsilon)) * bound / (2 * n)) + bound / (epsilon * n);
        CHECK(arm.width * std::sqrt(bound) + arm.tilt * bound == Approx(radius).epsilon(1e-13));
      }
    }
  }
}

// 1 + 8/e^2 against (1 + 4/e)^2, in units of the non-private sqrt(L/(2 N)): 3 and 9 at e = 2, 201
// and 441 at e = 0.2.
TEST_CASE(
    "after many reports the squared Laplace radius is a third of the published one at e = 2") {
  constexpr std::int64_t kCount = std::int64_t{1} << 31;
  const std::vector<std::int64_t> row{kCount, 0};
  const double one = 2 * static_cast<double>(kCount);
  const double bound = bound_at(Bound::l4, static_cast<double>(kCount));
  for (const auto& [epsilon, weighted, published] :
       {std::tuple{2.0, 3.0, 9.0}, {0.2, 201.0, 441.0}}) {
    const ArmEstimate a = WeightedLdpUcbLaplace(std::vector{epsilon}).estimate(ArmCounts(row));
    const ArmEstimate b =
        HeLdpUcbLaplace(std::vector{epsilon}, 0, epsilon).estimate(ArmCounts(row));
    CHECK(a.width * a.width * one == Approx(weighted).epsilon(1e-12));
    CHECK(b.width * b.width * one == Approx(published).epsilon(1e-12));
    CHECK(a.tilt * std::sqrt(bound) < 1e-3 * a.width);
  }
}

TEST_CASE("the weighted Laplace width falls with every report, however little it says") {
  const std::vector<double> epsilons{0.01, 0.2, 1, 100};
  const WeightedLdpUcbLaplace policy(epsilons);
  WeightedLdpUcbLaplace::Sums sums;
  test::SplitMix64 random(51);
  double width = kNeverPulled;
  int wider = 0;
  for (int i = 0; i < 1000; ++i) {
    policy.add(sums, random.next() % epsilons.size(), 0);
    const ArmEstimate arm = WeightedLdpUcbLaplace::estimate(sums);
    wider += arm.width < width ? 0 : 1;
    width = arm.width;
  }
  CHECK(wider == 0);
}

TEST_CASE("a learner publishes a tilt for Laplace reports, 0 for arms never pulled") {
  MultiArmedLearner learner = test::learner_of(test::weighted_laplace(2, {1, 2}));
  REQUIRE(learner.ingest(test::report(0, 0, 1536)).ok());
  const MultiArmedSnapshot snapshot = learner.publish();
  CHECK(snapshot.mean[0] == 1.5);
  CHECK(snapshot.width[0] == Approx(2 / std::sqrt(8.0 / 9)).epsilon(1e-8));
  REQUIRE(snapshot.tilt.size() == 2);
  CHECK(snapshot.tilt[0] == Approx(1).epsilon(1e-8));  // 1/(e N), e = 1 on the grid
  CHECK(snapshot.tilt[1] == 0);
  CHECK(snapshot.width[1] == kNeverPulled);
  CHECK(snapshot.forced_arm == -1);
  CHECK(snapshot.weights.empty());
  CHECK(test::learner_of(test::weighted(2, {1})).publish().tilt.empty());
}

TEST_CASE("the weighted Laplace learner finds the best arm without a forced phase") {
  MultiArmedLearner learner = test::learner_of(test::weighted_laplace(4, {1, 4}));
  test::SplitMix64 random(52);
  int plays_of_best = 0;
  for (int t = 1; t <= 3000; ++t) {
    const MultiArmedSnapshot snapshot = learner.publish();
    REQUIRE(snapshot.forced_arm == -1);
    const std::uint32_t arm = test::lowest_best_arm(snapshot);
    plays_of_best += arm == 2 ? 1 : 0;
    const auto noise = static_cast<std::int32_t>(random.next() % 2049) - 1024;
    const std::int32_t reward = arm == 2 ? 921 : 307;
    REQUIRE(learner.ingest(test::report(arm, t % 2, reward + noise)).ok());
  }
  CHECK(plays_of_best > 2400);
}

// v = 1/4 + s^2 per report, N reports: mean 1/2, width sqrt(2 v/N).
TEST_CASE("a learner reads Gaussian payloads on the grid of their level") {
  const std::vector<double> menu{0.5, 1, 4};
  MultiArmedLearner learner = test::learner_of(test::gaussian(3, menu));
  for (std::uint32_t level = 0; level < 3; ++level) {
    const GaussianScale scale = GaussianScale::create(menu[level], 1e-6).value();
    const auto half = static_cast<std::int32_t>(scale.sensitivity() / 2);
    for (int i = 0; i < 4; ++i) REQUIRE(learner.ingest(test::report(level, level, half)).ok());
  }
  const MultiArmedSnapshot snapshot = learner.publish();
  for (std::uint32_t level = 0; level < 3; ++level) {
    const double sigma = GaussianScale::create(menu[level], 1e-6).value().sigma();
    CHECK(snapshot.mean[level] == Approx(0.5).epsilon(1e-14));
    CHECK(snapshot.width[level] == Approx(std::sqrt((0.25 + sigma * sigma) / 2)).epsilon(1e-14));
  }
  CHECK(snapshot.tilt.empty());
}

TEST_CASE("Gaussian reports of several levels are weighed by the inverse of their variance") {
  const LdpGaussianUcb policy(std::vector<LdpGaussianUcb::Level>{{0x1p-20, 0.5}, {0x1p-10, 2}});
  // 1/v: 2 and 4/17. Rewards 1 and 0 on average, three reports each.
  const std::vector<std::int64_t> row{3, 3 << 20, 3, 0};
  const ArmEstimate arm = policy.estimate(ArmCounts(row));
  CHECK(arm.mean == Approx(2 / (2 + 4.0 / 17)).epsilon(1e-14));
  CHECK(arm.width == Approx(std::sqrt(2 / (6 + 12.0 / 17))).epsilon(1e-14));
}

}  // namespace
}  // namespace ldp
