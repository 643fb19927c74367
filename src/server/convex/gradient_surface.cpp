#include "server/convex/gradient_surface.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"
#include "server/convex/small_matrix.hpp"

namespace ldp {

GradientSurface::GradientSurface(std::uint32_t dimension)
    : dimension_(dimension),
      squares_((dimension_ + 1) * (dimension_ + 1)),
      products_((dimension_ + 1) * dimension_) {}

void GradientSurface::add(const ConvexStep& step, const ConvexProblem& problem) {
  const std::size_t d = dimension_;
  const auto n = static_cast<double>(step.count);
  const double unit = problem.dimension * problem.lipschitz;
  for (std::size_t i = 0; i <= d; ++i) {
    const double x = i == 0 ? 1 : step.point[i - 1];
    for (std::size_t j = 0; j <= i; ++j) {
      squares_[i * (d + 1) + j] += n * x * (j == 0 ? 1 : step.point[j - 1]);
    }
    for (std::size_t j = 0; j < d; ++j) products_[i * d + j] += x * unit * step.sum[j];
  }
  reports_ += step.count;
}

bool GradientSurface::fit(const ConvexProblem& problem, std::span<const double> at,
                          std::span<double> slope, std::span<double> curvature) const {
  if (reports_ == 0) return false;
  const std::size_t d = dimension_;
  const double g = problem.lipschitz;
  const double noise = problem.dimension * g * g * problem.scale() * problem.scale();
  std::vector<double> matrix(squares_);
  matrix[0] += noise / (g * g);
  for (std::size_t i = 1; i <= d; ++i) {
    matrix[i * (d + 1) + i] += noise * problem.outer * problem.outer / (g * g);
  }
  if (!cholesky(d + 1, matrix)) return false;
  // Column j of the regression is the j-th coordinate of the gradient: (b_j, row j of C).
  std::vector<double> column(d + 1);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i <= d; ++i) column[i] = products_[i * d + j];
    solve_lower(d + 1, matrix, column);
    solve_lower_transposed(d + 1, matrix, column);
    slope[j] = column[0];
    for (std::size_t i = 0; i < d; ++i) curvature[j * d + i] = column[i + 1];
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double both = (curvature[i * d + j] + curvature[j * d + i]) / 2;
      curvature[i * d + j] = curvature[j * d + i] = both;
    }
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) slope[i] += curvature[i * d + j] * at[j];
  }
  return std::all_of(slope.begin(), slope.end(), [](double x) { return std::isfinite(x); }) &&
         std::all_of(curvature.begin(), curvature.end(), [](double x) { return std::isfinite(x); });
}

void GradientSurface::write(ByteWriter& writer) const {
  writer.integer(reports_);
  for (const double x : squares_) writer.number(x);
  for (const double x : products_) writer.number(x);
}

bool GradientSurface::read(ByteReader& reader) {
  reports_ = reader.integer<std::uint64_t>();
  bool is_possible = reports_ <= kMaximumReports;
  for (auto* values : {&squares_, &products_}) {
    for (double& x : *values) {
      x = reader.number();
      is_possible = is_possible && std::abs(x) <= 1e60;  // false for NaN
    }
  }
  return reader.whole() && is_possible;
}

}  // namespace ldp
