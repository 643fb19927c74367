#include "server/linear/shifted_gram.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ldp {
namespace {

// An eigenvalue of V below this part of the ridge counts as none.
constexpr double kSmallest = 1e-10;

// A pivot below this part of its diagonal can only be rounding.
constexpr double kRounding = 1e-15;

}  // namespace

ShiftedGram::ShiftedGram(std::uint32_t dimension)
    : d_(dimension), factor_(dimension), root_(d_ * (d_ + 1) / 2), product_(d_ * d_) {}

double ShiftedGram::compute(std::span<const double> gram, std::span<const double> u, double ridge,
                            std::span<double> theta) {
  assert(ridge > 0);
  // Ends: by Gershgorin's discs a ridge above the largest row of absolute values is enough.
  while (!factor_.compute_if_positive(gram, u, ridge, kSmallest * ridge, theta, root_)) ridge *= 2;
  return ridge;
}

// V^-1 = G^T G with G = root(). With G G^T = N^T N for a lower triangular N, which is a Cholesky
// factorisation begun at the last row, F = N G is lower triangular, and F^T F = G^T (G G^T) G =
// V^-2. Nothing is squared that was not squared already: G G^T is conditioned as V.
void ShiftedGram::square(std::span<double> factor) {
  assert(factor.size() == root_.size());
  const double* g_i = root_.data();
  for (std::size_t i = 0; i < d_; g_i += ++i) {
    const double* g_j = root_.data();
    for (std::size_t j = 0; j <= i; g_j += ++j) {
      double sum = 0;
      for (std::size_t k = 0; k <= j; ++k) sum += g_i[k] * g_j[k];
      product_[i * d_ + j] = sum;
    }
  }
  for (std::size_t n = d_; n-- > 0;) {
    double* pivot_row = product_.data() + n * d_;
    double diagonal = 0;
    const double* g_n = root_.data() + n * (n + 1) / 2;
    for (std::size_t k = 0; k <= n; ++k) diagonal += g_n[k] * g_n[k];
    const double root = std::sqrt(std::max(pivot_row[n], kRounding * diagonal));
    pivot_row[n] = root;
    for (std::size_t j = 0; j < n; ++j) pivot_row[j] /= root;
    for (std::size_t i = 0; i < n; ++i) {
      double* row = product_.data() + i * d_;
      for (std::size_t j = 0; j <= i; ++j) row[j] -= pivot_row[i] * pivot_row[j];
    }
  }
  double* row = factor.data();
  for (std::size_t i = 0; i < d_; row += ++i) {
    std::fill_n(row, i + 1, 0.0);
    const double* g_k = root_.data();
    for (std::size_t k = 0; k <= i; g_k += ++k) {
      const double scale = product_[i * d_ + k];
      for (std::size_t j = 0; j <= k; ++j) row[j] += scale * g_k[j];
    }
  }
}

}  // namespace ldp
