// The noise of a scalar release r with E[r] = v in [-1, 1] (docs/spec/convex-and-reductions.md,
// section 1) as a learner sees it: its second moment and its largest value, computed from the
// integers that the devices use.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"

namespace ldp {

class ScalarNoise {
 public:
  /// Without randomisation: r = v.
  static ScalarNoise none() { return {}; }
  /// Errors: those of the mechanism's scale.
  static Result<ScalarNoise> of(ScalarMechanism mechanism, double epsilon, double delta);

  /// s^2 >= E[r^2], for any v: c^2, 1 + 2 b^2, 1 + tau^2, without noise 1.
  [[nodiscard]] double second_moment() const { return is_bit_ ? spread_ : 1 + spread_; }
  /// The same where E[v^2] is at most `square` <= 1: of a bit still c^2, whatever v is.
  [[nodiscard]] double second_moment(double square) const {
    return is_bit_ ? spread_ : square + spread_;
  }
  /// M: |r| is larger in none of T reports but with a small probability: c, 1 + b ln(2T),
  /// 1 + tau sqrt(2 ln(2T)), 1.
  [[nodiscard]] double largest(double horizon) const;

 private:
  ScalarNoise() = default;

  bool is_bit_ = false;
  double spread_ = 0;  // bit: c^2; else the variance of the noise
  double linear_ = 0;  // b of Laplace noise, in units of v
  double root_ = 0;    // tau of Gaussian noise, in units of v; of a bit c
};

/// The integers that a report's value is counted in, so that a sum over reports of value times grid
/// coordinate is exact and never overflows:
///   q = round((value - centre) / 2^shift), cut to |q| < 2^17;  r = unit() q.
/// Of a bit q = +-1. Of integers, 2^shift is a thousandth of the noise's scale or less (1 where the
/// grid is that coarse), and what is cut off is beyond 16 of its standard deviations.
class ScalarUnit {
 public:
  /// Errors: those of the mechanism's scale.
  static Result<ScalarUnit> of(ScalarMechanism mechanism, double epsilon, double delta);

  [[nodiscard]] std::int32_t count(std::int32_t value) const;
  /// r of q = 1.
  [[nodiscard]] double unit() const { return unit_; }
  /// The largest |q|.
  [[nodiscard]] std::int32_t largest() const { return largest_; }

 private:
  ScalarUnit() = default;

  std::int32_t largest_ = 1;
  int shift_ = 0;
  std::int64_t centre_ = 0;
  double unit_ = 1;
};

}  // namespace ldp
