// Convex optimisation from noisy losses at points that the server chose: Zheng et al. 2020,
// algorithms 1 and 2, over the black boxes of docs/spec/convex-and-reductions.md, sections 6 and 7.
// A device of the one-point reduction plays y = x + rho u (or x + M u) and reports r with E[r] = v
// = (loss - mid)/B. A device of the two-point one looks at y+- = x +- rho u; v is the clamped
// difference (f(y+) - f(y-))/(2 rho G) or, where the visitor compares two variants, minus the
// preference for the first (Yue, Joachims 2009, dueling bandit gradient descent, with both points
// moved).
//
//   losses                          gradient g        update
//   convex (fkm)                    (d/rho) B r u     x <- P_xi(x - eta g)
//   strongly convex (scfkm)         (d/rho) B r u     the same with eta = 1/(mu t)
//   smooth (st)                     d B r M^-T u      x = argmin s.x + phi(x), s += eta g
//   both (hl)                       d B r M^-T u      x = argmin s.x + Q|x|^2/2 + phi(x),
//                                                     s += eta (g - mu x), Q += eta mu
//   two points, (strongly) convex   d G r u           as fkm, scfkm
//
// with M = delta_s L^-T where L L^T is the Hessian of what st and hl minimise: any M with
// M M^T = delta_s^2 Hess^-1 explores the same ellipsoid, and this one is a Cholesky factor away.
// How an epoch of n reports becomes one step: step_rules.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "server/convex/convex_domain.hpp"
#include "server/convex/last_half_average.hpp"
#include "server/convex/step_rules.hpp"
#include "server/learner/saved_bytes.hpp"

namespace ldp {

/// An epoch: where its devices were, and what they said. Vectors are hull coordinates
/// (convex_domain.hpp).
struct ConvexStep {
  std::uint64_t count = 0;        // n >= 1 reports
  std::span<const double> sum;    // [d] of r u: the noisy number times the direction
  std::span<const double> point;  // [d] that they explored around
  double radius = 0;              // rho; 0: see shape
  std::span<const double> shape;  // [d][d] M, upper triangular; [] where there is a radius
};

class PointLearner {
 public:
  /// At the middle of the set. The domain must outlive this. horizon: reports expected; 0: not
  /// known, see step_rules.hpp.
  PointLearner(const ConvexDomain& domain, const ConvexProblem& problem, std::uint64_t horizon);

  /// [d] what to explore around now; radius() is 0 where there is a shape(), which is else [].
  [[nodiscard]] std::span<const double> point() const { return {point_.data(), dimension_}; }
  [[nodiscard]] double radius() const { return rules_.radius; }
  [[nodiscard]] std::span<const double> shape() const {
    return {shape_.data(), has_shape_ ? dimension_ * dimension_ : 0};
  }

  /// One report at the present exploration: r, u [d]. Nothing here allocates.
  void step(double r, std::span<const double> u);
  /// An epoch at the present exploration or at another one.
  void step(const ConvexStep& step);

  /// Reports that it has stepped through.
  [[nodiscard]] std::uint64_t reports() const { return average_.count(); }
  [[nodiscard]] const ConvexProblem& problem() const { return problem_; }
  /// Those of the present stage.
  [[nodiscard]] const StepRules& rules() const { return rules_; }
  /// Whether a cap was active in any stage so far.
  [[nodiscard]] bool was_capped() const { return was_capped_; }
  /// [d] the average of x over the last half of the reports; the middle before the first.
  void answer(std::span<double> answer) const;

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner. Do not use the object then.
  bool read(ByteReader& reader);

 private:
  static constexpr std::size_t kDimension = kMaximumConvexDimension;

  void descend(const ConvexStep& step);
  void follow(const ConvexStep& step);
  void begin_stage();
  bool reshape();

  const ConvexDomain* domain_;
  ConvexProblem problem_;
  std::uint64_t horizon_;
  std::size_t dimension_;
  bool has_shape_;
  bool was_capped_ = false;
  std::uint64_t stage_end_ = 0;  // reports at which the rules change
  StepRules rules_;
  std::array<double, kDimension> point_{};
  std::array<double, kDimension> slope_{};  // s of st and hl
  double curvature_ = 0;                    // Q of hl
  std::array<double, kDimension * kDimension> shape_{};
  LastHalfAverage average_;
};

}  // namespace ldp
