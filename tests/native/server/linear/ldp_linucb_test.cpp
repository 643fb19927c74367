#include "server/linear/ldp_linucb.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "privacy/gaussian_curve.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/linear/linear_reports.hpp"
#include "server/linear/rank_one_factor.hpp"

namespace ldp {
namespace {

using test::ball_experiment;
using test::linear_experiment;
using test::SplitMix64;

TEST_CASE("the noise that the server reckons with is that of the release") {
  const LdpLinUcb gaussian =
      LdpLinUcb::create(linear_experiment(Algorithm::ldp_linucb, 5, 1, 0.1)).value();
  // Delta_G kappa, and at most 0.2 % more for the grid.
  const double sigma = std::sqrt(4.5) * 1.0858777652;
  CHECK(gaussian.noise().diagonal >= sigma);
  CHECK(gaussian.noise().diagonal < 1.002 * sigma);
  CHECK(gaussian.noise().off_diagonal == Approx(gaussian.noise().diagonal / std::sqrt(2)));

  const LdpLinUcb ball = LdpLinUcb::create(ball_experiment(5, 1)).value();
  // docs/spec/privacy.md, section 4.7.
  CHECK(ball.noise().diagonal == Approx(3.788).epsilon(2e-4));
  CHECK(ball.noise().reach / std::sqrt(20) == Approx(ball.noise().diagonal));

  LinearExperiment experiment = linear_experiment(Algorithm::ldp_linucb, 5, 1, 1e-5);
  experiment.calibration = Calibration::published;
  const LdpLinUcb published = LdpLinUcb::create(experiment).value();
  // docs/spec/privacy.md, section 6, P2.
  CHECK(published.noise().diagonal == Approx(19.943).epsilon(1e-4));
  CHECK(published.noise().off_diagonal == published.noise().diagonal);
}

TEST_CASE("the published radius, evaluated by hand at n = 10000, d = 5, T = 20000, epsilon 1") {
  LinearExperiment experiment = linear_experiment(Algorithm::ldp_linucb, 5, 1, 0.1);
  experiment.calibration = Calibration::published;
  experiment.radius = RadiusMode::published;
  experiment.horizon = 20000;
  const LdpLinUcb learner = LdpLinUcb::create(experiment).value();
  const double sigma = 4 * std::sqrt(2 * std::log(25.0));
  const double ups = sigma * 100 * (4 * std::sqrt(5.0) + 2 * std::log(2 * 20000.0 * 20000.0));
  const double log = std::log(20000.0);
  const double beta = 2 * sigma * std::sqrt(5 * log) +
                      (std::sqrt(3 * ups) + sigma * std::sqrt(5 * 10000 / ups)) * 5 * log;
  const GramRadius radius = learner.radius_at(10000);
  CHECK(radius.radius == Approx(beta).epsilon(1e-4));
  CHECK(radius.shift == Approx(1 + 2 * ups).epsilon(1e-4));
  // Nothing learnt yet: no division by zero, and a matrix that has an inverse.
  CHECK(learner.radius_at(0).radius == Approx(2 * sigma * std::sqrt(5 * log)).epsilon(1e-4));
  CHECK(learner.radius_at(0).floor == 1);
}

TEST_CASE("the radii are ordered: practical below theory below published") {
  for (const bool is_ball : {false, true}) {
    double previous = 0;
    for (const RadiusMode mode :
         {RadiusMode::practical, RadiusMode::theory, RadiusMode::published}) {
      LinearExperiment experiment =
          is_ball ? ball_experiment(5, 1) : linear_experiment(Algorithm::ldp_linucb, 5, 1, 0.1);
      experiment.radius = mode;
      const double radius = LdpLinUcb::create(experiment).value().radius_at(5000).radius;
      CHECK(radius > 2 * previous);
      previous = radius;
    }
  }
}

TEST_CASE("with sums that have no noise on them the estimate is that of a ridge regression") {
  // Raw sums handed to a learner that reckons with next to no noise (epsilon 128): kappa Ups is
  // small beside the sums.
  const std::uint32_t d = 4;
  SplitMix64 words(11);
  LinearExperiment experiment = ball_experiment(d, 128);
  LdpLinUcb learner = LdpLinUcb::create(experiment).value();
  const GramRadius radius = learner.radius_at(400);
  RankOneFactor exact(d, radius.shift);
  std::vector<double> u(d);
  for (int n = 0; n < 400; ++n) {
    const test::Visit visit = test::random_visit(words, d);
    exact.add(visit.x);
    for (std::size_t i = 0; i < d; ++i) u[i] += visit.reward * visit.x[i];
  }
  LinearSnapshot snapshot;
  learner.estimate(exact.gram(), u, 400, snapshot);
  std::vector<double> theta(d);
  exact.solve(u, theta);
  for (std::size_t i = 0; i < d; ++i) CHECK(snapshot.theta[i] == Approx(theta[i]).epsilon(1e-10));
  for (std::size_t i = 0; i < snapshot.factor.size(); ++i) {
    CHECK(snapshot.factor[i] == Approx(exact.factor()[i]).epsilon(1e-10).margin(1e-14));
  }
  CHECK(snapshot.radius == radius.radius);
  CHECK(snapshot.reports == 400);
}

TEST_CASE("many reports of either mechanism find the parameter") {
  SplitMix64 words(12);
  LinearExperiment published = linear_experiment(Algorithm::ldp_linucb, 3, 8, 1e-3);
  published.calibration = Calibration::published;
  for (const LinearExperiment& experiment :
       {ball_experiment(3, 4), linear_experiment(Algorithm::ldp_linucb, 3, 4, 1e-3), published}) {
    LinearLearner learner = LinearLearner::create(experiment).value();
    const test::Devices devices(experiment);
    for (int n = 0; n < 200'000; ++n) {
      REQUIRE(learner.ingest(devices.report(words, 0)).ok());
    }
    const LinearSnapshot snapshot = learner.publish();
    // The reward's mean is 1/2 + x_0/2, and x_2 = sqrt(1/2): theta = (1/2, 0, sqrt(1/2)), shrunk by
    // the shift: c = 0.3 Ups is 1 to 5 % of n/4.
    CHECK(snapshot.theta[0] == Approx(0.5).margin(0.1));
    CHECK(snapshot.theta[1] == Approx(0).margin(0.1));
    CHECK(snapshot.theta[2] == Approx(std::sqrt(0.5)).margin(0.1));
    CHECK(snapshot.reports == 200'000);
  }
}

}  // namespace
}  // namespace ldp
