#include "mechanisms/reward_transform.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_exp.hpp"

namespace ldp {

Result<RewardTransform> RewardTransform::clip(double low, double high) {
  if (!std::isfinite(low)) {
    return Error{ErrorCode::invalid_argument, "low", "must be a finite number", low};
  }
  if (!std::isfinite(high)) {
    return Error{ErrorCode::invalid_argument, "high", "must be a finite number", high};
  }
  if (!(low < high)) {
    return Error{ErrorCode::invalid_argument, "high", "must be greater than low", high};
  }
  if (!std::isfinite(high - low)) {
    return Error{ErrorCode::invalid_argument, "high", "is too far from low", high};
  }
  return RewardTransform(Kind::clip, low, high);
}

Result<RewardTransform> RewardTransform::sigmoid(double center, double scale) {
  if (!std::isfinite(center)) {
    return Error{ErrorCode::invalid_argument, "center", "must be a finite number", center};
  }
  if (!(std::isfinite(scale) && scale > 0)) {
    return Error{ErrorCode::invalid_argument, "scale", "must be finite and positive", scale};
  }
  return RewardTransform(Kind::sigmoid, center, scale);
}

Result<RewardTransform> RewardTransform::threshold(double at) {
  if (!std::isfinite(at)) {
    return Error{ErrorCode::invalid_argument, "at", "must be a finite number", at};
  }
  return RewardTransform(Kind::threshold, at, 0);
}

Result<UnitReward> RewardTransform::operator()(double feedback) const {
  if (!std::isfinite(feedback)) {
    return Error{ErrorCode::invalid_argument, "reward", "must be a finite number", 0};
  }
  switch (kind_) {
    case Kind::unit:
      break;
    case Kind::clip:
      // Clamped first: the difference of two finite numbers may be infinite, that of these two not.
      feedback = (std::clamp(feedback, first_, second_) - first_) / (second_ - first_);
      break;
    case Kind::sigmoid:
      // The quotient may be infinite; 0/0 cannot occur. Beyond 700 the reward is 0 or 1 all the
      // same.
      feedback = 1 / (1 + natural_exp(std::clamp((first_ - feedback) / second_, -700.0, 700.0)));
      break;
    case Kind::threshold:
      feedback = feedback > first_ ? 1 : 0;
      break;
  }
  return UnitReward::from(feedback);
}

}  // namespace ldp
