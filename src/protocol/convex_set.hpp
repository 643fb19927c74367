// Where the points of a convex experiment lie: plain public data, the same in the manifest, in the
// device's checks and in the server's learner. What is known of a set as a whole, its middle and
// how far it reaches, is in convex_centre.hpp. Spec: Zheng et al. 2020, algorithms 1 and 2, which
// take any convex body; these are the four whose projections and barriers have formulas.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// Fields that a kind does not use are empty or 0.
struct ConvexSet {
  ConvexSetKind kind = ConvexSetKind::box;
  std::uint32_t dimension = 0;    // d, 1..32: numbers in a point; of a simplex 2..32
  std::vector<double> center{};   // ball: [d]
  std::vector<double> low{};      // box: [d]
  std::vector<double> high{};     // box: [d], each above low
  std::vector<double> normals{};  // polytope: [rows][d], of any length but 0
  std::vector<double> offsets{};  // polytope: [rows], 1..256 of them
  double radius = 0;  // ball: its own; polytope: no point is farther from its analytic centre

  bool operator==(const ConvexSet&) const = default;
};

/// The dimension of the affine hull: d, of a simplex d - 1. The number of a direction's
/// coordinates.
constexpr std::uint32_t hull_dimension(const ConvexSet& set) {
  return set.kind == ConvexSetKind::simplex ? set.dimension - 1 : set.dimension;
}

/// Structure and ranges; whether a polytope has an inside and ends is for convex_centre to say.
/// Errors: invalid_argument, naming `set`, with the field in the reason and the offending number.
Status validate(const ConvexSet& set);

/// How far `point` [d] is from the boundary within the hull, negative outside, where it is the
/// violation of the constraint that is violated most. Of a simplex, sum x_i = 1 is taken for
/// granted (see is_in_hull). O(d), of a polytope O(d rows). Requires a valid set.
double depth(const ConvexSet& set, std::span<const double> point);

/// Whether the coordinates of `point` [d] are finite and, of a simplex, add up to 1 but for 1e-9.
bool is_in_hull(const ConvexSet& set, std::span<const double> point);

/// `direction` [hull_dimension(set)] as a vector of the points' space [d], of the same length: the
/// same numbers, but of a simplex its coordinates in the Helmert basis: column j (from 1) has
/// 1/sqrt(j (j + 1)) in rows 1..j and -j/sqrt(j (j + 1)) in row j + 1. O(d).
void embed(const ConvexSet& set, std::span<const double> direction, std::span<double> vector);

/// The transpose of embed: the coordinates [hull_dimension(set)] of the projection of `vector` [d]
/// on the hull's directions. O(d).
void to_hull(const ConvexSet& set, std::span<const double> vector, std::span<double> direction);

}  // namespace ldp
