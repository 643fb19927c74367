#include "protocol/convex_snapshot.hpp"

#include <limits>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/convex_experiments.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::refused;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const ConvexExperiment kPair = test::two_point(test::box({0, 0}, {1, 2}));
const ConvexExperiment kShaped = test::one_point(test::ball({0, 0}, 1), ConvexLosses::smooth);
const ConvexExperiment kLine = test::stochastic(-1, 1);

ConvexSnapshot of_pair() {
  ConvexSnapshot snapshot{.id = 3, .reports = 10};
  snapshot.point = {0.5, 1.5};
  snapshot.radius = 0.25;
  snapshot.answer = {0.25, 2};
  return snapshot;
}

ConvexSnapshot of_shape() {
  ConvexSnapshot snapshot{.id = 3, .reports = 10};
  snapshot.point = {0.3, 0.4};
  snapshot.shape = {0.4, 0.1, 0, 0.3};
  snapshot.answer = {0, 0};
  return snapshot;
}

ConvexSnapshot of_line() {
  ConvexSnapshot snapshot{.id = 3, .reports = 10};
  snapshot.points = {-0.5, 0, 0.5};
  snapshot.weights = {0, 0.25, 0.75};
  snapshot.answer = {0.1};
  return snapshot;
}

// The field that is named once `change` has been made to a snapshot that was accepted.
template <class Change>
std::string_view changed(ConvexSnapshot snapshot, const ConvexExperiment& experiment,
                         Change change) {
  CHECK(refused(snapshot, experiment).empty());
  change(snapshot);
  return refused(snapshot, experiment);
}

TEST_CASE("a convex snapshot that leads a device out of the set is refused") {
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.point = {0.5, 2.1}; }) == "point");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.point = {0.5}; }) == "point");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.point[1] = kNan; }) == "point");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.radius = 0.50001; }) == "radius");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.point = {0.2, 1}; }) == "radius");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.shape[0] = 0.8; }) == "shape");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.point = {0.8, 0.6}; }) == "shape");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.points[2] = 1.5; }) == "points");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.points = {0, -0.5, 0.5}; }) == "points");
}

TEST_CASE("a convex snapshot must have its numbers, and they must be some") {
  for (const double radius : {0.0, -0.1, kNan, std::numeric_limits<double>::infinity()}) {
    CHECK(changed(of_pair(), kPair, [&](auto& s) { s.radius = radius; }) == "radius");
  }
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.reports = kMaximumReports + 1; }) == "reports");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.answer = {0, 2.1}; }) == "answer");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.answer.clear(); }) == "answer");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.shape.pop_back(); }) == "shape");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.shape[2] = kNan; }) == "shape");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.weights = {0.5, 0.6, 0}; }) == "weights");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.weights = {1.5, -0.5, 0}; }) == "weights");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.weights = {kNan, 1, 0}; }) == "weights");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.points.pop_back(); }) == "points");
}

TEST_CASE("a convex snapshot has nothing of another algorithm") {
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.shape = {0, 0, 0, 0}; }) == "shape");
  CHECK(changed(of_pair(), kPair, [](auto& s) { s.points = {0, 0, 0}; }) == "points");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.radius = 0.1; }) == "radius");
  CHECK(changed(of_line(), kLine, [](auto& s) { s.point = {0}; }) == "point");
  CHECK(changed(of_shape(), kShaped, [](auto& s) { s.slope = {0, 0}; }) == "surface");
}

TEST_CASE("a surface is as long as the set has coordinates") {
  const auto surface = [](std::vector<double> slope, std::vector<double> curvature) {
    return [=](ConvexSnapshot& s) {
      s.slope = slope;
      s.curvature = curvature;
    };
  };
  CHECK(changed(of_pair(), kPair, surface({1, 2}, {1, 0, 1})).empty());
  CHECK(changed(of_pair(), kPair, surface({1, 2}, {})) == "surface");
  CHECK(changed(of_pair(), kPair, surface({1}, {1, 0, 1})) == "surface");
  CHECK(changed(of_pair(), kPair, surface({1, kNan}, {1, 0, 1})) == "surface");
}

}  // namespace
}  // namespace ldp
