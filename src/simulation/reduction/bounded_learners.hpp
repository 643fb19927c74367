// Black boxes of the one-point reduction that play one arm for certain: their law is a point mass.
// They know losses in [0, 1], so losses in [-b, 1 + b] are scaled into it.
//
//   UCB1      the least mean - sqrt(ln t/n) (Auer, Cesa-Bianchi, Fischer 2002; the width of spec
//             docs/spec/convex-and-reductions.md, section 3.3). Stochastic losses only: against
//             an adversary its regret is linear
//   KL-UCB    the least lower bound by the relative entropy (Garivier, Cappe 2011), with the
//             logarithm held at the end of an epoch of 1 %
//   Thompson  the least draw from Beta laws (Agrawal, Goyal 2013), a coin for what is not 0 or 1
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/bound.hpp"
#include "server/reduction/bounded_loss.hpp"
#include "simulation/beta_posteriors.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Into [0, 1].
class UnitLoss {
 public:
  explicit UnitLoss(const BoundedLoss& loss) : overshoot_(loss.overshoot()) {}
  [[nodiscard]] double operator()(double loss) const {
    return (loss + overshoot_) / (1 + 2 * overshoot_);
  }

 private:
  double overshoot_;
};

class PointMass {
 public:
  explicit PointMass(std::uint32_t arms) : weights_(arms) { weights_[0] = 1; }

  std::span<const double> at(std::uint32_t arm) {
    weights_[arm_] = 0;
    weights_[arm] = 1;
    arm_ = arm;
    return weights_;
  }

 private:
  std::vector<double> weights_;
  std::uint32_t arm_ = 0;
};

class Ucb1Losses {
 public:
  Ucb1Losses(std::uint32_t arms, const BoundedLoss& loss)
      : law_(arms), unit_(loss), count_(arms), mean_(arms) {}

  [[nodiscard]] std::span<const double> weights() {
    const double log_round = std::log(round_);
    std::uint32_t best = 0;
    double least = 0;
    for (std::uint32_t arm = 0; arm < count_.size(); ++arm) {
      if (count_[arm] == 0) return law_.at(arm);
      const double index = mean_[arm] - std::sqrt(log_round / count_[arm]);
      if (arm == 0 || index < least) {
        best = arm;
        least = index;
      }
    }
    return law_.at(best);
  }

  void learn(std::uint32_t arm, double loss, double /*probability*/) {
    count_[arm] += 1;
    mean_[arm] += (unit_(loss) - mean_[arm]) / count_[arm];
    round_ += 1;
  }

 private:
  PointMass law_;
  UnitLoss unit_;
  std::vector<double> count_;
  std::vector<double> mean_;
  double round_ = 1;
};

class KlUcbLosses {
 public:
  KlUcbLosses(std::uint32_t arms, const BoundedLoss& loss)
      : law_(arms), unit_(loss), count_(arms), mean_(arms), upper_(arms, 1) {}

  [[nodiscard]] std::span<const double> weights() {
    if (round_ >= epoch_end_) {
      epoch_end_ = next_log_epoch(round_);
      bound_ = bound_at(Bound::lk, epoch_end_);
      for (std::uint32_t arm = 0; arm < count_.size(); ++arm) renew(arm);
    }
    std::uint32_t best = 0;
    for (std::uint32_t arm = 0; arm < count_.size(); ++arm) {
      if (count_[arm] == 0) return law_.at(arm);
      if (upper_[arm] > upper_[best]) best = arm;
    }
    return law_.at(best);
  }

  void learn(std::uint32_t arm, double loss, double /*probability*/) {
    count_[arm] += 1;
    mean_[arm] += (1 - unit_(loss) - mean_[arm]) / count_[arm];
    round_ += 1;
    renew(arm);
  }

 private:
  void renew(std::uint32_t arm) {
    if (count_[arm] > 0) {
      upper_[arm] = kl_upper_bound(mean_[arm], bound_ / count_[arm], upper_[arm]);
    }
  }

  PointMass law_;
  UnitLoss unit_;
  std::vector<double> count_;
  std::vector<double> mean_;   // of 1 - loss
  std::vector<double> upper_;  // its bound
  double round_ = 1;
  double epoch_end_ = 0;
  double bound_ = 0;
};

class ThompsonLosses {
 public:
  ThompsonLosses(std::uint32_t arms, const BoundedLoss& loss, SeededStream stream)
      : law_(arms), unit_(loss), ones_(arms), zeros_(arms), posteriors_(arms, stream) {}

  [[nodiscard]] std::span<const double> weights() { return law_.at(posteriors_.draw()); }

  void learn(std::uint32_t arm, double loss, double /*probability*/) {
    const double uniform = open_uniform(posteriors_.word());
    (uniform < unit_(loss) ? zeros_ : ones_)[arm] += 1;
    posteriors_.set(arm, ones_[arm], zeros_[arm]);
  }

 private:
  PointMass law_;
  UnitLoss unit_;
  std::vector<double> ones_;
  std::vector<double> zeros_;
  BetaPosteriors posteriors_;
};

static_assert(BoundedLossLearner<Ucb1Losses> && BoundedLossLearner<KlUcbLosses> &&
              BoundedLossLearner<ThompsonLosses>);

}  // namespace ldp
