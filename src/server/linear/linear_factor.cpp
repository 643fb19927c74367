#include "server/linear/linear_factor.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "foundation/natural_log.hpp"

namespace ldp {

// Every number comes from the same operations in the same order, whatever is done at once: a
// vector's lanes are numbers of their own. So the bits are the same natively and as wasm, whichever
// path a dimension takes.

namespace {

// Two factorisations at once cost what one does: of V, and of V - floor I, which only has to exist.
using Both __attribute__((vector_size(16))) = double;

[[gnu::always_inline]] inline Both roots(Both each) {
  return Both{std::sqrt(each[0]), std::sqrt(each[1])};
}

// As many pivots as are eliminated together: an entry is read and written once for all of them.
constexpr std::size_t kBlock = 4;

// row[j] -= scale[0] rows[0][j], then the same with rows 1 to 3: for j < count.
[[gnu::always_inline]] inline void eliminate(double* __restrict row, std::size_t count,
                                             const double* scale, const double* __restrict row_0,
                                             const double* __restrict row_1,
                                             const double* __restrict row_2,
                                             const double* __restrict row_3) {
  const double s0 = scale[0];
  const double s1 = scale[1];
  const double s2 = scale[2];
  const double s3 = scale[3];
  for (std::size_t j = 0; j < count; ++j) {
    row[j] = row[j] - s0 * row_0[j] - s1 * row_1[j] - s2 * row_2[j] - s3 * row_3[j];
  }
}

}  // namespace

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
  for (std::size_t first = 0; first < d_; first += kBlock) {
    const std::size_t end = std::min(first + kBlock, d_);
    for (std::size_t k = first; k < end; ++k) {
      double* pivot_row = cholesky_.data() + k * d_;
      if (!(pivot_row[k] > smallest_pivot)) {
        if (smallest_pivot == 0) return false;
        pivot_row[k] = smallest_pivot;
      }
      const double root = std::sqrt(pivot_row[k]);
      const double inverse = 1 / root;
      pivot_row[k] = root;
      for (std::size_t j = k + 1; j < d_; ++j) pivot_row[j] *= inverse;
      for (std::size_t i = k + 1; i < end; ++i) {
        double* row = cholesky_.data() + i * d_;
        const double scale = pivot_row[i];
        for (std::size_t j = i; j < d_; ++j) row[j] -= scale * pivot_row[j];
      }
    }
    const double* pivots = cholesky_.data() + first * d_;
    for (std::size_t i = end; i < d_; ++i) {
      const double* column = pivots + i;
      const double scale[kBlock] = {column[0], column[d_], column[2 * d_], column[3 * d_]};
      eliminate(cholesky_.data() + i * d_ + i, d_ - i, scale, column, column + d_, column + 2 * d_,
                column + 3 * d_);
    }
  }
  return true;
}

// All of compute() for few features: with their number known at compile time there are no loops,
// and no memory. False, and nothing done, where V - floor I is not positive definite.
template <std::size_t d>
bool GramFactor::compute_few(const double* gram, const double* u, double shift, double floor,
                             double* theta, double* factor) {
  constexpr auto at = [](std::size_t i, std::size_t j) { return i * d - i * (i + 1) / 2 + j; };
  Both upper[d * (d + 1) / 2];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < d; ++i) {
    const double diagonal = gram[at(i, i)] + shift;
    upper[at(i, i)] = Both{diagonal, diagonal - floor};
#pragma GCC unroll 8
    for (std::size_t j = i + 1; j < d; ++j) {
      upper[at(i, j)] = Both{gram[at(i, j)], gram[at(i, j)]};
    }
  }
  double inverse[d];
#pragma GCC unroll 8
  for (std::size_t k = 0; k < d; ++k) {
    const Both pivot = upper[at(k, k)];
    if (!(pivot[0] > floor) || !(pivot[1] > 0)) return false;
    const Both root = roots(pivot);
    const Both scaling = 1 / root;
    inverse[k] = scaling[0];
    cholesky_[k * d + k] = root[0];
#pragma GCC unroll 8
    for (std::size_t j = k + 1; j < d; ++j) upper[at(k, j)] *= scaling;
#pragma GCC unroll 8
    for (std::size_t i = k + 1; i < d; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = i; j < d; ++j) upper[at(i, j)] -= upper[at(k, i)] * upper[at(k, j)];
    }
  }
  double estimate[d]{};
#pragma GCC unroll 8
  for (std::size_t i = 0; i < d; ++i) {
    double row[d]{};
#pragma GCC unroll 8
    for (std::size_t k = 0; k < i; ++k) {
      const double scale = upper[at(k, i)][0];
      const double* earlier = factor + k * (k + 1) / 2;
#pragma GCC unroll 8
      for (std::size_t j = 0; j <= k; ++j) row[j] -= scale * earlier[j];
    }
    double projection = 0;
    row[i] = inverse[i];
#pragma GCC unroll 8
    for (std::size_t j = 0; j <= i; ++j) {
      if (j < i) row[j] *= inverse[i];
      factor[i * (i + 1) / 2 + j] = row[j];
      projection += row[j] * u[j];
    }
#pragma GCC unroll 8
    for (std::size_t j = 0; j <= i; ++j) estimate[j] += projection * row[j];
  }
#pragma GCC unroll 8
  for (std::size_t j = 0; j < d; ++j) theta[j] = estimate[j];
  return true;
}

bool GramFactor::compute_if_few(const double* gram, const double* u, double shift, double floor,
                                double* theta, double* factor) {
  switch (d_) {
    case 2:
      return compute_few<2>(gram, u, shift, floor, theta, factor);
    case 3:
      return compute_few<3>(gram, u, shift, floor, theta, factor);
    case 4:
      return compute_few<4>(gram, u, shift, floor, theta, factor);
    case 5:
      return compute_few<5>(gram, u, shift, floor, theta, factor);
    case 6:
      return compute_few<6>(gram, u, shift, floor, theta, factor);
    default:
      return false;
  }
}

void GramFactor::raise_eigenvalues(double floor) {
  if (!eigen_.compute(matrix_)) {
    // Never seen with finite numbers. By Gershgorin's discs this shift is enough.
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
    const double* column = cholesky_.data() + i;
    std::size_t k = 0;
    for (; k + kBlock <= i; k += kBlock, column += kBlock * d_) {
      const double scale[kBlock] = {column[0], column[d_], column[2 * d_], column[3 * d_]};
      const double* row_1 = earlier + k + 1;
      const double* row_2 = row_1 + k + 2;
      const double* row_3 = row_2 + k + 3;
      eliminate(row, k + 1, scale, earlier, row_1, row_2, row_3);
      // The rows' ends: later ones are longer.
      row[k + 1] =
          row[k + 1] - scale[1] * row_1[k + 1] - scale[2] * row_2[k + 1] - scale[3] * row_3[k + 1];
      row[k + 2] = row[k + 2] - scale[2] * row_2[k + 2] - scale[3] * row_3[k + 2];
      row[k + 3] -= scale[3] * row_3[k + 3];
      earlier = row_3 + k + 4;
    }
    for (; k < i; ++k, column += d_) {
      for (std::size_t j = 0; j <= k; ++j) row[j] -= *column * earlier[j];
      earlier += k + 1;
    }
    const double inverse = 1 / cholesky_[i * d_ + i];
    for (std::size_t j = 0; j < i; ++j) row[j] *= inverse;
    row[i] = inverse;
    row += i + 1;
  }
}

// The factor and the estimate of what matrix_ holds.
void GramFactor::finish(double floor, std::span<const double> u, std::span<double> theta,
                        std::span<double> factor) {
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

bool GramFactor::compute_if_positive(std::span<const double> gram, std::span<const double> u,
                                     double shift, double floor, std::span<double> theta,
                                     std::span<double> factor) {
  assert(gram.size() == d_ * (d_ + 1) / 2 && u.size() == d_ && theta.size() == d_);
  assert(factor.size() == gram.size() && floor > 0);
  if (compute_if_few(gram.data(), u.data(), shift, floor, theta.data(), factor.data())) return true;
  assemble(gram, shift);
  cholesky_ = matrix_;
  for (std::size_t i = 0; i < d_; ++i) cholesky_[i * d_ + i] -= floor;
  // Where V - floor I is positive definite there is nothing to raise: twice d^3/3 instead of 9 d^3.
  if (!factorise(0)) return false;
  finish(floor, u, theta, factor);
  return true;
}

void GramFactor::compute(std::span<const double> gram, std::span<const double> u, double shift,
                         double floor, std::span<double> theta, std::span<double> factor) {
  if (compute_if_positive(gram, u, shift, floor, theta, factor)) return;
  raise_eigenvalues(floor);
  finish(floor, u, theta, factor);
}

double GramFactor::log_determinant() const {
  double sum = 0;
  for (std::size_t i = 0; i < d_; ++i) sum += natural_log(cholesky_[i * d_ + i]);
  return 2 * sum;
}

}  // namespace ldp
