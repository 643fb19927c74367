// Tsallis-INF, Zimmert & Seldin 2021, "Tsallis-INF: An Optimal Algorithm for Stochastic and
// Adversarial Bandits": optimal to a constant for adversarial rewards and for random ones. Here it
// learns from reports: the mean of a report's bit is a loss in [0, 1], so to the algorithm a
// private report is an ordinary loss with smaller gaps.
//
// With Lhat the estimated sum of each arm's losses and eta = 4/sqrt(t) (2/sqrt(t) for importance
// weighting), the weights of round t are w_i = 4/(eta (Lhat_i - x))^2 with the x below min Lhat
// that makes them sum to 1.
//
// The estimates are exact on average for every arm, whatever the weights:
//   importance weighting: the loss of the arm played, divided by its weight, and 0 for the others;
//   reduced variance: every arm gets b_i, and the arm played (loss - b_i) / w_i more, where b_i is
//   1/2 for arms that are played often (w_i >= eta^2) and the smallest possible loss for the
//   others: 0, or less where noise can make a loss negative. With 0 there, an arm that is played
//   rarely could get -|loss|/w_i at once, and be played for 10^5 rounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

/// eta at round t >= 1.
[[nodiscard]] double tsallis_learning_rate(LossEstimator estimator, double round);

/// b_i of an arm of this weight: what each report of the round adds to its losses. lowest <= 0: the
/// smallest possible loss.
[[nodiscard]] double loss_baseline(LossEstimator estimator, double weight, double learning_rate,
                                   double lowest = 0);

/// Fills `weights` ([arms], positive, sum 1) for `losses` ([arms], finite, any offset) and returns
/// x. Newton's method on the sum of the weights, which is convex and increasing in x, so that from
/// any start where the sum is at least 1 it falls towards the root and cannot overshoot. `start` is
/// the x of losses that differ little, or infinity.
double tsallis_weights(std::span<const double> losses, double learning_rate, double start,
                       std::span<double> weights);

/// The algorithm with one round after the other; rounds may also be learnt from late.
class TsallisInf {
 public:
  /// Losses are in [lowest, 1 - lowest], lowest <= 0.
  explicit TsallisInf(std::uint32_t arms, LossEstimator estimator = LossEstimator::reduced_variance,
                      double lowest = 0);

  /// The law of the arm to play at round t >= 1: [arms], sum 1. Valid until the next call.
  std::span<const double> weights(double round);

  /// The loss of an arm that was drawn from `weights`, those of round `round`.
  void ingest(std::uint32_t arm, double loss, std::span<const double> weights, double round);

  /// The estimated sums of losses, relative to the smallest of some moment: [arms].
  [[nodiscard]] std::span<const double> losses() const { return losses_; }

 private:
  void keep_precision();

  LossEstimator estimator_;
  double lowest_;
  std::vector<double> losses_;
  std::vector<double> weights_;
  double shift_;  // x of the last weights
  int updates_ = 0;
};

}  // namespace ldp
