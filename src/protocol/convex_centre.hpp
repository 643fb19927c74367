// The middle of a convex set and its two radii: where a learner starts, and what a device without a
// snapshot plays. Both sides of the wall compute it, with the same bits: no function of libm but
// the square root. docs/spec/convex-and-reductions.md, section 5.
#pragma once

#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_set.hpp"

namespace ldp {

struct ConvexCentre {
  std::vector<double> point{};  // x0 [d]: the minimiser of the set's barrier
  double inner = 0;             // r: the ball of this radius about x0, in the hull, is in the set
  double outer = 0;             // R: the ball of this radius about x0 has the set in it
};

/// Of a polytope the analytic centre, by damped Newton steps after a search for a point inside, at
/// most a few hundred Cholesky decompositions; `outer` is then what the set says, which is checked
/// along every axis and normal.
/// Errors: invalid_argument ("set") for a polytope without inside, without end, or that reaches
/// farther than its radius, saying what to do. Requires a valid set.
Result<ConvexCentre> convex_centre(const ConvexSet& set);

}  // namespace ldp
