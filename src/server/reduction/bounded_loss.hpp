// The one-point reduction (Zheng, Cai, Huang, Li, Wang 2020, algorithm 1): any learner of bounded
// losses learns from reports, once each of them is read as a loss. This is the one place where that
// is done.
//
// A report says r, v = 2 y - 1 on average for a loss y = 1 - reward in [0, 1], with second moment
// at most s^2. The normalised loss
//   y' = 1/2 + r/(2 s)
// has mean 1/2 + (y - 1/2)/s: the order of the arms is kept, and regret in losses is s times regret
// in y'. For a bit, s = (e^epsilon + 1)/(e^epsilon - 1) and y' is the bit itself, in {0, 1}.
// Laplace and Gaussian noise has no bound, so y' is clipped to [-b, 1 + b] with the b that T
// reports exceed with small probability: b/(s epsilon) ln T, tau/(2 s) sqrt(2 ln T).
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>

namespace ldp {

class BoundedLoss {
 public:
  /// Raw rewards in [0, 1]: the losses themselves.
  static BoundedLoss of_rewards() { return {1, 0}; }
  /// Of bits whose mean is 1/2 + (reward - 1/2) theta, theta in (0, 1].
  static BoundedLoss of_bits(double theta) { return {1 / theta, 0, true}; }
  /// Of rewards with Laplace noise of scale 1/epsilon, which is 2/epsilon on v.
  /// horizon >= 1: for how many reports the clipping is.
  static BoundedLoss of_laplace(double epsilon, double horizon) {
    const double s = std::sqrt(1 + 8 / (epsilon * epsilon));
    return {s, std::log(horizon) / (epsilon * s)};
  }
  /// Of rewards with Gaussian noise of this standard deviation, tau = 2 deviation on v.
  static BoundedLoss of_gaussian(double deviation, double horizon) {
    const double tau = 2 * deviation;
    const double s = std::sqrt(1 + tau * tau);
    return {s, tau / (2 * s) * std::sqrt(2 * std::log(horizon))};
  }

  /// y' of a report: the bit as 0 or 1, else the noisy reward (the integer times its unit).
  [[nodiscard]] double operator()(double reward) const {
    if (is_bit_) return 1 - reward;
    return std::clamp(0.5 + (1 - 2 * reward) / (2 * scale_), -overshoot_, 1 + overshoot_);
  }

  /// s: regret in losses is s times regret in y'.
  [[nodiscard]] double scale() const { return scale_; }
  /// b: y' is in [-b, 1 + b]. 0 for bits and raw rewards.
  [[nodiscard]] double overshoot() const { return overshoot_; }

 private:
  BoundedLoss(double scale, double overshoot, bool is_bit = false)
      : scale_(scale), overshoot_(overshoot), is_bit_(is_bit) {}

  double scale_;
  double overshoot_;
  bool is_bit_;
};

/// What the reduction is over. `weights` is the law of the next arm ([arms], sum 1); `learn` takes
/// the loss of an arm that was drawn with this probability from the last weights().
template <class L>
concept BoundedLossLearner = requires(L& learner, std::uint32_t arm, double loss,
                                      double probability) {
  { learner.weights() } -> std::convertible_to<std::span<const double>>;
  learner.learn(arm, loss, probability);
};

/// A learner of bounded losses, fed with reports.
template <BoundedLossLearner L>
class OnePointReduction {
 public:
  OnePointReduction(L learner, const BoundedLoss& loss)
      : learner_(std::move(learner)), loss_(loss) {}

  /// Valid until the next call.
  [[nodiscard]] std::span<const double> weights() { return learner_.weights(); }

  /// A report about an arm that weights() gave this probability.
  void report(std::uint32_t arm, double reward, double probability) {
    learner_.learn(arm, loss_(reward), probability);
  }

  [[nodiscard]] const L& learner() const { return learner_; }
  [[nodiscard]] const BoundedLoss& loss() const { return loss_; }

 private:
  L learner_;
  BoundedLoss loss_;
};

}  // namespace ldp
