// How feedback becomes a reward in [0, 1] before it is randomised. Public, the same on all devices,
// and done on the device. Ren, Zhou, Liu, Shroff 2020, section 5 (sigmoid preprocessing), and its
// two simpler replacements, clipping and thresholding.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/schema.generated.hpp"
#include "mechanisms/unit_reward.hpp"

namespace ldp {

class RewardTransform {
 public:
  using Kind = RewardTransformKind;

  /// Clamps to [0, 1].
  static RewardTransform unit() { return {Kind::unit, 0, 1}; }

  /// (feedback - low)/(high - low), clamped to [0, 1].
  /// Errors: invalid_argument unless low < high, both and their difference finite.
  static Result<RewardTransform> clip(double low, double high);

  /// 1/(1 + exp(-(feedback - center)/scale)), for unbounded feedback.
  /// Errors: invalid_argument unless center is finite and scale is finite and positive.
  static Result<RewardTransform> sigmoid(double center, double scale);

  /// 1 if feedback > at, else 0. Errors: invalid_argument unless `at` is finite.
  static Result<RewardTransform> threshold(double at);

  [[nodiscard]] Kind kind() const { return kind_; }

  /// Errors: invalid_argument ("reward") for NaN and infinities. Finite feedback never fails: what
  /// lies outside the range is clamped, since a failure would tell others about the value.
  [[nodiscard]] Result<UnitReward> operator()(double feedback) const;

 private:
  RewardTransform(Kind kind, double first, double second)
      : kind_(kind), first_(first), second_(second) {}

  Kind kind_;
  double first_;   // low, center or at
  double second_;  // high or scale
};

}  // namespace ldp
