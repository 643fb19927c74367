// From the noisy curvature of a generalized linear model to what a snapshot says: V = curvature + c
// I, the estimate V^-1 u, and the factor of the width (docs/spec/generalized-linear.md,
// section 5.1).
//
// The ridge c is about as large as what noise makes of the eigenvalues, so that V is often not
// positive definite. Then c doubles until it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/linear/linear_factor.hpp"

namespace ldp {

class ShiftedGram {
 public:
  /// Room for dimension d, 1..128. Nothing is allocated afterwards.
  explicit ShiftedGram(std::uint32_t dimension);

  /// V = gram + c I with c = ridge, doubled while an eigenvalue of V is not above 1e-10 c.
  ///
  /// `gram`  [d (d + 1)/2]: the upper triangle, row-major, off-diagonals as they are (no sqrt2);
  /// `u`     [d];
  /// `ridge` > 0. All finite;
  /// `theta` [d]: V^-1 u.
  ///
  /// Returns c.
  double compute(std::span<const double> gram, std::span<const double> u, double ridge,
                 std::span<double> theta);

  /// Of the last V, as the lower triangle of a matrix F, row-major, [d (d + 1)/2]: F^T F = V^-1, so
  /// that ||F x|| = sqrt(x^T V^-1 x).
  [[nodiscard]] std::span<const double> root() const { return root_; }

  /// Likewise F^T F = V^-2, so that ||F x|| = ||V^-1 x||.
  void square(std::span<double> factor);

 private:
  std::size_t d_;
  GramFactor factor_;
  std::vector<double> root_;
  std::vector<double> product_;  // [d][d], lower triangle
};

}  // namespace ldp
