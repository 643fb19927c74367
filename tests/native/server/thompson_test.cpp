// Thompson sampling and the incumbent, as a learner publishes them.
#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "server/multi_armed/incumbent.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Weights = std::vector<double>;

TEST_CASE("a beta posterior starts with every arm alike and follows the bits") {
  MultiArmedLearner learner = test::learner_of(test::thompson(3, {1}, Posterior::beta));
  CHECK(learner.publish().weights[0] == Approx(1.0 / 3).epsilon(1e-12));
  REQUIRE(learner.ingest(test::report(0, 0, 1)).ok());
  REQUIRE(learner.ingest(test::report(1, 0, 0)).ok());
  const MultiArmedSnapshot snapshot = learner.publish();
  // F0 = x^2, F1 = 2 x - x^2, F2 = x. P0 = int 2 x (2 x - x^2) x = 4/4 - 2/5 = 3/5,
  // P1 = int (2 - 2 x) x^3 = 2/4 - 2/5 = 1/10, P2 = int x^2 (2 x - x^2) = 2/4 - 1/5 = 3/10.
  CHECK(snapshot.weights[0] == Approx(0.6).epsilon(1e-9));
  CHECK(snapshot.weights[1] == Approx(0.1).epsilon(1e-9));
  CHECK(snapshot.weights[2] == Approx(0.3).epsilon(1e-9));
  CHECK(snapshot.width[2] == kNeverPulled);  // mean and width are those of the weighted learner
  CHECK(snapshot.tilt.empty());
  CHECK(snapshot.forced_arm == -1);
  CHECK(snapshot.incumbent == -1);
}

TEST_CASE("a normal posterior plays arms without weight first, all of them alike") {
  MultiArmedLearner learner = test::learner_of(test::thompson(4, {0.5, 1}));
  CHECK(learner.publish().weights == Weights(4, 0.25));
  REQUIRE(learner.ingest(test::report(1, 0, 1)).ok());
  CHECK(learner.publish().weights == Weights{1.0 / 3, 0, 1.0 / 3, 1.0 / 3});
  REQUIRE(learner.ingest(test::report(0, 1, 1)).ok());
  REQUIRE(learner.ingest(test::report(3, 1, 0)).ok());
  CHECK(learner.publish().weights == Weights{0, 0, 1, 0});
}

// P(N(m0, 1/(4 W0)) > N(m1, 1/(4 W1))) = Phi(2 (m0 - m1)/sqrt(1/W0 + 1/W1)).
TEST_CASE("a normal posterior is N(m, 1/(4 W)) of the weighted estimate") {
  const MultiArmedExperiment experiment = test::thompson(2, {0.5, 1});
  MultiArmedLearner learner =
      test::learner_of(experiment, test::random_reports(experiment, 500, 81));
  const MultiArmedSnapshot snapshot = learner.publish();
  const auto inverse_weight = [&](std::size_t arm) {
    return 2 * snapshot.width[arm] * snapshot.width[arm];  // width = sqrt(1/(2 W))
  };
  const double z =
      2 * (snapshot.mean[0] - snapshot.mean[1]) / std::sqrt(inverse_weight(0) + inverse_weight(1));
  CHECK(snapshot.weights[0] == Approx(0.5 * std::erfc(-z / std::sqrt(2.0))).epsilon(1e-8));
}

TEST_CASE("Thompson sampling learns which of eight arms is the best") {
  for (const Posterior posterior : {Posterior::beta, Posterior::normal}) {
    MultiArmedLearner learner = test::learner_of(test::thompson(8, {2}, posterior));
    test::SplitMix64 random(82);
    for (int i = 0; i < 20'000; ++i) {
      const auto arm = static_cast<std::uint32_t>(random.next() % 8);
      const std::int32_t bit = random.next() % 16 < 5 + arm ? 1 : 0;
      REQUIRE(learner.ingest(test::report(arm, 0, bit)).ok());
    }
    const Weights weights = learner.publish().weights;
    CHECK(weights[7] > 0.99);
    CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("the incumbent is the arm of the largest lower bound, not of the largest mean") {
  const Weights mean{0.9, 0.7, 0.6, 0};
  const Weights width{0.4, 0.01, 0.005, kNeverPulled};
  CHECK(incumbent_of(mean, width, 0) == 0);
  CHECK(incumbent_of(mean, width, 1) == 1);
  CHECK(incumbent_of(mean, width, 15) == 1);
  CHECK(incumbent_of(mean, width, 25) == 2);
  CHECK(incumbent_of(Weights{0, 0}, Weights{kNeverPulled, kNeverPulled}, 3) == -1);
  CHECK(incumbent_of(Weights{-5, 0}, Weights{1, kNeverPulled}, 3) == 0);
  CHECK(incumbent_of(Weights{0.5, 0.5}, Weights{0.1, 0.1}, 3) == 0);  // ties: the lowest
}

TEST_CASE("a level-aware learner names an incumbent as soon as an arm has weight") {
  const std::vector<double> menu{0.2, 1};
  for (const MultiArmedExperiment& base :
       {test::weighted(3, menu), test::bernoulli(3, menu, 1), test::thompson(3, menu)}) {
    MultiArmedLearner plain = test::learner_of(base);
    MultiArmedLearner aware = test::learner_of(test::level_aware(base, 1));
    CHECK(aware.publish().incumbent == -1);
    CHECK(plain.publish().incumbent == -1);
    for (const ReceivedReport& report : test::random_reports(base, 200, 83)) {
      REQUIRE(plain.ingest(report).ok());
      REQUIRE(aware.ingest(report).ok());
      const MultiArmedSnapshot a = plain.publish();
      const MultiArmedSnapshot b = aware.publish();
      CHECK(a.mean == b.mean);  // everything else is as it was
      CHECK(a.width == b.width);
      CHECK(a.weights == b.weights);
      CHECK(a.incumbent == -1);
      CHECK(b.incumbent == incumbent_of(b.mean, b.width, b.scale));
      CHECK(validate(b, aware.experiment()).ok());
    }
    CHECK(aware.publish().incumbent >= 0);
  }
}

// BA(eps_min): what is discarded does not make an incumbent.
TEST_CASE("an arm whose reports were all discarded is no incumbent") {
  MultiArmedLearner learner =
      test::learner_of(test::level_aware(test::bernoulli(2, {0.2, 1}, 1), 1));
  for (int i = 0; i < 50; ++i) REQUIRE(learner.ingest(test::report(0, 0, 1)).ok());
  CHECK(learner.publish().incumbent == -1);
  REQUIRE(learner.ingest(test::report(1, 1, 0)).ok());
  CHECK(learner.publish().incumbent == 1);
}

}  // namespace
}  // namespace ldp
