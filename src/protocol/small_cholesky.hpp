// The Cholesky factor of a small symmetric matrix, without memory of its own to ask for and with no
// function of libm but the square root: the two sides of the wall get the same bits.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace ldp {

/// Of at most kSize rows. A = L L^T.
template <std::size_t kSize>
class SmallCholesky {
 public:
  /// A [size][size] row by row, of which the lower triangle is read. False if it is not positive
  /// definite, as far as rounding shows. O(size^3 / 6).
  bool factor(std::span<const double> a, std::size_t size) {
    size_ = size;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = a[i * size + j];
        for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
        if (i == j) {
          if (!(sum > 0)) return false;
          at(i, i) = std::sqrt(sum);
        } else {
          at(i, j) = sum / at(j, j);
        }
      }
    }
    return true;
  }

  /// x = L^-1 x.
  void solve_lower(std::span<double> x) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= at(i, k) * x[k];
      x[i] /= at(i, i);
    }
  }

  /// x = L^-T x.
  void solve_upper(std::span<double> x) const {
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) x[i] -= at(k, i) * x[k];
      x[i] /= at(i, i);
    }
  }

 private:
  double& at(std::size_t row, std::size_t column) { return factor_[row * kSize + column]; }
  double at(std::size_t row, std::size_t column) const { return factor_[row * kSize + column]; }

  std::size_t size_ = 0;
  std::array<double, kSize * kSize> factor_{};
};

}  // namespace ldp
