// A convex set as a learner sees it: in coordinates w of its affine hull with the middle at 0, so
// that shrinking is scaling and a simplex has as many coordinates as it has dimensions. A point of
// the set is x = x0 + E w with E of orthonormal columns (protocol/convex_set.hpp), so distances and
// projections are those of the set (docs/spec/convex-and-reductions.md, section 5); the barriers
// are those of Nesterov, Nemirovskii 1994, Interior-Point Polynomial Algorithms, for these bodies.
//
//   set       barrier phi                        nu   argmin of g.w + phi   projection
//   ball      -ln(1 - |w|^2/R^2)                 1    radial, closed        scaling
//   box       -sum ln(1 - w_i^2/h_i^2)           d    by axis, closed       clamping
//   simplex   -sum ln(1/K + (E w)_i)             K    one Newton in 1-D     by sorting
//   polytope  -sum ln(s_i - a_i.w), |a_i| = 1    m    damped Newton         Hildreth's sweeps
//
// Nothing allocates after create(); no function of the platform's libm but the square root.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_set.hpp"

namespace ldp {

class ConvexDomain {
 public:
  /// Errors: those of validate(set) and of convex_centre: a polytope without inside, without end or
  /// that reaches farther than its radius.
  static Result<ConvexDomain> create(const ConvexSet& set);

  [[nodiscard]] const ConvexSet& set() const { return set_; }
  /// d, of the hull: numbers of a w. 1..32.
  [[nodiscard]] std::uint32_t dimension() const { return dimension_; }
  /// r: the ball of this radius about 0 is in the set. R: the set is in the ball of this radius.
  [[nodiscard]] double inner() const { return inner_; }
  [[nodiscard]] double outer() const { return outer_; }
  /// nu of the barrier.
  [[nodiscard]] double barrier_parameter() const { return nu_; }

  /// x = x0 + E w. w: [dimension()], x: [set().dimension].
  void to_point(std::span<const double> w, std::span<double> x) const;
  /// w = E^T (x - x0).
  void from_point(std::span<const double> x, std::span<double> w) const;

  /// Whether w is in the set, but for `tolerance` in every distance. False for NaN.
  [[nodiscard]] bool contains(std::span<const double> w, double tolerance = 0) const;

  /// The nearest point of the set. Exact but for rounding; of a polytope to 1e-10 in every
  /// constraint (or 10^4 sweeps).
  void project(std::span<double> w) const;
  /// The nearest point of (1 - shrink) times the set: every point there is shrink r away from the
  /// boundary. Requires 0 <= shrink < 1.
  void project_shrunk(double shrink, std::span<double> w) const;

  /// phi, 0 at the middle; infinity outside the inside.
  [[nodiscard]] double barrier(std::span<const double> w) const;
  /// Its gradient [d] and its Hessian [d][d], at an inner point.
  void gradient(std::span<const double> w, std::span<double> g) const;
  void hessian(std::span<const double> w, std::span<double> h) const;

  /// w <- argmin of slope.w + curvature |w|^2/2 + phi(w), curvature >= 0. Closed forms and
  /// one-dimensional equations where there are some; else damped Newton from w, which must be an
  /// inner point then (0 is one). Stops at a Newton decrement below 1e-9.
  void minimise(std::span<const double> slope, double curvature, std::span<double> w) const;
  /// The last of these for every set: what the others are tested against.
  void minimise_by_newton(std::span<const double> slope, double curvature,
                          std::span<double> w) const;

 private:
  ConvexDomain() = default;
  [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(slack_.size()); }
  [[nodiscard]] const double* row(std::size_t i) const { return normals_.data() + i * dimension_; }
  void project_on_rows(std::span<double> w) const;
  void minimise_on_simplex(std::span<const double> slope, std::span<double> w) const;

  ConvexSet set_;
  std::uint32_t dimension_ = 0;
  double inner_ = 0;
  double outer_ = 0;
  double nu_ = 1;
  std::vector<double> centre_{};   // x0 [set_.dimension]
  std::vector<double> half_{};     // box: h [d]
  std::vector<double> normals_{};  // polytope: [rows][d], unit length
  std::vector<double> slack_{};    // polytope: [rows] b - A x0
};

/// The y in (-h, h) with v = a y + 2 y/(h^2 - y^2): the argmin of
/// -v y + a y^2/2 - ln(1 - y^2/h^2). Requires h > 0, a >= 0, v finite.
[[nodiscard]] double radial_minimiser(double v, double a, double h);

}  // namespace ldp
