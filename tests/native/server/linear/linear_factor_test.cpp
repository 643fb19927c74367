#include "server/linear/linear_factor.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "server/linear/plain_algebra.hpp"

namespace ldp {
namespace {

using test::SplitMix64;

struct Computed {
  std::vector<double> theta;
  std::vector<double> factor;
};

Computed compute(GramFactor& factor, const std::vector<double>& gram, const std::vector<double>& u,
                 double shift, double floor) {
  Computed result{std::vector<double>(u.size()), std::vector<double>(gram.size())};
  factor.compute(gram, u, shift, floor, result.theta, result.factor);
  return result;
}

// The largest of |theta - V^-1 u| and | ||F x||^2 - x^T V^-1 x | for the reference's V, relative to
// the reference.
double largest_difference(const Computed& computed, const test::Matrix& v,
                          const std::vector<double>& u, SplitMix64& words) {
  const std::size_t d = u.size();
  const std::vector<double> theta = test::gauss_solve(v, u);
  double scale = 0;
  for (const double t : theta) scale = std::max(scale, std::abs(t));
  double difference = 0;
  for (std::size_t i = 0; i < d; ++i) {
    difference = std::max(difference, std::abs(theta[i] - computed.theta[i]) / scale);
  }
  const std::vector<double> x = test::normals(words, d, 1);
  const std::vector<double> image = test::gauss_solve(v, x);
  double width = 0;
  for (std::size_t i = 0; i < d; ++i) width += x[i] * image[i];
  return std::max(difference, std::abs(test::width_squared(computed.factor, x) - width) / width);
}

TEST_CASE("a positive definite matrix: estimate and widths are those of Gauss") {
  SplitMix64 words(1);
  for (const std::uint32_t d : {1u, 2u, 3u, 5u, 8u, 20u, 41u, 128u}) {
    // n unit-free rank-one terms and a ridge of 1: nothing is below the floor.
    std::vector<double> gram(d * (d + 1) / 2);
    for (int n = 0; n < 300; ++n) {
      const std::vector<double> x = test::normals(words, d, 1);
      std::size_t entry = 0;
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = i; j < d; ++j) gram[entry++] += x[i] * x[j];
      }
    }
    const std::vector<double> u = test::normals(words, d, 10);
    GramFactor factor(d);
    const Computed computed = compute(factor, gram, u, 1, 0.5);
    test::Matrix v = test::from_triangle(gram, d);
    for (std::size_t i = 0; i < d; ++i) v[i][i] += 1;
    CHECK(largest_difference(computed, v, u, words) < 1e-11);
  }
}

TEST_CASE("an indefinite matrix: estimate and widths are those of Jacobi's eigenvalues, raised") {
  SplitMix64 words(2);
  for (const std::uint32_t d : {1u, 2u, 3u, 5u, 8u, 20u, 41u, 60u}) {
    for (int repetition = 0; repetition < 3; ++repetition) {
      const std::vector<double> gram = test::normals(words, d * (d + 1) / 2, 100);
      const std::vector<double> u = test::normals(words, d, 10);
      GramFactor factor(d);
      const Computed computed = compute(factor, gram, u, 20, 3);
      test::Matrix v = test::from_triangle(gram, d);
      for (std::size_t i = 0; i < d; ++i) v[i][i] += 20;
      CHECK(largest_difference(computed, test::raised(v, 3), u, words) < 1e-9);
    }
  }
}

TEST_CASE("the determinant is that of the eigenvalues") {
  SplitMix64 words(3);
  for (const double shift : {1.0, 400.0}) {  // with and without raised ones
    const std::vector<double> gram = test::normals(words, 6 * 7 / 2, 30);
    GramFactor factor(6);
    compute(factor, gram, test::normals(words, 6, 1), shift, 0.5);
    test::Matrix v = test::from_triangle(gram, 6);
    for (std::size_t i = 0; i < 6; ++i) v[i][i] += shift;
    double sum = 0;
    for (const double value : test::jacobi(v).values) sum += std::log(std::max(value, 0.5));
    CHECK(factor.log_determinant() == Approx(sum).epsilon(1e-11));
  }
}

TEST_CASE("no reports: the estimate is 0 and every direction is as wide") {
  GramFactor factor(4);
  const Computed computed = compute(factor, std::vector<double>(10), std::vector<double>(4), 1, 1);
  CHECK(computed.theta == std::vector<double>(4));
  CHECK(computed.factor == std::vector<double>{1, 0, 1, 0, 0, 1, 0, 0, 0, 1});
}

TEST_CASE("a million indefinite matrices with noise of any size: everything is finite") {
  SplitMix64 words(4);
  const struct {
    std::uint32_t d;
    int count;
  } sizes[] = {{1, 250'000}, {2, 300'000}, {3, 250'000}, {5, 180'000},
               {8, 18'000},  {20, 1'900},  {64, 90},     {128, 10}};
  int matrices = 0;
  int raised = 0;
  int bad = 0;
  for (const auto& [d, count] : sizes) {
    GramFactor factor(d);
    std::vector<double> gram(d * (d + 1) / 2);
    std::vector<double> u(d);
    std::vector<double> theta(d);
    std::vector<double> result(gram.size());
    for (int i = 0; i < count; ++i, ++matrices) {
      // From 2^-40 to 2^79; one in four with a direction in which nothing is known at all.
      const double scale = std::ldexp(1, static_cast<int>(words.next() % 120) - 40);
      for (double& entry : gram) entry = scale * (2 * words.real() - 1);
      for (double& entry : u) entry = scale * (2 * words.real() - 1);
      if (words.next() % 4 == 0) std::fill(gram.begin(), gram.begin() + d, 0.0);
      const double shift = 1 + scale * 0.3 * words.real();
      const double floor = 1 + scale * 0.1 * words.real();
      factor.compute(gram, u, shift, floor, theta, result);
      // x^T V^-1 x is at most ||x||^2/floor, so no entry of F is above 1/sqrt(floor).
      const double largest = (1 + 1e-6) / std::sqrt(floor);
      for (const double t : theta) bad += !(std::abs(t) <= std::numeric_limits<double>::max());
      for (const double f : result) bad += !(std::abs(f) <= largest);
      raised += gram[0] + shift < floor;
    }
  }
  CHECK(matrices == 1'000'000);
  CHECK(raised > 100'000);
  CHECK(bad == 0);
}

}  // namespace
}  // namespace ldp
