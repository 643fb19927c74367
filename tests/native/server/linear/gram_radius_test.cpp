// Reference values: docs/spec/linear.md, section 10, recomputed by tests/reference/linear.py.
#include "server/linear/gram_radius.hpp"

#include <cmath>

#include "catch.hpp"
#include "privacy/ball_scale.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/sensitivity.hpp"
#include "server/linear/plain_algebra.hpp"

namespace ldp {
namespace {

Approx near(double value) { return Approx(value).epsilon(1e-9); }

constexpr double kHorizon = 20000;
constexpr double kAlpha = 1 / kHorizon;

TEST_CASE("the Gram radius of 1000 Gaussian reports at epsilon 2, delta 1e-3, d = 5") {
  const double sigma = gram_sensitivity(1) * calibrate_gaussian(2, 1e-3).value();
  const double s = sigma * std::sqrt(1000.0);
  const NoiseBounds noise = gaussian_bounds(s, s, 5, union_log(kHorizon, kAlpha));
  CHECK(noise.matrix == near(927.363645856));
  CHECK(noise.vector == near(837.567996656));

  const GramRadius theory = gram_radius(noise, 1000, 5, kAlpha, {2, 1});
  CHECK(theory.shift == near(1 + 2 * 927.363645856));
  CHECK(theory.floor == near(928.363645856));
  CHECK(theory.ceiling == near(2783.090937567));
  CHECK(theory.radius == near(82.843645832));

  const GramRadius practical = gram_radius(noise, 1000, 5, kAlpha, {0.3, 0.1});
  CHECK(practical.shift == near(1 + 0.3 * 927.363645856));
  CHECK(practical.floor == near(93.736364586));
  CHECK(practical.ceiling == near(1206.572739612));
  CHECK(practical.radius == near(12.419253516));
}

TEST_CASE("the published operator norm is about 5 times the sharp one at d = 5, T = 20000") {
  const double log = union_log(kHorizon, kAlpha);
  const double ratio = published_bounds(1, 1, 5, log).matrix / gaussian_bounds(1, 1, 5, log).matrix;
  CHECK(ratio == Approx(5.2).margin(0.2));
}

TEST_CASE("without noise the Gram radius is that of a ridge regression") {
  const GramRadius radius = gram_radius({0, 0}, 100, 3, 0.05, {0, 1});
  CHECK(radius.shift == 1);
  CHECK(radius.floor == 1);
  CHECK(radius.ceiling == 1);
  CHECK(radius.radius ==
        near(0.5 * std::sqrt(2 * std::log(40.0) + 3 * std::log(1 + 100.0 / 3)) + 1));
}

TEST_CASE("an unknown horizon is the next power of two above the reports, at least 1024") {
  CHECK(horizon_at(0, 0) == 1024);
  CHECK(horizon_at(0, 1023) == 1024);
  CHECK(horizon_at(0, 1024) == 2048);
  CHECK(horizon_at(20000, 0) == 20000);
  CHECK(horizon_at(20000, 20000) == 20000);
  CHECK(horizon_at(20000, 20001) == 32768);
}

struct BallSums {
  double second_moment = 0;  // of one coordinate of a release, over reach^2/q
  double matrix = 0;         // largest operator norm of summed noise, over its bound
  double vector = 0;
};

// Releases of one value: direction g on the sphere, turned to the value's side with the probability
// p of the coin; sign of the value by (1 + ||v||/N)/2.
BallSums simulate_ball(std::uint32_t d, double epsilon, int reports, int repetitions) {
  const std::size_t q = d * (d + 1) / 2 + d;
  const double norm = std::sqrt(2.0);
  const BallScale scale = BallScale::create(epsilon, static_cast<std::uint32_t>(q), norm).value();
  const double reach = norm * scale.stretch();
  const double keep = 1 / (1 + std::exp(-epsilon));
  test::SplitMix64 words(17 * d);
  // v = (svec(x x^T), y x) of a unit vector x and y = 1: length sqrt(2) = N.
  std::vector<double> x = test::normals(words, d, 1);
  double length = 0;
  for (const double xi : x) length += xi * xi;
  for (double& xi : x) xi /= std::sqrt(length);
  std::vector<double> v;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j) v.push_back((i == j ? 1 : norm) * x[i] * x[j]);
  }
  v.insert(v.end(), x.begin(), x.end());

  BallSums result;
  const NoiseBounds bounds = ball_bounds(reach, reports, d, union_log(1, 2 * 1e-6));
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<double> sum(q);
    for (int n = 0; n < reports; ++n) {
      std::vector<double> g = test::normals(words, q, 1);
      double square = 0;
      double side = 0;
      for (std::size_t i = 0; i < q; ++i) {
        square += g[i] * g[i];
        side += g[i] * v[i];
      }
      const bool is_kept = words.real() < keep;
      const double stretch = ((side > 0) == is_kept ? 1 : -1) * reach / std::sqrt(square);
      for (std::size_t i = 0; i < q; ++i) sum[i] += stretch * g[i] - v[i];
      const double first = stretch * g[0];
      result.second_moment += first * first;
    }
    std::vector<double> triangle(sum.begin(), sum.end() - d);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i; j < d; ++j, ++entry) {
        if (j > i) triangle[entry] /= norm;
      }
    }
    for (const double value : test::jacobi(test::from_triangle(triangle, d)).values) {
      result.matrix = std::max(result.matrix, std::abs(value) / bounds.matrix);
    }
    double square = 0;
    for (std::size_t i = q - d; i < q; ++i) square += sum[i] * sum[i];
    result.vector = std::max(result.vector, std::sqrt(square) / bounds.vector);
  }
  result.second_moment /=
      reports * static_cast<double>(repetitions) * reach * reach / static_cast<double>(q);
  return result;
}

TEST_CASE(
    "ball noise: the mean square of a coordinate, and sums below the bounds that are proved") {
  for (const std::uint32_t d : {1u, 2u, 5u}) {
    const BallSums sums = simulate_ball(d, 2, 200, 100);
    // 20000 releases: the mean square of a coordinate of a unit vector is known to 1.5 %; five
    // standard errors, false alarm 1e-6.
    CHECK(sums.second_moment == Approx(1).epsilon(0.07));
    // Each bound may fail with probability 1e-6 in one of 100 repetitions; and they are not idle.
    CHECK(sums.matrix < 1);
    CHECK(sums.vector < 1);
    CHECK(sums.matrix > 0.1);
    CHECK(sums.vector > 0.1);
  }
}

TEST_CASE("ball noise in theory is below 1.8 times the Gaussian formulas of the same deviation") {
  const double log = union_log(kHorizon, kAlpha);
  for (const std::uint32_t d : {5u, 20u, 100u}) {
    const double q = d * (d + 1) / 2.0 + d;
    const double n = 1e5;
    const NoiseBounds ball = ball_bounds(std::sqrt(q), n, d, log);  // sigma = 1
    const NoiseBounds gaussian = gaussian_bounds(std::sqrt(n), std::sqrt(n), d, log);
    CHECK(ball.matrix > gaussian.matrix);
    CHECK(ball.vector > gaussian.vector);
    CHECK(ball.vector < 1.2 * gaussian.vector);
  }
  CHECK(ball_bounds(std::sqrt(20.0), 1e5, 5, log).matrix <
        1.8 * gaussian_bounds(std::sqrt(1e5), 0, 5, log).matrix);
}

}  // namespace
}  // namespace ldp
