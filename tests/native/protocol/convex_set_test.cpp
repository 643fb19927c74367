#include "protocol/convex_set.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "protocol/convex_centre.hpp"
#include "protocol/convex_experiments.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::ball;
using test::box;
using test::polytope;
using test::simplex;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string refused(const ConvexSet& set) {
  const Status status = validate(set);
  if (status.ok()) return "";
  CHECK(status.error().code == ErrorCode::invalid_argument);
  CHECK(status.error().parameter == "set");
  return std::string(status.error().reason);
}

std::string without_centre(const ConvexSet& set) {
  REQUIRE(validate(set).ok());
  const Result<ConvexCentre> centre = convex_centre(set);
  if (centre.ok()) return "";
  CHECK(centre.error().parameter == "set");
  return std::string(centre.error().reason);
}

TEST_CASE("the four kinds of sets are what they say") {
  for (const ConvexSet& set : test::sets_of_all_kinds()) CHECK(refused(set).empty());
  CHECK(hull_dimension(simplex(4)) == 3);
  CHECK(hull_dimension(ball({1, 2}, 1)) == 2);
  CHECK(refused(ball(std::vector<double>(32, 0), 1)).empty());
}

TEST_CASE("sets that are none are refused with what to do") {
  CHECK(refused(ball({}, 1)).find("1 to 32") != std::string::npos);
  CHECK(refused(ball(std::vector<double>(33, 0), 1)).find("1 to 32") != std::string::npos);
  CHECK(refused(simplex(1)).find("simplex 2 to 32") != std::string::npos);
  for (const double radius : {0.0, -1.0, 1e-7, 1e7, kNan}) {
    CHECK(refused(ball({0, 0}, radius)).find("radius") == 0);
    CHECK(refused(polytope(1, {1, -1}, {1, 1}, radius)).find("radius") == 0);
  }
  CHECK(refused(ball({0, kNan}, 1)).find("every number") == 0);
  CHECK(refused(box({0, 0}, {1, 0})).find("high must be above low") == 0);
  CHECK(refused(box({0, 0}, {1, kNan})).find("every number") == 0);
  CHECK(refused(box({0, 0}, {1})).find("high must be as long") == 0);
  CHECK(refused(polytope(2, {1, 0, 0, 0}, {1, 1}, 1)).find("no normal may be zero") == 0);
  CHECK(refused(polytope(2, {1, 0, 0}, {1, 1}, 1)).find("normals must have") == 0);
  CHECK(refused(polytope(2, {}, {}, 1)).find("1 to 256 rows") != std::string::npos);
  ConvexSet unknown = simplex(3);
  unknown.kind = static_cast<ConvexSetKind>(4);
  CHECK(refused(unknown).find("no such type") != std::string::npos);
}

TEST_CASE("the middle of a set and its radii are those of the spec") {
  const ConvexCentre of_ball = convex_centre(ball({1, -2}, 3)).value();
  CHECK(of_ball.point == std::vector<double>{1, -2});
  CHECK(of_ball.inner == 3);
  CHECK(of_ball.outer == 3);
  const ConvexCentre of_box = convex_centre(box({-1, 0}, {1, 6})).value();
  CHECK(of_box.point == std::vector<double>{0, 3});
  CHECK(of_box.inner == 1);
  CHECK(of_box.outer == Approx(std::sqrt(10.0)));
  const ConvexCentre of_simplex = convex_centre(simplex(3)).value();
  CHECK(of_simplex.point == std::vector<double>(3, 1.0 / 3));
  CHECK(of_simplex.inner == Approx(1 / std::sqrt(6.0)));
  CHECK(of_simplex.outer == Approx(std::sqrt(2.0 / 3)));
  // docs/spec/convex-and-reductions.md, section 12.
  const ConvexCentre cut = convex_centre(test::cut_square()).value();
  CHECK(cut.point[0] == Approx(0.35505103).margin(1e-8));
  CHECK(cut.point[1] == Approx(0.35505103).margin(1e-8));
  CHECK(cut.inner == Approx(0.35505103).margin(1e-8));
  CHECK(cut.outer == 1);
}

TEST_CASE(
    "a box given as a polytope has the box's middle, wherever it lies and however rows are long") {
  const std::vector<double> normals{3, 0, 0, 0.5, -1, 0, 0, -2};
  // 990 <= x <= 1010, -0.001 <= y <= 0.001.
  const ConvexCentre centre =
      convex_centre(polytope(2, normals, {3030, 0.0005, -990, 0.002}, 11)).value();
  CHECK(centre.point[0] == Approx(1000).margin(1e-6));
  CHECK(centre.point[1] == Approx(0).margin(1e-9));
  CHECK(centre.inner == Approx(0.001));
}

TEST_CASE("a simplex as a polytope of its hull has its middle where all slacks are alike") {
  // The triangle x >= 0, y >= 0, x + y <= 1 in 32 dimensions: x_i = 1/33.
  std::vector<double> normals;
  std::vector<double> offsets(32, 0);
  for (std::size_t row = 0; row < 32; ++row) {
    for (std::size_t i = 0; i < 32; ++i) normals.push_back(row == i ? -1 : 0);
  }
  normals.insert(normals.end(), 32, 1.0);
  offsets.push_back(1);
  const ConvexCentre centre = convex_centre(polytope(32, normals, offsets, 1)).value();
  for (const double x : centre.point) CHECK(x == Approx(1.0 / 33).margin(1e-9));
}

TEST_CASE("polytopes without inside or end are refused") {
  // x <= 0 and x >= 1; x <= 1 and x >= 1; a plane in three dimensions.
  CHECK(without_centre(polytope(1, {1, -1}, {0, -1}, 1)).find("no inside") != std::string::npos);
  CHECK(without_centre(polytope(1, {1, -1}, {1, -1}, 1)).find("no inside") != std::string::npos);
  CHECK(
      without_centre(polytope(2, {1, 0, -1, 0, 0, 1, 0, -1}, {1, 1, 2, -2}, 2)).find("no inside") !=
      std::string::npos);
  // A half-line, a strip, a cone, a strip that its rows bend by little.
  CHECK(without_centre(polytope(1, {1}, {1}, 1)).find("no end") != std::string::npos);
  CHECK(without_centre(polytope(2, {1, 0, -1, 0}, {1, 1}, 1)).find("no end") != std::string::npos);
  CHECK(without_centre(polytope(2, {1, 1, 1, -1}, {0, 0}, 1)).find("no end") != std::string::npos);
  // All of it is there, but not within its radius.
  CHECK(without_centre(polytope(1, {1, -1}, {5, 5}, 4.9)).find("larger radius") !=
        std::string::npos);
  CHECK(without_centre(polytope(1, {1, -1}, {5, 5}, 5)).empty());
}

// A point is as deep as the largest ball around it in the set: brute force over directions.
TEST_CASE("depth is the distance to the boundary within the hull") {
  test::SplitMix64 random(3);
  for (const ConvexSet& set : test::sets_of_all_kinds()) {
    const ConvexCentre centre = convex_centre(set).value();
    CHECK(depth(set, centre.point) == Approx(centre.inner).epsilon(1e-9));
    // Off the middle by half the inner radius, so that its depth is at least the other half.
    std::vector<double> way{0.3 * centre.inner, -0.4 * centre.inner, 0};
    std::vector<double> moved(set.dimension);
    embed(set, way, moved);
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += centre.point[i];
    const double deep = depth(set, moved);
    CHECK(deep >= centre.inner / 2 - 1e-12);
    double nearest = 1e9;
    for (int draw = 0; draw < 3000; ++draw) {
      double length = 0;
      for (double& x : way) {
        x = 2 * random.real() - 1;
        length += x * x;
      }
      for (double& x : way) x /= std::sqrt(length);
      std::vector<double> vector(set.dimension);
      embed(set, way, vector);
      double low = 0;
      double high = 20;
      for (int step = 0; step < 40; ++step) {
        const double middle = (low + high) / 2;
        std::vector<double> point = moved;
        for (std::size_t i = 0; i < point.size(); ++i) point[i] += middle * vector[i];
        (depth(set, point) >= 0 ? low : high) = middle;
      }
      nearest = std::min(nearest, low);
    }
    CAPTURE(static_cast<int>(set.kind), deep, nearest);
    CHECK(nearest >= deep - 1e-9);
    CHECK(nearest <= 1.05 * deep);
  }
}

TEST_CASE("directions of a simplex are those of its hull, and lengths stay") {
  const ConvexSet set = simplex(4);
  std::vector<double> vector(4);
  embed(set, std::vector<double>{1, 0, 0}, vector);
  CHECK(vector[0] == Approx(1 / std::sqrt(2.0)));
  CHECK(vector[1] == Approx(-1 / std::sqrt(2.0)));
  CHECK(vector[3] == 0);
  embed(set, std::vector<double>{0, 0, 1}, vector);
  CHECK(vector[0] == Approx(1 / std::sqrt(12.0)));
  CHECK(vector[3] == Approx(-3 / std::sqrt(12.0)));
  const std::vector<double> way{0.5, -2, 3};
  embed(set, way, vector);
  double square = 0;
  double sum = 0;
  for (const double x : vector) {
    square += x * x;
    sum += x;
  }
  CHECK(square == Approx(0.25 + 4 + 9));
  CHECK(sum == Approx(0).margin(1e-12));
  std::vector<double> back(3);
  to_hull(set, vector, back);
  for (std::size_t i = 0; i < 3; ++i) CHECK(back[i] == Approx(way[i]));
}

TEST_CASE("what is not in the hull is not in the set") {
  CHECK(is_in_hull(simplex(3), std::vector<double>{0.2, 0.3, 0.5}));
  CHECK_FALSE(is_in_hull(simplex(3), std::vector<double>{0.2, 0.3, 0.6}));
  CHECK_FALSE(is_in_hull(ball({0, 0}, 1), std::vector<double>{0, kNan}));
}

TEST_CASE("a point so far out that its products overflow is outside a polytope") {
  // 3 x - 2 y <= 1, 3 y - 2 x <= 1, x + y >= -1: of the first two rows the far point has infinity
  // minus infinity, of the last one more room than there can be.
  const ConvexSet triangle = polytope(2, {3, -2, -2, 3, -1, -1}, {1, 1, 1}, 4);
  CHECK(depth(triangle, std::vector<double>{0, 0}) > 0);
  for (const double far : {1e100, 1e307, 1e308}) {
    CAPTURE(far);
    CHECK(depth(triangle, std::vector<double>{far, far}) < 0);
  }
}

}  // namespace
}  // namespace ldp
