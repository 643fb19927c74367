// Confidence bounds for best arms, valid for all numbers of pulls at the same time: the one place
// of the threshold x(n), of the bounds on Bernoulli observations, and of those on noisy ones.
//
// For one arm with n observations of mean phat, each one-sided event "the mean is beyond the bound
// of budget x" has probability at most e^-x (Chernoff). With
//   x(n) = ln(Z K n^1.1 / error),   Z = zeta(1.1),
// the sum over all n and over K one-sided events is the error probability: K, because a wrong
// answer needs the upper bound of the best arm or the lower bound of another one to fail. So
// a rule may look at any time and stop by what it sees, however the arms were chosen.
//
// A share alpha of forged reports: of n observations at most alpha n are forged, with values in
// [low, high], and the others are an honest sequence. So the honest mean is at most (mean - alpha
// low)/(1 - alpha) and at least (mean - alpha high)/(1 - alpha), from at least (1 - alpha) n
// observations, whose bounds hold for all numbers of them at once: n of them would have a larger
// x(n). With alpha = 0 nothing changes, to the bit.
//
// Observations: a bit of a report, or a raw reward in [0, 1], by the relative entropy; a reward
// with Gaussian noise, sub-Gaussian with proxy V; with Laplace noise, sub-gamma with V and scale C.
#pragma once

#include <cmath>
#include <cstdint>

#include "protocol/best_arm_experiment.hpp"

namespace ldp {

/// zeta(1.1), the sum of n^-1.1.
inline constexpr double kZetaOfThreshold = 10.584448464950803;

/// x(n) for n >= 1 pulls of an arm, in nats.
inline double confidence_threshold(double pulls, double arms, double error_probability) {
  return std::log(kZetaOfThreshold * arms / error_probability) + 1.1 * std::log(pulls);
}

/// Bounds of one arm's mean, in units of its observations.
struct ConfidenceInterval {
  double lower;
  double upper;
};

class ConfidenceBounds {
 public:
  /// Of observations in [0, 1] by the relative entropy. theta: a mean reward mu is observed as
  /// 1/2 + (mu - 1/2) theta; 1 for raw rewards.
  static ConfidenceBounds of_bits(double theta) { return {true, theta, 0.25, 0}; }
  /// Of rewards in [0, 1] with noise of this standard deviation: V = 1/4 + deviation^2, C = 0.
  static ConfidenceBounds of_gaussian(double deviation) {
    return {false, 1, 0.25 + deviation * deviation, 0};
  }
  /// Of rewards in [0, 1] with Laplace noise of scale 1/epsilon: V = 1/4 + 2/epsilon^2, C =
  /// 1/epsilon.
  static ConfidenceBounds of_laplace(double epsilon) {
    return {false, 1, 0.25 + 2 / (epsilon * epsilon), 1 / epsilon};
  }
  /// Those of what the devices of a valid experiment really draw, with its share of forged reports.
  static ConfidenceBounds of(const BestArmExperiment& experiment);

  /// The same, where at most this share, in [0, 1), of the observations of an arm is forged, each
  /// with a value in [lowest, highest].
  [[nodiscard]] ConfidenceBounds with_forged(double share, double lowest, double highest) const {
    ConfidenceBounds bounds = *this;
    bounds.forged_share_ = share;
    bounds.lowest_ = lowest;
    bounds.highest_ = highest;
    return bounds;
  }

  /// The variance proxy V of one observation and the scale C beside it, as lil'UCB takes them.
  [[nodiscard]] double variance() const { return variance_; }
  [[nodiscard]] double scale() const { return scale_; }

  /// The bounds from `pulls` >= 1 observations of this mean, for a budget of x >= 0 nats.
  [[nodiscard]] ConfidenceInterval interval(double mean, double pulls, double x) const;
  [[nodiscard]] double upper(double mean, double pulls, double x) const;
  [[nodiscard]] double lower(double mean, double pulls, double x) const;

  /// An observation's mean as a mean reward; not clipped.
  [[nodiscard]] double reward(double observation) const {
    return 0.5 + (observation - 0.5) / theta_;
  }

 private:
  ConfidenceBounds(bool is_bit, double theta, double variance, double scale)
      : is_bit_(is_bit), theta_(theta), variance_(variance), scale_(scale) {}

  [[nodiscard]] double half_width(double pulls, double x) const {
    return std::sqrt(2 * variance_ * x / pulls) + scale_ * x / pulls;
  }

  bool is_bit_;
  double theta_;
  double variance_;
  double scale_;
  double forged_share_ = 0;
  double lowest_ = 0;   // value of a forged observation
  double highest_ = 1;  // value of a forged observation
};

}  // namespace ldp
