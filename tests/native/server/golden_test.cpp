// Reference values: the formulas of Ren et al. 2020 (errata corrected) and of the weighted learner
// on four reports (epsilon, bit) = (1,1), (2,0), (100,1), (0.2,1) of one arm at t = 10, evaluated
// by tests/reference/multi_armed.py.
#include <cmath>

#include "catch.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/bound.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

// Ten digits are given, so half a unit of the last one.
Approx near(double value) { return Approx(value).epsilon(0).margin(5.1e-11); }

const std::vector<double> kThetas{std::tanh(0.1), std::tanh(0.5), std::tanh(1.0), std::tanh(50.0)};
// [level][count, total] for the levels 0.2, 1, 2, 100.
const std::vector<std::int64_t> kFourBits{1, 1, 1, 1, 1, 0, 1, 1};

// [level][count, total] for the levels 1, 2, 100: 25600 reports each, of the rewards 1.7, -0.3 and
// 0.99 on average.
const std::vector<std::int64_t> kThreeRewards{25600, 44564480, 25600, -7864320, 25600, 25952256};

double index_of(const ArmEstimate& arm, double bound) {
  return arm.mean + arm.width * std::sqrt(bound) + arm.tilt * bound;
}

TEST_CASE("the bound functions at t = 10 and at t = 1") {
  CHECK(bound_at(Bound::lk, 10) == near(2.3025850930));
  CHECK(bound_at(Bound::lk, 1) == 0);
  CHECK(bound_at(Bound::l4, 10) == near(9.2103403720));
  CHECK(bound_at(Bound::la, 10) == near(3.9893354867));
  CHECK(bound_at(Bound::l4, 1) == 0);
  CHECK(bound_at(Bound::la, 1) == 0);
}

TEST_CASE("HeLDP-UCB-B with threshold 1 discards the fourth report and weighs the others equally") {
  const HeLdpUcbBernoulli policy(kThetas, 1);
  const auto sums = policy.fold(ArmCounts(kFourBits));
  CHECK(sums.count == 3);
  CHECK(sums.reward == near(2.4254590641));
  CHECK(sums.noise == near(7.4067560378));
  CHECK(index_of(HeLdpUcbBernoulli::estimate(sums), bound_at(Bound::l4, 10)) == near(2.7552606691));
}

TEST_CASE("one bit debiases to 1.5819767069, -0.1565176427, 1 and 5.5166555661") {
  const HeLdpUcbBernoulli policy(kThetas, 0);
  const double expected[] = {5.5166555661, 1.5819767069, -0.1565176427, 1};
  for (std::size_t level = 0; level < 4; ++level) {
    std::vector<std::int64_t> row(8);
    row[2 * level] = 1;
    row[2 * level + 1] = kFourBits[2 * level + 1];
    CHECK(policy.fold(ArmCounts(row)).reward == near(expected[level]));
  }
}

TEST_CASE("the weighted learner uses all four reports") {
  const WeightedLdpUcb policy(kThetas);
  const auto sums = policy.fold(ArmCounts(kFourBits));
  CHECK(sums.weight == near(1.8035116346));
  CHECK(sums.reward == near(1.3018513153));
  const ArmEstimate arm = WeightedLdpUcb::estimate(sums);
  CHECK(arm.mean == near(0.7218424824));
  CHECK(index_of(arm, bound_at(Bound::l4, 10)) == near(2.3197931518));
  CHECK(index_of(arm, bound_at(Bound::la, 10)) == near(1.7735035777));
}

TEST_CASE("HeLDP-UCB-L on (1, 1.7), (2, -0.3), (100, 0.99) has index 5.2347859625 but is forced") {
  const HeLdpUcbLaplace::Sums sums{3, 1.7 - 0.3 + 0.99, 1 + 0.25 + 1e-4};
  CHECK(sums.noise == near(1.2501));
  CHECK(index_of(HeLdpUcbLaplace::estimate(sums), bound_at(Bound::l4, 10)) == near(5.2347859625));
  const HeLdpUcbLaplace policy(test::laplace(1, {1, 2, 100}, 1));
  CHECK(sums.noise <= policy.forced_threshold(bound_at(Bound::l4, 10)));
}

// The same four bits through a whole learner, with the theta that devices implement, which the
// tolerance hides. Five reports of another arm make it t = 10.
TEST_CASE("a learner publishes the golden indices") {
  const auto index = [](const MultiArmedExperiment& experiment) {
    MultiArmedLearner learner = MultiArmedLearner::create(experiment).value();
    const std::vector<ReceivedReport> reports{
        test::report(0, 1, 1), test::report(0, 2, 0), test::report(0, 3, 1),
        test::report(0, 0, 1), test::report(1, 1, 1), test::report(1, 2, 0),
        test::report(1, 3, 1), test::report(1, 0, 0), test::report(1, 0, 1)};
    REQUIRE(learner.ingest(reports).ok());
    const MultiArmedSnapshot snapshot = learner.publish();
    CHECK(snapshot.id == 1);
    CHECK(snapshot.reports == 9);
    CHECK(snapshot.forced_arm == -1);
    return upper_index(snapshot.mean[0], snapshot.width[0], snapshot.scale);
  };
  const std::vector<double> menu{0.2, 1, 2, 100};
  CHECK(index(test::bernoulli(2, menu, 1)) == near(2.7552606691));
  CHECK(index(test::weighted(2, menu)) == near(2.3197931518));
  CHECK(index(test::weighted(2, menu, Bound::la)) == near(1.7735035777));
}

TEST_CASE("the weighted learner of Laplace reports on (1, 1.7), (2, -0.3), (100, 0.99)") {
  const WeightedLdpUcbLaplace policy(std::vector<double>{1, 2, 100});
  const auto sums = policy.fold(ArmCounts(kThreeRewards));
  CHECK(sums.weight / 25600 == near(11.5491606715));
  CHECK(sums.reward / 25600 == near(8.6247801759));
  CHECK(sums.largest == near(1.3333333333));
  const WeightedLdpUcbLaplace::Sums golden{11.5491606715, 8.6247801759, 4.0 / 3};
  CHECK(index_of(WeightedLdpUcbLaplace::estimate(golden), bound_at(Bound::l4, 10)) ==
        near(3.5961544433));
}

TEST_CASE("the divergence bound of mean 0.6 after 50 rewards at t = 1000") {
  CHECK(kl_upper_bound(0.6, std::log(1000.0) / 50) == near(0.8240695184));
}

// Payloads 1536, -256, 1024 are rewards 1.5, -0.25, 1 on the grid: N = 3, S = 2.25,
// A = 1 + 1/4 + 1/32^2. mean = 0.75, width = sqrt(1/6) + sqrt(8 * 1.2509765625)/3.
TEST_CASE("a learner reads Laplace payloads on the grid of 1/1024") {
  MultiArmedLearner learner = MultiArmedLearner::create(test::laplace(1, {1, 2, 32}, 1)).value();
  REQUIRE(learner.ingest(test::report(0, 0, 1536)).ok());
  REQUIRE(learner.ingest(test::report(0, 1, -256)).ok());
  REQUIRE(learner.ingest(test::report(0, 2, 1024)).ok());
  const MultiArmedSnapshot snapshot = learner.publish();
  CHECK(snapshot.mean[0] == 0.75);
  CHECK(snapshot.width[0] == near(std::sqrt(1.0 / 6) + std::sqrt(10.0078125) / 3));
  CHECK(snapshot.scale == near(std::sqrt(4 * std::log(4.0))));
  CHECK(snapshot.forced_arm == 0);
}

}  // namespace
}  // namespace ldp
