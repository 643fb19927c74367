// Convex sets and experiments that tests share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/convex_experiment.hpp"
#include "protocol/report_bytes.hpp"

namespace ldp::test {

inline ConvexSet ball(std::vector<double> center, double radius) {
  ConvexSet set{.kind = ConvexSetKind::ball, .radius = radius};
  set.dimension = static_cast<std::uint32_t>(center.size());
  set.center = std::move(center);
  return set;
}

inline ConvexSet box(std::vector<double> low, std::vector<double> high) {
  ConvexSet set{.kind = ConvexSetKind::box};
  set.dimension = static_cast<std::uint32_t>(low.size());
  set.low = std::move(low);
  set.high = std::move(high);
  return set;
}

inline ConvexSet simplex(std::uint32_t dimension) {
  return {.kind = ConvexSetKind::simplex, .dimension = dimension};
}

inline ConvexSet polytope(std::uint32_t dimension, std::vector<double> normals,
                          std::vector<double> offsets, double radius) {
  ConvexSet set{.kind = ConvexSetKind::polytope, .dimension = dimension, .radius = radius};
  set.normals = std::move(normals);
  set.offsets = std::move(offsets);
  return set;
}

// x <= 1, y <= 1, x >= 0, y >= 0, x + y <= 1.5: that of docs/spec/convex-and-reductions.md,
// section 12.
inline ConvexSet cut_square() {
  return polytope(2, {1, 0, 0, 1, -1, 0, 0, -1, 1, 1}, {1, 1, 0, 0, 1.5}, 1);
}

// All four kinds, in three dimensions of the hull.
inline std::vector<ConvexSet> sets_of_all_kinds() {
  std::vector<ConvexSet> sets{ball({1, -2, 0.5}, 2), box({-1, 0, 5}, {1, 2, 5.5}), simplex(4)};
  // A pyramid: z >= 0 and four sides.
  sets.push_back(polytope(3, {0, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 1}, {0, 1, 1, 1, 1}, 2));
  return sets;
}

inline ConvexExperiment two_point(ConvexSet set, double epsilon = 1) {
  ConvexExperiment experiment{.set = std::move(set), .epsilon = epsilon};
  experiment.lipschitz = 1;
  return experiment;
}

inline ConvexExperiment comparison(ConvexSet set, double epsilon = 1) {
  ConvexExperiment experiment{.set = std::move(set), .epsilon = epsilon};
  experiment.feedback = ConvexFeedback::comparison;
  return experiment;
}

inline ConvexExperiment one_point(ConvexSet set, ConvexLosses losses = ConvexLosses::convex,
                                  double epsilon = 1) {
  ConvexExperiment experiment{
      .algorithm = Algorithm::ldp_one_point, .set = std::move(set), .epsilon = epsilon};
  experiment.losses = losses;
  if (!is_smooth(losses)) experiment.lipschitz = 1;
  if (is_smooth(losses)) experiment.smoothness = 2;
  if (is_strongly_convex(losses)) experiment.curvature = 1;
  return experiment;
}

inline ConvexExperiment stochastic(double low = 0, double high = 1, double epsilon = 1) {
  return {
      .algorithm = Algorithm::ldp_stochastic_convex, .set = box({low}, {high}), .epsilon = epsilon};
}

}  // namespace ldp::test
