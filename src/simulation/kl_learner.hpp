// KL-UCB in simulation: an index costs a root finding, so it is computed for the arm that was
// learnt of, and for all arms once per epoch of 1 % of the rounds, with the logarithm held at the
// epoch's end. Garivier, Cappe 2011.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mechanisms/unit_reward.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/bound.hpp"
#include "server/multi_armed/rules/ldp_kl_ucb.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"

namespace ldp {

/// What the server's LdpKlUcb keeps of every arm, and its indices.
class KlOfBits {
 public:
  KlOfBits(LdpKlUcb policy, std::size_t levels, std::uint32_t arms)
      : policy_(std::move(policy)),
        row_(2 * levels),
        counts_(row_ * arms),
        likeliest_(arms, 0.5),
        upper_(arms, 1) {}

  void add(std::uint32_t arm, std::uint32_t level, std::int64_t bit) {
    std::int64_t* count_and_total = &counts_[row_ * arm + 2 * std::size_t{level}];
    count_and_total[0] += 1;
    count_and_total[1] += bit;
    likeliest_[arm] = policy_.likeliest(counts(arm), likeliest_[arm]);
  }
  [[nodiscard]] double likeliest(std::uint32_t arm) const { return likeliest_[arm]; }
  /// The index of an arm with a report; `bound` is ln t.
  [[nodiscard]] double upper(std::uint32_t arm, double bound) {
    upper_[arm] = policy_.upper(counts(arm), likeliest_[arm], bound, upper_[arm]);
    return upper_[arm];
  }

 private:
  [[nodiscard]] ArmCounts counts(std::uint32_t arm) const {
    return ArmCounts(std::span(counts_).subspan(row_ * arm, row_));
  }

  LdpKlUcb policy_;
  std::size_t row_;
  std::vector<std::int64_t> counts_;  // [arms][levels][count, ones]
  std::vector<double> likeliest_;
  std::vector<double> upper_;
};

/// The same for raw rewards, in units of 2^-32.
class KlOfRewards {
 public:
  explicit KlOfRewards(std::uint32_t arms) : arms_(arms) {}

  void add(std::uint32_t arm, std::uint32_t, std::int64_t reward) {
    arms_[arm].count += 1;
    arms_[arm].total += static_cast<double>(reward) * (1.0 / kUnitReward);
  }
  [[nodiscard]] double likeliest(std::uint32_t arm) const {
    return std::min(arms_[arm].total / arms_[arm].count, 1.0);
  }
  [[nodiscard]] double upper(std::uint32_t arm, double bound) {
    Arm& of = arms_[arm];
    of.upper = kl_upper_bound(likeliest(arm), bound / of.count, of.upper);
    return of.upper;
  }

 private:
  struct Arm {
    double count = 0;
    double total = 0;
    double upper = 1;
  };
  std::vector<Arm> arms_;
};

template <class Arms>
class KlLearner {
 public:
  static constexpr bool kTilted = false;

  KlLearner(Arms state, std::uint32_t arms)
      : state_(std::move(state)), is_known_(arms, 0), leading_(arms) {}

  class Pull {
   public:
    Pull(KlLearner& learner, std::uint32_t arm)
        : learner_(learner), arm_(arm), estimate_(learner.leading_.estimate(arm)) {}

    template <class Value>
    void learn(std::uint32_t level, Value value) {
      learner_.state_.add(arm_, level, value);
      learner_.is_known_[arm_] = 1;
      estimate_ = {learner_.state_.upper(arm_, learner_.bound_), 0};
    }
    /// The index as a mean without a width.
    [[nodiscard]] const ArmEstimate& estimate() const { return estimate_; }

   private:
    KlLearner& learner_;
    std::uint32_t arm_;
    ArmEstimate estimate_;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock& block, std::uint64_t round) {
    if (round >= epoch_end_) start_epoch(round);
    Choice choice = leading_.best(block, round);
    choice.lead.until = std::min(choice.lead.until, epoch_end_ - 1);
    return choice;
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, arm); }
  void put(std::uint32_t arm, const Pull& pull) { leading_.set(arm, pull.estimate()); }

 private:
  void start_epoch(std::uint64_t round) {
    const double end = next_log_epoch(static_cast<double>(round));
    epoch_end_ = static_cast<std::uint64_t>(end);
    bound_ = bound_at(Bound::lk, end);
    for (std::uint32_t arm = 0; arm < is_known_.size(); ++arm) {
      if (is_known_[arm] != 0) leading_.set(arm, {state_.upper(arm, bound_), 0});
    }
  }

  Arms state_;
  std::vector<std::uint8_t> is_known_;
  LeadingArm<false> leading_;
  std::uint64_t epoch_end_ = 0;
  double bound_ = 0;
};

}  // namespace ldp
