// From sums to a snapshot: the matrix V of a linear learner, made positive definite, its estimate
// V^-1 u and the factor F of V^-1 = F^T F, so that the width of an arm is the length of F x.
//
// A Gram matrix with noise on it *is* indefinite in normal operation. Inverted as it is, it gives
// negative variances, and a root of one of them is a score that is no number. So V is shifted, and
// what eigenvalues then lie below a floor are raised to it (docs/spec/linear.md, section 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/linear/symmetric_eigen.hpp"

namespace ldp {

class GramFactor {
 public:
  /// Room for dimension d, 1..128. Nothing is allocated afterwards, but for one vector that Eigen
  /// takes when eigenvalues have to be raised.
  explicit GramFactor(std::uint32_t dimension);

  /// V = gram + shift I, with its eigenvalues raised to `floor` where they are below.
  ///
  /// `gram`   [d (d + 1)/2]: the upper triangle, row-major, off-diagonals as they are (no sqrt2);
  /// `u`      [d];
  /// `floor`  > 0. All finite;
  /// `theta`  [d]: V^-1 u;
  /// `factor` [d (d + 1)/2]: the lower triangle of F = L^-1, row-major, where V = L L^T.
  ///
  /// What comes out is finite for every finite input that does not overflow when squared.
  void compute(std::span<const double> gram, std::span<const double> u, double shift, double floor,
               std::span<double> theta, std::span<double> factor);

  /// The same where no eigenvalue of gram + shift I has to be raised; else false, and theta and
  /// factor are as they were.
  bool compute_if_positive(std::span<const double> gram, std::span<const double> u, double shift,
                           double floor, std::span<double> theta, std::span<double> factor);

  [[nodiscard]] std::uint32_t dimension() const { return static_cast<std::uint32_t>(d_); }

  /// ln det V, of the last V.
  [[nodiscard]] double log_determinant() const;

 private:
  void assemble(std::span<const double> gram, double shift);
  bool factorise(double smallest_pivot);
  void raise_eigenvalues(double floor);
  void invert(std::span<double> factor) const;
  void finish(double floor, std::span<const double> u, std::span<double> theta,
              std::span<double> factor);
  // compute() in registers; false where that takes the general way.
  template <std::size_t d>
  bool compute_few(const double* gram, const double* u, double shift, double floor, double* theta,
                   double* factor);
  bool compute_if_few(const double* gram, const double* u, double shift, double floor,
                      double* theta, double* factor);

  std::size_t d_;
  SymmetricEigen eigen_;
  std::vector<double> matrix_;    // [d][d], upper triangle: V
  std::vector<double> cholesky_;  // [d][d], upper triangle: L^T
};

}  // namespace ldp
