// A learner that plays the arm of the largest upper confidence index, with the server's own policy.
// For a menu of levels its sums are the server's integers too, and every decision is that of
// production, to the last bit. For visitors of thousands of levels, and for Gaussian reports, the
// sums are doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"

namespace ldp {

/// Which arm HeLDP-UCB-L must play before its index may be trusted.
class ForcedArms {
 public:
  explicit ForcedArms(std::uint32_t arms) : noise_(arms, 0.0) {}

  void set(std::uint32_t arm, double noise) { noise_[arm] = noise; }

  /// False if first(threshold) is certainly kNone: noise only grows, so an old minimum still holds.
  [[nodiscard]] bool may_have(double threshold) const { return smallest_ <= threshold; }

  /// The lowest position whose noise is at most `threshold`, or kNone.
  [[nodiscard]] std::uint32_t first(double threshold) {
    if (!may_have(threshold)) return kNone;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::uint32_t arm = 0; arm < noise_.size(); ++arm) {
      if (noise_[arm] <= threshold) return arm;
      smallest = noise_[arm] < smallest ? noise_[arm] : smallest;
    }
    smallest_ = smallest;
    return kNone;
  }

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

 private:
  std::vector<double> noise_;
  double smallest_ = 0;
};

/// One arm's reports, level by level, in place.
template <class Policy>
class CountedSums {
 public:
  CountedSums(std::size_t levels, std::uint32_t arms) : row_(2 * levels), counts_(row_ * arms) {}

  class Of {
   public:
    Of(CountedSums& all, std::uint32_t arm)
        : row_(std::span(all.counts_).subspan(all.row_ * arm, all.row_)) {}

    typename Policy::Sums learn(const Policy& policy, std::uint32_t level, std::int32_t value) {
      row_[2 * std::size_t{level}] += 1;
      row_[2 * std::size_t{level} + 1] += value;
      return policy.fold(ArmCounts(row_));
    }

   private:
    std::span<std::int64_t> row_;
  };

  void put(std::uint32_t, const typename Policy::Sums&) {}

 private:
  std::size_t row_;
  std::vector<std::int64_t> counts_;  // [arms][levels][count, total], as in Statistics
};

/// One arm's sums, copied out and back.
template <class Policy>
class RunningSums {
 public:
  RunningSums(std::size_t, std::uint32_t arms) : sums_(arms) {}

  class Of {
   public:
    Of(const RunningSums& all, std::uint32_t arm) : sums_(all.sums_[arm]) {}

    template <class Value>
    const typename Policy::Sums& learn(const Policy& policy, std::uint32_t level, Value value) {
      policy.add(sums_, level, value);
      return sums_;
    }

   private:
    typename Policy::Sums sums_;
  };

  void put(std::uint32_t arm, const typename Policy::Sums& sums) { sums_[arm] = sums; }

 private:
  std::vector<typename Policy::Sums> sums_;
};

/// Policy: one of the server's (WeightedLdpUcb, ...) or of the comparators (Ucb1).
/// Storage: CountedSums or RunningSums.
template <class Policy, template <class> class Storage>
class IndexLearner {
 public:
  static constexpr bool kTilted = requires { Policy::kHasTilt; };
  static constexpr bool kHasForcedPhase = requires(const Policy& policy, double bound) {
    policy.forced_threshold(bound);
  };

  IndexLearner(Policy policy, std::size_t levels, std::uint32_t arms)
      : policy_(std::move(policy)),
        storage_(levels, arms),
        leading_(arms),
        forced_(kHasForcedPhase ? arms : 0) {}

  class Pull {
   public:
    Pull(IndexLearner& learner, std::uint32_t arm)
        : policy_(learner.policy_),
          of_(learner.storage_, arm),
          estimate_(learner.leading_.estimate(arm)) {}

    template <class Value>
    void learn(std::uint32_t level, Value value) {
      sums_ = of_.learn(policy_, level, value);
      estimate_ = Policy::estimate(sums_);
      has_learnt_ = true;
    }
    [[nodiscard]] const ArmEstimate& estimate() const { return estimate_; }

   private:
    friend class IndexLearner;

    const Policy& policy_;
    typename Storage<Policy>::Of of_;
    typename Policy::Sums sums_{};
    ArmEstimate estimate_;
    bool has_learnt_ = false;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock& block, std::uint64_t round) {
    if constexpr (kHasForcedPhase) {
      // The threshold only grows: at the end of the block it is above all of the block's.
      if (forced_.may_have(policy_.forced_threshold(block.at(block.last()).bound))) {
        const double threshold = policy_.forced_threshold(block.at(round).bound);
        const std::uint32_t forced = forced_.first(threshold);
        const std::uint32_t arm =
            forced != ForcedArms::kNone ? forced : leading_.best(block, round).arm;
        return {arm, Lead::none(round)};
      }
    }
    return leading_.best(block, round);
  }

  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, arm); }
  void put(std::uint32_t arm, const Pull& pull) {
    if (!pull.has_learnt_) return;
    storage_.put(arm, pull.sums_);
    leading_.set(arm, pull.estimate_);
    if constexpr (kHasForcedPhase) forced_.set(arm, pull.sums_.noise);
  }

 private:
  Policy policy_;
  Storage<Policy> storage_;
  LeadingArm<kTilted> leading_;
  ForcedArms forced_;
};

}  // namespace ldp
