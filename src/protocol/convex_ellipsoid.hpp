// Whether all points that a device may play around a point lie in the set: a ball, or an ellipsoid
// of any shape. A device checks this of every snapshot.
#pragma once

#include <span>

#include "protocol/convex_set.hpp"

namespace ldp {

/// How far beyond the boundary rounding may lead a played point, in units of the set's size: the
/// radius of a ball or a polytope, the narrowest side of a box.
inline constexpr double kConvexTolerance = 1e-9;

/// Whether every point of the hull at most `radius` >= 0 from `point` [d] lies in the set, but for
/// kConvexTolerance; false if a number is not finite. O(d), of a polytope O(d rows).
bool contains_ball(const ConvexSet& set, std::span<const double> point, double radius);

/// Whether point + M u lies in the set for every u with |u| <= 1, but for kConvexTolerance.
/// shape: M [h][h] row by row, h = hull_dimension(set); it takes coordinates of the hull to the
/// hull. Exact: the largest a.Mu of a half-space is |M^T a|; a ball is the S-lemma's (Boyd,
/// Vandenberghe 2004, Convex Optimization, appendix B.2). O(h^2) for each half-space; of a ball
/// O(h^3) for each of at most 100 bisections.
bool contains_ellipsoid(const ConvexSet& set, std::span<const double> point,
                        std::span<const double> shape);

}  // namespace ldp
