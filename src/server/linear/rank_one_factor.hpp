// V = ridge I + sum of x x^T, the exact matrix of a learner without noise on it, as the factor F of
// V^-1 = F^T F, which every x changes in O(d^2).
//
// With w = F x, V'^-1 = F^T (I + w w^T)^-1 F. The Cholesky factor of I + w w^T is known. With
// a_i = 1 + w_0^2 + ... + w_i^2 and s_i = w_0 F_0 + ... + w_i F_i, rows of F,
//   F'_i = sqrt(a_{i-1}/a_i) (F_i - (w_i/a_{i-1}) s_{i-1}).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/linear/linear_factor.hpp"

namespace ldp {

class RankOneFactor {
 public:
  /// Updates after which the factor is computed anew from the sums, so that it cannot drift.
  static constexpr std::uint32_t kRefactorAfter = 512;

  /// Requires 1 <= dimension <= 128, ridge > 0.
  RankOneFactor(std::uint32_t dimension, double ridge);

  /// V += x x^T, x: [d], finite. Does not allocate.
  void add(std::span<const double> x);

  /// Fills `theta` ([d]) with V^-1 u, u: [d].
  void solve(std::span<const double> u, std::span<double> theta) const;

  /// [d (d + 1)/2]: the lower triangle of F, row-major.
  [[nodiscard]] std::span<const double> factor() const { return factor_; }
  /// [d (d + 1)/2]: the upper triangle of the sum of x x^T, row-major, without the ridge.
  [[nodiscard]] std::span<const double> gram() const { return gram_; }
  [[nodiscard]] double log_determinant() const { return log_determinant_; }

  /// Begins with other sums ([d (d + 1)/2], positive semidefinite), which it then has.
  void assign(std::span<const double> gram);

 private:
  void refactor();

  std::size_t d_;
  double ridge_;
  std::uint32_t updates_ = 0;
  double log_determinant_ = 0;
  GramFactor from_sums_;
  std::vector<double> gram_;
  std::vector<double> factor_;
  std::vector<double> sum_;      // s_{i-1}
  std::vector<double> nothing_;  // [d] zeros
};

}  // namespace ldp
