// The integers behind one Gaussian release of (x x^T, y x): features x of norm at most 1, reward y
// in [0, 1]. Zheng, Cai, Huang, Li, Wang 2020, "Locally Differentially Private (Contextual) Bandits
// Learning", Algorithm 5 (LDP-LinUCB); one calibration for both parts, in integers.
//
// X_i = round(R x_i), Y = round(R y); the release is X_i X_j (i <= j) and Y X_i with noise: integer
// products, no rounding, no loss. Off the diagonal the noise is smaller by sqrt(2): a shift D of
// the matrix is counted twice there, sum_i D_ii^2/s^2 + sum_{i<j} D_ij^2/(s/sqrt 2)^2 =
// ||D||^2/s^2 (Frobenius), which is the isometric layout svec without irrational integers.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/schema.generated.hpp"
#include "privacy/vector_scale.hpp"

namespace ldp {

class GramScale {
 public:
  /// `published`: 4 sqrt(2 ln(2.5/delta))/epsilon on every entry (two parts at half the epsilon and
  /// half the delta each), with the guarantee that this really gives.
  /// Errors: invalid_argument ("dimension") outside 1..kMaxFeatures; those of VectorScale.
  static Result<GramScale> create(double epsilon, double delta, std::uint32_t dimension,
                                  Calibration calibration);

  [[nodiscard]] std::uint32_t dimension() const { return dimension_; }

  /// gram_length(dimension): numbers of a release, in the order of gram_layout.hpp.
  [[nodiscard]] std::uint32_t length() const;

  /// R: steps of a feature, and of a reward.
  [[nodiscard]] std::uint32_t steps() const { return scale_.steps; }

  /// Scale of the discrete Gaussian on the diagonal and on the vector, and off the diagonal.
  [[nodiscard]] std::uint64_t s() const { return scale_.s; }
  [[nodiscard]] std::uint64_t s_off_diagonal() const { return s_off_diagonal_; }

  /// What one step of any released number is worth, matrix (true off-diagonal entries, without
  /// sqrt(2)) or vector: 1/R^2.
  [[nodiscard]] double unit() const { return 1 / (static_cast<double>(steps()) * steps()); }

  /// Standard deviation of the noise in real units on the diagonal and the vector; with `tight`
  /// that of every coordinate in the layout svec.
  [[nodiscard]] double sigma() const { return static_cast<double>(s()) * unit(); }

  /// The same for a true off-diagonal entry: sigma()/sqrt(2), or sigma() with `published`.
  [[nodiscard]] double sigma_off_diagonal() const {
    return static_cast<double>(s_off_diagonal()) * unit();
  }

  /// From the integers.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee; }

 private:
  GramScale(std::uint32_t dimension, const VectorScale& scale, std::uint64_t s_off_diagonal)
      : dimension_(dimension), scale_(scale), s_off_diagonal_(s_off_diagonal) {}

  std::uint32_t dimension_;
  VectorScale scale_;
  std::uint64_t s_off_diagonal_;
};

}  // namespace ldp
