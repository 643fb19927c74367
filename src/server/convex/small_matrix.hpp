// Cholesky factors of matrices of at most 32 rows, in place: a step of a learner decomposes one,
// and allocates nothing. Row by row, [d][d].
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace ldp {

/// a = L L^T: the lower triangle becomes L, above the diagonal nothing is read or written. False,
/// with `a` of no use, unless all pivots are positive.
[[nodiscard]] inline bool cholesky(std::size_t d, std::span<double> a) {
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i * d + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * d + k] * a[j * d + k];
      if (j < i) {
        a[i * d + j] = sum / a[j * d + j];
      } else if (!(sum > 0)) {
        return false;
      } else {
        a[i * d + i] = std::sqrt(sum);
      }
    }
  }
  return true;
}

/// x <- L^-1 x
inline void solve_lower(std::size_t d, std::span<const double> l, std::span<double> x) {
  for (std::size_t i = 0; i < d; ++i) {
    double sum = x[i];
    for (std::size_t k = 0; k < i; ++k) sum -= l[i * d + k] * x[k];
    x[i] = sum / l[i * d + i];
  }
}

/// x <- L^-T x
inline void solve_lower_transposed(std::size_t d, std::span<const double> l, std::span<double> x) {
  for (std::size_t i = d; i-- > 0;) {
    double sum = x[i];
    for (std::size_t k = i + 1; k < d; ++k) sum -= l[k * d + i] * x[k];
    x[i] = sum / l[i * d + i];
  }
}

/// m <- scale L^-T, upper triangular, with zeros below the diagonal.
inline void inverse_transposed(std::size_t d, std::span<const double> l, double scale,
                               std::span<double> m) {
  // Column j of L^-1 is row j of L^-T.
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i < j; ++i) m[j * d + i] = 0;
    m[j * d + j] = scale / l[j * d + j];
    for (std::size_t i = j + 1; i < d; ++i) {
      double sum = 0;
      for (std::size_t k = j; k < i; ++k) sum -= l[i * d + k] * m[j * d + k];
      m[j * d + i] = sum / l[i * d + i];
    }
  }
}

/// Whether m [d][d] is upper triangular with a positive diagonal; true of [], which is no matrix.
[[nodiscard]] inline bool is_triangular(std::span<const double> m, std::size_t d) {
  for (std::size_t i = 0; i < m.size(); ++i) {
    const std::size_t row = i / d;
    const std::size_t column = i % d;
    if (row == column ? !(m[i] > 0) : row > column && m[i] != 0) return false;
  }
  return true;
}

/// x <- M^-T x for an upper triangular M.
inline void solve_upper_transposed(std::size_t d, std::span<const double> m, std::span<double> x) {
  for (std::size_t i = 0; i < d; ++i) {
    double sum = x[i];
    for (std::size_t k = 0; k < i; ++k) sum -= m[k * d + i] * x[k];
    x[i] = sum / m[i * d + i];
  }
}

}  // namespace ldp
