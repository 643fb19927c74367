#include "privacy/ball_scale.hpp"

#include <cmath>
#include <limits>

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

Result<BallScale> BallScale::create(double epsilon, std::uint32_t length, double norm) {
  const Result<RandomizedResponse> coin = RandomizedResponse::create(epsilon);
  if (!coin) return coin.error();
  if (length < 1 || length > kMaxLength) {
    return Error{ErrorCode::invalid_argument, "length", "must be between 1 and 8384",
                 static_cast<double>(length)};
  }
  if (!(norm > 0 && norm <= std::numeric_limits<double>::max())) {
    return Error{ErrorCode::invalid_argument, "norm", "must be positive and finite", norm};
  }
  constexpr double kSqrtPi = 1.7724538509055159;
  return BallScale(coin.value(), length, norm,
                   kSqrtPi * gamma_ratio(length) / coin.value().theta());
}

double BallScale::sigma() const {
  return norm_ * stretch_ / std::sqrt(static_cast<double>(length_));
}

}  // namespace ldp
