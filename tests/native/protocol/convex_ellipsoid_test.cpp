#include "protocol/convex_ellipsoid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "protocol/convex_centre.hpp"
#include "protocol/convex_experiments.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::ball;

// max over |u| = 1 of |z + M u|: the convex function has its maximum where u is parallel to
// M^T (z + M u), which is iterated to from many starts.
double reach_in_ball(const std::vector<double>& z, const std::vector<double>& shape) {
  const std::size_t size = z.size();
  double farthest = 0;
  test::SplitMix64 random(5);
  for (int start = 0; start < 40; ++start) {
    std::vector<double> u(size);
    for (double& x : u) x = 2 * random.real() - 1;
    for (int step = 0; step < 200; ++step) {
      double length = 0;
      for (const double x : u) length += x * x;
      for (double& x : u) x /= std::sqrt(length);
      std::vector<double> y = z;
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) y[i] += shape[i * size + j] * u[j];
      }
      double square = 0;
      for (const double x : y) square += x * x;
      farthest = std::max(farthest, std::sqrt(square));
      for (std::size_t j = 0; j < size; ++j) {
        u[j] = 0;
        for (std::size_t i = 0; i < size; ++i) u[j] += shape[i * size + j] * y[i];
      }
    }
  }
  return farthest;
}

std::vector<double> scaled(std::vector<double> matrix, double factor) {
  for (double& x : matrix) x *= factor;
  return matrix;
}

TEST_CASE("an ellipsoid is in a ball exactly if its farthest point is") {
  test::SplitMix64 random(11);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> z(3);
    for (double& x : z) x = random.real() - 0.5;
    if (trial == 0) z = {0, 0, 0};
    std::vector<double> shape(9);
    for (double& x : shape) x = random.real() - 0.5;
    if (trial == 1) shape = {0, 0, 0, 0, 0.5, 0, 0, 0, 0.5};  // flat, and z off its plane
    const double radius = reach_in_ball(z, shape);
    CAPTURE(trial, radius);
    CHECK(contains_ellipsoid(ball({0, 0, 0}, radius * (1 + 1e-6)), z, shape));
    CHECK_FALSE(contains_ellipsoid(ball({0, 0, 0}, radius * (1 - 1e-6)), z, shape));
  }
}

TEST_CASE("the Dikin ellipsoid of a barrier is in its ball, and not much more is") {
  // Hess^(-1/2) of the unit ball at (0.3, 0.4): docs/spec/convex-and-reductions.md, section 12.
  const std::vector<double> dikin{0.56268135, -0.06625478, -0.06625478, 0.52403273};
  const std::vector<double> point{0.3, 0.4};
  CHECK(contains_ellipsoid(ball({0, 0}, 1), point, dikin));
  const double reach = reach_in_ball(point, dikin);
  CHECK(reach < 1);
  CHECK_FALSE(contains_ellipsoid(ball({0, 0}, 1), point, scaled(dikin, 1.25)));
}

TEST_CASE("balls and ellipsoids that are balls agree in every set") {
  for (const ConvexSet& set : test::sets_of_all_kinds()) {
    const ConvexCentre centre = convex_centre(set).value();
    const std::vector<double> one{1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (const double part : {0.5, 1 - 1e-6, 1 + 1e-6}) {
      CAPTURE(static_cast<int>(set.kind), part);
      CHECK(contains_ball(set, centre.point, part * centre.inner) == (part < 1));
      CHECK(contains_ellipsoid(set, centre.point, scaled(one, part * centre.inner)) == (part < 1));
    }
  }
}

TEST_CASE("an ellipsoid reaches a face as far as its matrix says, of any kind") {
  const std::vector<double> shape{0.3, 0.4, 0, 0.1};
  const std::vector<double> point{0.5, 0.5};
  // |row 1| = 0.5: it touches both sides of the unit square.
  CHECK(contains_ellipsoid(test::box({0, 0}, {1, 1}), point, shape));
  CHECK_FALSE(contains_ellipsoid(test::box({0, 0}, {0.999, 1}), point, shape));
  // Of x + y <= c it reaches |(0.3, 0.5)| beyond 1.
  const double reach = 1 + std::sqrt(0.09 + 0.25);
  const auto cut = [](double offset) {
    return test::polytope(2, {1, 0, 0, 1, -1, 0, 0, -1, 2, 2}, {1, 1, 0, 0, 2 * offset}, 1);
  };
  CHECK(contains_ellipsoid(cut(reach + 1e-6), point, shape));
  CHECK_FALSE(contains_ellipsoid(cut(reach - 1e-6), point, shape));
}

TEST_CASE("nothing that is not a number is in a set") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const ConvexSet& set : test::sets_of_all_kinds()) {
    const std::vector<double> middle = convex_centre(set).value().point;
    for (const double wrong : {nan, infinity, -infinity}) {
      std::vector<double> shape(9, 0);
      CHECK(contains_ellipsoid(set, middle, shape));
      shape[4] = wrong;
      CHECK_FALSE(contains_ellipsoid(set, middle, shape));
      CHECK_FALSE(contains_ball(set, middle, std::abs(wrong)));
      std::vector<double> point = middle;
      point[1] = wrong;
      CHECK_FALSE(contains_ball(set, point, 0));
    }
  }
}

}  // namespace
}  // namespace ldp
