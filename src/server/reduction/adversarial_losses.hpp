// Tsallis-INF and EXP3 as black boxes of the one-point reduction, for losses in [-b, 1 + b]. With
// b = 0, of bits and of raw rewards, they are the algorithms as published; Laplace and Gaussian
// noise makes b positive, which both have to know: the one in its estimator, the other in how much
// it explores.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"
#include "server/reduction/bounded_loss.hpp"

namespace ldp {

/// Tsallis-INF, one round after the other.
class TsallisLosses {
 public:
  TsallisLosses(std::uint32_t arms, LossEstimator estimator, const BoundedLoss& loss)
      : learner_(arms, estimator, -loss.overshoot()) {}
  TsallisLosses(TsallisLosses&&) = default;
  TsallisLosses& operator=(TsallisLosses&&) = default;

  /// Of the next round. Valid until the next call.
  [[nodiscard]] std::span<const double> weights() { return weights_ = learner_.weights(round_); }

  /// Ends the round of the last weights().
  void learn(std::uint32_t arm, double loss, double /*probability*/) {
    learner_.ingest(arm, loss, weights_, round_);
    ++round_;
  }

 private:
  TsallisInf learner_;
  std::span<const double> weights_;  // in the learner
  double round_ = 1;
};

/// EXP3, one round after the other. Where b > 0 a share g = min(1/2, eta K (1 + b)) of the law is
/// uniform, so that no estimate leaves the range in which exponential weights are safe.
class Exp3Losses {
 public:
  Exp3Losses(std::uint32_t arms, const BoundedLoss& loss)
      : learner_(arms), mixed_(arms), overshoot_(loss.overshoot()) {}

  /// Of the next round. Valid until the next call.
  [[nodiscard]] std::span<const double> weights() {
    const std::span<const double> own = learner_.weights(round_);
    const auto arms = static_cast<double>(mixed_.size());
    const double rate = std::sqrt(std::log(arms) / (arms * round_));
    const double share = overshoot_ > 0 ? std::min(0.5, rate * arms * (1 + overshoot_)) : 0;
    for (std::size_t i = 0; i < mixed_.size(); ++i) {
      mixed_[i] = (1 - share) * own[i] + share / arms;
    }
    return mixed_;
  }

  /// Ends the round of the last weights().
  void learn(std::uint32_t arm, double loss, double /*probability*/) {
    learner_.ingest(arm, loss, mixed_);
    ++round_;
  }

 private:
  Exp3 learner_;
  std::vector<double> mixed_;
  double overshoot_;
  double round_ = 1;
};

static_assert(BoundedLossLearner<TsallisLosses> && BoundedLossLearner<Exp3Losses>);

}  // namespace ldp
