#include "protocol/convex_snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "protocol/linear_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

// Limit of the numbers of the surface, which no device plays.
constexpr double kLargestSurfaceNumber = 1e100;

double count(std::size_t size) { return static_cast<double>(size); }

bool are_finite(const std::vector<double>& numbers, double most) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [most](double number) { return std::abs(number) <= most; });
}

Status validate_points(const ConvexSnapshot& snapshot, const ConvexSet& set) {
  const auto& [points, weights] = std::tie(snapshot.points, snapshot.weights);
  if (points.size() != 3) return invalid("points", "there must be three", count(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!contains_ball(set, std::span(points).subspan(i, 1), 0)) {
      return invalid("points", "every point must be in the set", points[i]);
    }
    if (i > 0 && !(points[i - 1] <= points[i])) {
      return invalid("points", "must be ascending", points[i]);
    }
  }
  if (weights.size() != 3) {
    return invalid("weights", "there must be one for each point", count(weights.size()));
  }
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) return invalid("weights", "must not be negative", weight);
    sum += weight;
  }
  if (std::abs(sum - 1) <= kWeightsTolerance) return {};
  return invalid("weights", "must add up to 1", sum);
}

Status validate_point(const ConvexSnapshot& snapshot, const ConvexExperiment& experiment) {
  const ConvexSet& set = experiment.set;
  if (snapshot.point.size() != set.dimension) {
    return invalid("point", "must have as many numbers as the set", count(snapshot.point.size()));
  }
  if (!contains_ball(set, snapshot.point, 0)) return invalid("point", "must be in the set", 0);
  if (!has_shape(experiment)) {
    if (!(snapshot.radius > 0 && std::isfinite(snapshot.radius))) {
      return invalid("radius", "must be finite and positive", snapshot.radius);
    }
    if (contains_ball(set, snapshot.point, snapshot.radius)) return {};
    return invalid("radius", "reaches out of the set", snapshot.radius);
  }
  const std::size_t size = std::size_t{1} * hull_dimension(set) * hull_dimension(set);
  if (snapshot.shape.size() != size) {
    return invalid("shape", "must be a square matrix over directions",
                   count(snapshot.shape.size()));
  }
  if (contains_ellipsoid(set, snapshot.point, snapshot.shape)) return {};
  return invalid("shape", "must be finite and stay in the set", 0);
}

// What a snapshot of this experiment must not have.
Status validate_absent(const ConvexSnapshot& snapshot, const ConvexExperiment& experiment) {
  const bool is_stochastic = has_points(experiment);
  if (is_stochastic && !snapshot.point.empty()) {
    return invalid("point", "this algorithm has points", count(snapshot.point.size()));
  }
  if (!is_stochastic && !(snapshot.points.empty() && snapshot.weights.empty())) {
    return invalid("points", "this algorithm has one point", count(snapshot.points.size()));
  }
  if (!has_shape(experiment) && !snapshot.shape.empty()) {
    return invalid("shape", "this algorithm has none", count(snapshot.shape.size()));
  }
  if ((is_stochastic || has_shape(experiment)) && snapshot.radius != 0) {
    return invalid("radius", "this algorithm has none", snapshot.radius);
  }
  return {};
}

Status validate_surface(const ConvexSnapshot& snapshot, const ConvexExperiment& experiment) {
  const auto& [slope, curvature] = std::tie(snapshot.slope, snapshot.curvature);
  if (slope.empty() && curvature.empty()) return {};
  const std::uint32_t d = experiment.set.dimension;
  if (experiment.algorithm != Algorithm::ldp_two_point) {
    return invalid("surface", "this algorithm has none", count(slope.size()));
  }
  if (slope.size() != d || curvature.size() != triangle(d)) {
    return invalid("surface", "must be a vector and an upper triangle", count(curvature.size()));
  }
  if (are_finite(slope, kLargestSurfaceNumber) && are_finite(curvature, kLargestSurfaceNumber)) {
    return {};
  }
  return invalid("surface", "every number must be at most 1e100 in size", 0);
}

}  // namespace

Status validate(const ConvexSnapshot& snapshot, const ConvexExperiment& experiment) {
  if (snapshot.reports > kMaximumReports) {
    return invalid("reports", "must be below 2^53", static_cast<double>(snapshot.reports));
  }
  if (Status status = validate_absent(snapshot, experiment); !status.ok()) return status;
  const Status played = has_points(experiment) ? validate_points(snapshot, experiment.set)
                                               : validate_point(snapshot, experiment);
  if (!played.ok()) return played;
  if (snapshot.answer.size() != experiment.set.dimension ||
      !contains_ball(experiment.set, snapshot.answer, 0)) {
    return invalid("answer", "must be a point of the set", count(snapshot.answer.size()));
  }
  return validate_surface(snapshot, experiment);
}

}  // namespace ldp
