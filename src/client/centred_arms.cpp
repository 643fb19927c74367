#include "client/centred_arms.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/wipe.hpp"

namespace ldp {
namespace {

constexpr double kRootTwo = 1.41421356237309504880;

// Arms closer than 1e-145 are taken for the same: their squares would lose digits.
constexpr double kLeastSquare = 1e-290;

// Four sums side by side, always in this order: a compiler may turn them into lanes.
double sum_of_products(const double* x, const double* y, std::size_t length) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= length; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  for (; i < length; ++i) sums[0] += x[i] * y[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void CentredArms::assign(const FeatureBlock& features) {
  arms_ = features.arms;
  dimension_ = features.dimension;
  columns_.resize(std::size_t{dimension_} * arms_);
  squared_.assign(arms_, 0);
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double* column = features.columns.data() + i * features.stride;
    double* centred = columns_.data() + i * arms_;
    double sum = 0;
    for (std::size_t a = 0; a < arms_; ++a) sum += column[a];
    const double mean = sum / arms_;
    for (std::size_t a = 0; a < arms_; ++a) {
      centred[a] = column[a] - mean;
      squared_[a] += centred[a] * centred[a];
    }
  }
  const double largest = *std::max_element(squared_.begin(), squared_.end());
  radius_ = largest > kLeastSquare ? std::sqrt(largest) : 0;
}

double CentredArms::weight(double spread) const {
  return radius_ > 0 ? std::min(1.0, spread / radius_) / radius_ : 0;
}

void CentredArms::moment(std::uint32_t arm, double spread, std::span<double> out) const {
  const double scale = weight(spread);
  for (std::size_t i = 0; i < dimension_; ++i) out[i] = scale * columns_[i * arms_ + arm];
}

void CentredArms::design(double spread, std::span<double> out) const {
  const double diagonal = weight(spread) / arms_;
  const double off_diagonal = kRootTwo * diagonal;
  std::size_t next = 0;
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double* row = columns_.data() + i * arms_;
    out[next++] = diagonal * sum_of_products(row, row, arms_);
    for (std::size_t j = i + 1; j < dimension_; ++j) {
      out[next++] = off_diagonal * sum_of_products(row, columns_.data() + j * arms_, arms_);
    }
  }
}

void CentredArms::wipe() {
  ldp::wipe(std::span(columns_));
  ldp::wipe(std::span(squared_));
  radius_ = 0;
}

}  // namespace ldp
