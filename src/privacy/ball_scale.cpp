#include "privacy/ball_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ldp {
namespace {

// Gamma((q+1)/2)/Gamma(q/2). The ratios r_q of neighbours satisfy r_q r_{q+1} = q/2, so an error
// changes its sign from step to step and grows by less than an ulp a step.
double gamma_ratio(std::uint32_t q) {
  double ratio = 0.56418958354775629;  // 1/sqrt(pi)
  for (std::uint32_t n = 1; n < q; ++n) ratio = n / (2 * ratio);
  return ratio;
}

}  // namespace

Result<BallScale> BallScale::create(double epsilon, std::uint32_t length, double norm,
                                    std::uint32_t draws) {
  if (draws < 1 || draws > kMaxDraws) {
    return Error{ErrorCode::invalid_argument, "draws", "must be between 1 and 64",
                 static_cast<double>(draws)};
  }
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  const Result<RandomizedResponse> coin = RandomizedResponse::create(epsilon / draws);
  if (!coin) return coin.error();
  if (length < 1 || length > kMaxLength) {
    return Error{ErrorCode::invalid_argument, "length", "must be between 1 and 8384",
                 static_cast<double>(length)};
  }
  if (!(norm > 0 && norm <= std::numeric_limits<double>::max())) {
    return Error{ErrorCode::invalid_argument, "norm", "must be positive and finite", norm};
  }
  constexpr double kSqrtPi = 1.7724538509055159;
  return BallScale(coin.value(), epsilon, draws, length, norm,
                   kSqrtPi * gamma_ratio(length) / coin.value().theta());
}

// The half is for the rounding of the length itself, far below it.
double BallScale::least_square() const {
  if (draws_ > 1) return 0;
  const double length = direction_norm() - std::sqrt(static_cast<double>(length_)) / 2 - 0.5;
  return length * length;
}

double BallScale::largest_square() const {
  const double rounding = std::sqrt(static_cast<double>(length_)) / 2 + 0.5;
  const double length = draws_ * (direction_norm() + rounding);
  return length * length;
}

double BallScale::sigma() const {
  return norm_ * stretch_ / std::sqrt(static_cast<double>(length_) * draws_);
}

// The true loss of each coin is below epsilon/m as a real number, not only as a double: the margin
// of its threshold, 2^-48, is more than the division can have rounded up. So epsilon bounds the
// sum.
Guarantee BallScale::guarantee() const {
  if (draws_ == 1) return coin_.guarantee();
  const double sum =
      std::nextafter(draws_ * coin_.epsilon(), std::numeric_limits<double>::infinity());
  return std::move(Guarantee::pure(std::min(sum, epsilon_))).value();
}

}  // namespace ldp
