// The integers behind one Gaussian release of the score of a generalized linear model: features x
// of norm at most 1, a weight u in [u0, 1] for the curvature, a residual v in [-b, b]. Zheng, Cai,
// Huang, Li, Wang 2020, Algorithm 3, with one calibration for all of it, in integers.
//
//   joint      u x x^T, then v x
//   gradient   v x
//   published  x x^T, then (x . point) x, then v x: the paper's three releases, each with noise for
//   a
//              sensitivity of 2 at a third of epsilon and of delta; with what that really keeps
//
// Everything is a product of integers: X_i = round(2^12 x_i), U = round(2^14 u), V = round(2^14 v)
// and round(2^12 point_i), each clamped to its range as an integer. A released number is such a
// product, divided by a power of two and rounded to R steps a unit, in integers. So what is
// released is a function of bounded integers whatever the floating-point arithmetic before it did,
// and its sensitivity is that of the products (sensitivity.hpp) and at most one step more a number
// for rounding.
//
// The weight varies, and two inputs may differ in it: u0 counts. For b = 4/3 and u0 = 1 the
// sensitivity is 2.671; for the logistic link with |theta| <= 1 it is 2.675, for the Poisson
// link 2.803. A sensitivity that forgets the weight would make the promise of a Poisson report
// wrong by 5 %.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/vector_scale.hpp"

namespace ldp {

enum class ScoreKind : std::uint8_t { joint, gradient, published };

/// What is released, apart from its noise.
struct ScoreShape {
  ScoreKind kind = ScoreKind::joint;
  std::uint32_t dimension = 0;  // d, 1..kMaxFeatures
  double residual = 1;          // b > 0: |v| <= b
  double least_weight = 1;      // u0 in [0, 1]; joint only
  double point = 1;             // bound on the norm of the point, > 0; published only

  /// Numbers of a release: d (d + 1)/2 + d, d, or d (d + 1)/2 + 2 d.
  [[nodiscard]] std::uint32_t length() const;
};

class ScoreScale {
 public:
  /// Steps of a feature and of a coordinate of the point; of a weight and of a residual.
  static constexpr std::uint32_t kFeatureSteps = 1 << 12;
  static constexpr std::int32_t kValueSteps = 1 << 14;

  /// Errors: invalid_argument ("dimension") outside 1..kMaxFeatures; ("residual") unless positive
  /// and at most 2^22; those of VectorScale: published noise that keeps no promise at all among
  /// them.
  static Result<ScoreScale> create(double epsilon, double delta, const ScoreShape& shape);

  [[nodiscard]] const ScoreShape& shape() const { return shape_; }
  [[nodiscard]] std::uint32_t length() const { return shape_.length(); }

  /// R: steps of a released number that make 1.
  [[nodiscard]] std::uint32_t steps() const { return scale_.steps; }
  [[nodiscard]] double unit() const { return 1 / static_cast<double>(steps()); }

  /// U0 and L, the integers that clamp: U in [U0, 2^14], V in [-L, L].
  [[nodiscard]] std::int64_t least_weight() const { return least_weight_; }
  [[nodiscard]] std::int64_t largest_residual() const { return largest_residual_; }

  /// Scale of the discrete Gaussian on the diagonal and on vectors, and off the diagonal, where a
  /// shift counts twice (gram_scale.hpp); published: the same everywhere.
  [[nodiscard]] std::uint64_t s() const { return scale_.s; }
  [[nodiscard]] std::uint64_t s_off_diagonal() const { return s_off_diagonal_; }

  /// Standard deviation of the noise in real units on the diagonal and on vectors, and off the
  /// diagonal on the true entries.
  [[nodiscard]] double sigma() const { return static_cast<double>(s()) * unit(); }
  [[nodiscard]] double sigma_off_diagonal() const {
    return static_cast<double>(s_off_diagonal()) * unit();
  }

  /// From the integers.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee; }

 private:
  ScoreScale(const ScoreShape& shape, const VectorScale& scale);

  ScoreShape shape_;
  VectorScale scale_;
  std::int64_t least_weight_;
  std::int64_t largest_residual_;
  std::uint64_t s_off_diagonal_;
};

}  // namespace ldp
