#include "server/linear/linear_factor.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "foundation/natural_log.hpp"

namespace ldp {

// The loops below run along rows, and no sum of one number is spread over lanes: a compiler may
// make vector instructions of them, of any width, and the bits stay the same.

GramFactor::GramFactor(std::uint32_t dimension)
    : d_(dimension), eigen_(dimension), matrix_(d_ * d_), cholesky_(d_ * d_) {}

void GramFactor::assemble(std::span<const double> gram, double shift) {
  const double* next = gram.data();
  for (std::size_t i = 0; i < d_; ++i) {
    double* row = matrix_.data() + i * d_;
    for (std::size_t j = i; j < d_; ++j) row[j] = *next++;
    row[i] += shift;
  }
}

// L^T of what the upper triangle of cholesky_ holds. With smallest_pivot = 0: false unless it is
// positive definite. Else a pivot below is raised, as it can only be rounding: no pivot is smaller
// than the smallest eigenvalue.
bool GramFactor::factorise(double smallest_pivot) {
  for (std::size_t k = 0; k < d_; ++k) {
    double* pivot_row = cholesky_.data() + k * d_;
    if (!(pivot_row[k] > smallest_pivot)) {
      if (smallest_pivot == 0) return false;
      pivot_row[k] = smallest_pivot;
    }
    const double root = std::sqrt(pivot_row[k]);
    const double inverse = 1 / root;
    pivot_row[k] = root;
    for (std::size_t j = k + 1; j < d_; ++j) pivot_row[j] *= inverse;
    for (std::size_t i = k + 1; i < d_; ++i) {
      double* row = cholesky_.data() + i * d_;
      const double scale = pivot_row[i];
      for (std::size_t j = i; j < d_; ++j) row[j] -= scale * pivot_row[j];
    }
  }
  return true;
}

void GramFactor::raise_eigenvalues(double floor) {
  if (!eigen_.compute(matrix_)) {
    // Never seen with finite numbers. By Gershgorin's discs so much more is enough.
    double sum = floor;
    for (const double entry : matrix_) sum += 2 * std::abs(entry);
    for (std::size_t i = 0; i < d_; ++i) matrix_[i * d_ + i] += sum;
    return;
  }
  const std::span<const double> values = eigen_.values();
  for (std::uint32_t e = 0; e < d_ && values[e] < floor; ++e) {
    const std::span<const double> q = eigen_.vector(e);
    const double raise = floor - values[e];
    for (std::size_t i = 0; i < d_; ++i) {
      const double scale = raise * q[i];
      double* row = matrix_.data() + i * d_;
      for (std::size_t j = i; j < d_; ++j) row[j] += scale * q[j];
    }
  }
}

// F = L^-1 by rows: row i is (e_i - sum_{k < i} L_ik F_k) / L_ii.
void GramFactor::invert(std::span<double> factor) const {
  double* row = factor.data();
  for (std::size_t i = 0; i < d_; ++i) {
    std::fill_n(row, i, 0.0);
    const double* earlier = factor.data();
    for (std::size_t k = 0; k < i; ++k) {
      const double scale = cholesky_[k * d_ + i];
      for (std::size_t j = 0; j <= k; ++j) row[j] -= scale * earlier[j];
      earlier += k + 1;
    }
    const double inverse = 1 / cholesky_[i * d_ + i];
    for (std::size_t j = 0; j < i; ++j) row[j] *= inverse;
    row[i] = inverse;
    row += i + 1;
  }
}

void GramFactor::compute(std::span<const double> gram, std::span<const double> u, double shift,
                         double floor, std::span<double> theta, std::span<double> factor) {
  assert(gram.size() == d_ * (d_ + 1) / 2 && u.size() == d_ && theta.size() == d_);
  assert(factor.size() == gram.size() && floor > 0);
  assemble(gram, shift);
  cholesky_ = matrix_;
  for (std::size_t i = 0; i < d_; ++i) cholesky_[i * d_ + i] -= floor;
  // Where V - floor I is positive definite there is nothing to raise: twice d^3/3 instead of 9 d^3.
  if (!factorise(0)) raise_eigenvalues(floor);
  cholesky_ = matrix_;
  factorise(floor);
  invert(factor);

  std::fill(theta.begin(), theta.end(), 0.0);
  const double* row = factor.data();
  for (std::size_t i = 0; i < d_; ++i) {
    double projection = 0;
    for (std::size_t j = 0; j <= i; ++j) projection += row[j] * u[j];
    for (std::size_t j = 0; j <= i; ++j) theta[j] += projection * row[j];
    row += i + 1;
  }
}

double GramFactor::log_determinant() const {
  double sum = 0;
  for (std::size_t i = 0; i < d_; ++i) sum += natural_log(cholesky_[i * d_ + i]);
  return 2 * sum;
}

}  // namespace ldp
