// Reference values: docs/spec/linear.md, section 10, or formulas evaluated here.
#include "server/linear/online_ldp_linucb.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/linear/linear_reports.hpp"
#include "server/linear/rank_one_factor.hpp"

namespace ldp {
namespace {

using test::SplitMix64;

OnlineSettings settings_of(std::uint32_t dimension, double sigma, std::uint64_t horizon = 20000) {
  OnlineSettings settings;
  settings.dimension = dimension;
  settings.sigma = sigma;
  settings.horizon = horizon;
  settings.smallest_eigenvalue = 0.5 / dimension;
  return settings;
}

struct Noisy {
  std::vector<double> x;
  double y = 0;
};

Noisy noisy_visit(SplitMix64& words, std::uint32_t d, double sigma) {
  test::Visit visit = test::random_visit(words, d);
  for (double& x : visit.x) x += sigma * test::normal(words);
  return {visit.x, visit.reward + sigma * test::normal(words)};
}

LinearSnapshot snapshot_of(OnlineLdpLinUcb& learner) {
  LinearSnapshot snapshot;
  learner.estimate(snapshot);
  return snapshot;
}

TEST_CASE("the clipping constant at sigma 0.5, Delta2 0.01, T = 20000") {
  OnlineSettings settings = settings_of(5, 0.5);
  settings.extra_variance = 0.01;
  CHECK(clipping_constant(settings, 20000, 1 / 20000.0) == Approx(96.544214652).epsilon(1e-10));
}

TEST_CASE("the noise is that of one joint release of (x, y)") {
  LinearExperiment experiment = test::linear_experiment(Algorithm::online_ldp_linucb, 5, 1, 0.1);
  const double tight = OnlineSettings::of(experiment).value().sigma;
  CHECK(tight == Approx(std::sqrt(5.0) * 1.0858777652).epsilon(0.002));
  experiment.calibration = Calibration::published;
  experiment.epsilon = 0.5;
  CHECK(OnlineSettings::of(experiment).value().sigma ==
        Approx(2 * std::sqrt(2 * std::log(12.5)) / 0.5).epsilon(1e-4));
}

TEST_CASE(
    "one report by hand: predicted with 0, so that only V learns; then the learner has moved") {
  OnlineLdpLinUcb learner(settings_of(2, 0.5));
  const std::vector<double> x{0.3, -0.4};
  learner.ingest(x, 2);
  LinearSnapshot snapshot = snapshot_of(learner);
  CHECK(snapshot.theta == std::vector<double>{0, 0});
  CHECK(learner.gram()[0] == Approx(0.09));
  CHECK(learner.gram()[1] == Approx(-0.12));
  CHECK(learner.gram()[2] == Approx(0.16));
  // g = 2 x (0 - 2): the learner goes along x.
  CHECK(learner.prediction()[0] > 0);
  CHECK(learner.prediction()[1] / learner.prediction()[0] == Approx(-4.0 / 3));

  const std::vector<double> theta(learner.prediction().begin(), learner.prediction().end());
  const double pred = theta[0] * 1.0 + theta[1] * 0.5;
  learner.ingest(std::vector<double>{1, 0.5}, 0);
  snapshot = snapshot_of(learner);
  const std::vector<double> expected = test::gauss_solve(
      {{1 + 0.09 + 1, -0.12 + 0.5}, {-0.12 + 0.5, 1 + 0.16 + 0.25}}, {pred, 0.5 * pred});
  CHECK(snapshot.theta[0] == Approx(expected[0]).epsilon(1e-12));
  CHECK(snapshot.theta[1] == Approx(expected[1]).epsilon(1e-12));
}

TEST_CASE("the practical radius is r phi (R + D sigma + D sigma^2) sqrt(d ln(1 + n))") {
  SplitMix64 words(21);
  const struct {
    double sigma;
    double r;
  } fitted[] = {{0.05, 0.5}, {0.63, 4.8 * 0.63}, {2.4, 4.8 * 2.4}, {5, 12}};
  for (const auto& [sigma, r] : fitted) {
    OnlineSettings settings = settings_of(5, sigma);
    settings.phi = 2;
    OnlineLdpLinUcb learner(settings);
    for (int n = 0; n < 9; ++n) {
      const Noisy visit = noisy_visit(words, 5, sigma);
      learner.ingest(visit.x, visit.y);
    }
    CHECK(snapshot_of(learner).radius ==
          Approx(r * 2 * (0.5 + sigma + sigma * sigma) * std::sqrt(5 * std::log(10.0))));
  }
}

TEST_CASE("the radius of the lemmas explores for ever: hundreds of times the practical one") {
  SplitMix64 words(22);
  OnlineSettings settings = settings_of(5, 0.63);
  OnlineLdpLinUcb practical(settings);
  settings.is_published = true;
  OnlineLdpLinUcb published(settings);
  for (int n = 0; n < 100; ++n) {
    const Noisy visit = noisy_visit(words, 5, 0.63);
    practical.ingest(visit.x, visit.y);
    published.ingest(visit.x, visit.y);
  }
  // M + K with Delta2 = 0, mu = 0.2.
  const double g = clipping_constant(settings, 20000, 1 / 20000.0);
  const double mu = 0.2;
  const double h = g * g / (mu * mu) + 2 * g / mu;
  const double log = std::log(4e8);
  const double m = (g * g / mu + 2 * g) * std::log(101.0);
  const double k = 1.13 * 1.13 * log + 0.63 * 0.63 * log * h * std::log(101.0);
  CHECK(snapshot_of(published).radius == Approx(std::sqrt(m + k)).epsilon(1e-9));
  CHECK(snapshot_of(published).radius > 100 * snapshot_of(practical).radius);
}

TEST_CASE("V without the noise's part is the sum of x x^T, within 4 standard errors") {
  SplitMix64 words(23);
  const std::uint32_t d = 3;
  const double sigma = 0.7;
  const int reports = 40000;
  OnlineLdpLinUcb learner(settings_of(d, sigma));
  std::vector<double> exact(6);
  for (int n = 0; n < reports; ++n) {
    test::Visit visit = test::random_visit(words, d);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i; j < d; ++j) exact[entry++] += visit.x[i] * visit.x[j];
    }
    for (double& x : visit.x) x += sigma * test::normal(words);
    learner.ingest(visit.x, visit.reward);
  }
  const std::size_t diagonal[] = {0, 3, 5};
  for (std::size_t entry = 0; entry < 6; ++entry) {
    const bool is_diagonal = std::count(diagonal, diagonal + 3, entry) > 0;
    const double noise = is_diagonal ? reports * sigma * sigma : 0;
    // Variance of one report's product: at most 2 sigma^4 + 4 sigma^2 x_i^2, x_i^2 <= 1/2.
    const double error = std::sqrt(reports * (2 * std::pow(sigma, 4) + 2 * sigma * sigma));
    CHECK(std::abs(learner.gram()[entry] - noise - exact[entry]) < 4 * error);
  }
}

TEST_CASE("V is positive definite, whatever comes: no entry of the factor is above 1") {
  SplitMix64 words(24);
  OnlineLdpLinUcb learner(settings_of(4, 20, 0));
  for (int n = 0; n < 5000; ++n) {
    const Noisy visit = noisy_visit(words, 4, n % 7 == 0 ? 1e3 : 1e-3);
    learner.ingest(visit.x, visit.y);
    if (n % 50 != 0) continue;
    const LinearSnapshot snapshot = snapshot_of(learner);
    for (const double f : snapshot.factor) REQUIRE(std::abs(f) <= 1 + 1e-12);
    for (const double t : snapshot.theta) REQUIRE(std::abs(t) < 1e6);
  }
}

TEST_CASE("an epoch of one report is that report") {
  for (const OnlineLearnerKind kind :
       {OnlineLearnerKind::maler, OnlineLearnerKind::ogd, OnlineLearnerKind::ogd_strongly_convex}) {
    SplitMix64 words(25);
    OnlineSettings settings = settings_of(3, 0.4, 0);
    settings.learner = kind;
    OnlineLdpLinUcb one(settings);
    OnlineLdpLinUcb epochs(settings);
    for (int n = 0; n < 2000; ++n) {  // past 1024: the learner is told a longer horizon
      const Noisy visit = noisy_visit(words, 3, 0.4);
      std::vector<double> xx;
      std::vector<double> yx;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j) xx.push_back(visit.x[i] * visit.x[j]);
        yx.push_back(visit.y * visit.x[i]);
      }
      one.ingest(visit.x, visit.y);
      epochs.ingest_epoch(xx, yx, 1);
    }
    const LinearSnapshot a = snapshot_of(one);
    const LinearSnapshot b = snapshot_of(epochs);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(a.theta[i] == Approx(b.theta[i]).epsilon(0).margin(1e-8));
    }
    CHECK(a.radius == b.radius);
  }
}

TEST_CASE("reports with little noise teach the parameter, one by one and in epochs of hundreds") {
  SplitMix64 words(26);
  const std::uint32_t d = 3;
  const double sigma = 0.15;
  OnlineLdpLinUcb one(settings_of(d, sigma));
  OnlineLdpLinUcb epochs(settings_of(d, sigma));
  for (int epoch = 0; epoch < 80; ++epoch) {
    std::vector<double> xx(6);
    std::vector<double> yx(3);
    for (int n = 0; n < 250; ++n) {
      const Noisy visit = noisy_visit(words, d, sigma);
      one.ingest(visit.x, visit.y);
      std::size_t entry = 0;
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = i; j < d; ++j) xx[entry++] += visit.x[i] * visit.x[j];
        yx[i] += visit.y * visit.x[i];
      }
    }
    epochs.ingest_epoch(xx, yx, 250);
  }
  // theta* = (1/2, 0, sqrt(1/2)).
  for (OnlineLdpLinUcb* learner : {&one, &epochs}) {
    CHECK(learner->reports() == 20000);
    const LinearSnapshot snapshot = snapshot_of(*learner);
    CHECK(snapshot.theta[0] == Approx(0.5).margin(0.12));
    CHECK(snapshot.theta[1] == Approx(0).margin(0.12));
    CHECK(snapshot.theta[2] == Approx(std::sqrt(0.5)).margin(0.12));
  }
}

TEST_CASE("restarts: after 1, 2, 4, ... reports all is forgotten but the place to begin at") {
  OnlineSettings settings = settings_of(2, 0.3, 0);
  settings.restarts = true;
  OnlineLdpLinUcb learner(settings);
  SplitMix64 words(27);
  std::uint64_t next_restart = 1;
  std::uint64_t length = 1;
  LinearSnapshot before;
  for (std::uint64_t n = 1; n <= 300; ++n) {
    const Noisy visit = noisy_visit(words, 2, 0.3);
    learner.ingest(visit.x, visit.y);
    const LinearSnapshot snapshot = snapshot_of(learner);
    CHECK(snapshot.reports == n);
    if (n == next_restart) {
      CHECK(learner.gram()[0] == 0);
      // It begins where the estimate was, in the ball.
      double square = 0;
      for (const double t : snapshot.theta) square += t * t;
      const double scale = std::max(1.0, std::sqrt(square));
      for (std::size_t i = 0; i < 2; ++i) {
        CHECK(learner.prediction()[i] == Approx(snapshot.theta[i] / scale).margin(1e-12));
      }
      before = snapshot;
      length *= 2;
      next_restart += length;
      continue;
    }
    // For 32 reports the page plays what was known before.
    const std::uint64_t since = n - (next_restart - length);
    CHECK((snapshot.theta == before.theta && snapshot.radius == before.radius) == (since < 32));
  }
}

}  // namespace
}  // namespace ldp
