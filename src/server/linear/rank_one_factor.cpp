#include "server/linear/rank_one_factor.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"

namespace ldp {

RankOneFactor::RankOneFactor(std::uint32_t dimension, double ridge)
    : d_(dimension),
      ridge_(ridge),
      from_sums_(dimension),
      gram_(d_ * (d_ + 1) / 2),
      factor_(gram_.size()),
      sum_(d_),
      nothing_(d_) {
  refactor();
}

void RankOneFactor::refactor() {
  // Positive definite by itself: the floor below its ridge is for rounding only.
  from_sums_.compute(gram_, nothing_, ridge_, ridge_ / 2, sum_, factor_);
  log_determinant_ = from_sums_.log_determinant();
  updates_ = 0;
}

void RankOneFactor::assign(std::span<const double> gram) {
  std::copy(gram.begin(), gram.end(), gram_.begin());
  refactor();
}

void RankOneFactor::add(std::span<const double> x) {
  double* entry = gram_.data();
  for (std::size_t i = 0; i < d_; ++i) {
    const double scale = x[i];
    for (std::size_t j = i; j < d_; ++j) entry[j - i] += scale * x[j];
    entry += d_ - i;
  }
  if (++updates_ >= kRefactorAfter) {
    refactor();
    return;
  }
  std::fill(sum_.begin(), sum_.end(), 0.0);
  double before = 1;
  double* row = factor_.data();
  for (std::size_t i = 0; i < d_; ++i) {
    double w = 0;
    for (std::size_t j = 0; j <= i; ++j) w += row[j] * x[j];
    const double after = before + w * w;
    const double shrink = std::sqrt(before / after);
    const double scale = w / before;
    for (std::size_t j = 0; j <= i; ++j) {
      const double old = row[j];
      row[j] = shrink * (old - scale * sum_[j]);
      sum_[j] += w * old;
    }
    before = after;
    row += i + 1;
  }
  log_determinant_ += natural_log(before);
}

void RankOneFactor::solve(std::span<const double> u, std::span<double> theta) const {
  std::fill(theta.begin(), theta.end(), 0.0);
  const double* row = factor_.data();
  for (std::size_t i = 0; i < d_; ++i) {
    double projection = 0;
    for (std::size_t j = 0; j <= i; ++j) projection += row[j] * u[j];
    for (std::size_t j = 0; j <= i; ++j) theta[j] += projection * row[j];
    row += i + 1;
  }
}

}  // namespace ldp
