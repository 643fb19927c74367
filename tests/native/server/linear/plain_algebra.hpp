// Reference factorisations for tests: Gauss with full pivoting and Jacobi's rotations, as in a
// textbook, sharing no code with the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "random/split_mix64.hpp"

namespace ldp::test {

using Matrix = std::vector<std::vector<double>>;

inline Matrix square(std::size_t d) { return Matrix(d, std::vector<double>(d)); }

/// Of an upper triangle, row-major.
inline Matrix from_triangle(std::span<const double> triangle, std::size_t d) {
  Matrix matrix = square(d);
  std::size_t next = 0;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j) matrix[i][j] = matrix[j][i] = triangle[next++];
  }
  return matrix;
}

inline std::vector<double> gauss_solve(Matrix a, std::vector<double> b) {
  const std::size_t d = b.size();
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < d; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < d; ++i) {
      const double scale = a[i][k] / a[k][k];
      for (std::size_t j = k; j < d; ++j) a[i][j] -= scale * a[k][j];
      b[i] -= scale * b[k];
    }
  }
  for (std::size_t k = d; k-- > 0;) {
    for (std::size_t j = k + 1; j < d; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

struct Eigen {
  std::vector<double> values;
  Matrix vectors;  // columns
};

inline Eigen jacobi(Matrix a) {
  const std::size_t d = a.size();
  Matrix q = square(d);
  for (std::size_t i = 0; i < d; ++i) q[i][i] = 1;
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p < d; ++p) {
      for (std::size_t r = p + 1; r < d; ++r) {
        if (a[p][r] == 0) continue;
        const double tau = (a[r][r] - a[p][p]) / (2 * a[p][r]);
        const double t = (tau >= 0 ? 1 : -1) / (std::abs(tau) + std::sqrt(1 + tau * tau));
        const double c = 1 / std::sqrt(1 + t * t);
        const double s = t * c;
        for (std::size_t k = 0; k < d; ++k) {
          const double x = a[k][p];
          const double y = a[k][r];
          a[k][p] = c * x - s * y;
          a[k][r] = s * x + c * y;
        }
        for (std::size_t k = 0; k < d; ++k) {
          const double x = a[p][k];
          const double y = a[r][k];
          a[p][k] = c * x - s * y;
          a[r][k] = s * x + c * y;
          const double v = q[k][p];
          const double w = q[k][r];
          q[k][p] = c * v - s * w;
          q[k][r] = s * v + c * w;
        }
      }
    }
  }
  Eigen result{std::vector<double>(d), q};
  for (std::size_t i = 0; i < d; ++i) result.values[i] = a[i][i];
  return result;
}

/// The matrix with its eigenvalues below `floor` raised to it.
inline Matrix raised(const Matrix& matrix, double floor) {
  const Eigen eigen = jacobi(matrix);
  const std::size_t d = matrix.size();
  Matrix result = square(d);
  for (std::size_t e = 0; e < d; ++e) {
    const double value = std::max(eigen.values[e], floor);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        result[i][j] += value * eigen.vectors[i][e] * eigen.vectors[j][e];
      }
    }
  }
  return result;
}

/// A standard normal number (Box and Muller 1958).
inline double normal(SplitMix64& words) {
  const double radius = std::sqrt(-2 * std::log(1 - words.real()));
  return radius * std::cos(6.283185307179586 * words.real());
}

inline std::vector<double> normals(SplitMix64& words, std::size_t size, double scale) {
  std::vector<double> values(size);
  for (double& value : values) value = scale * normal(words);
  return values;
}

/// ||F x||^2 for the lower triangle F, row-major.
inline double width_squared(std::span<const double> factor, std::span<const double> x) {
  double sum = 0;
  const double* row = factor.data();
  for (std::size_t i = 0; i < x.size(); ++i) {
    double projection = 0;
    for (std::size_t j = 0; j <= i; ++j) projection += *row++ * x[j];
    sum += projection * projection;
  }
  return sum;
}

}  // namespace ldp::test
