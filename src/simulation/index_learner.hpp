// A learner that plays the arm of the largest upper confidence index, with the server's own policy:
// the sums of the reports and what they come to. The only difference from production is that sums
// are kept as doubles, report by report, in place of integers level by level.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "server/multi_armed/he_ldp_ucb_laplace.hpp"
#include "server/multi_armed/weighted_ldp_ucb_laplace.hpp"
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

/// Policy: one of the server's (WeightedLdpUcb, ...) or of the comparators (Ucb1).
template <class Policy>
class IndexLearner {
 public:
  static constexpr bool kTilted = std::is_same_v<Policy, WeightedLdpUcbLaplace>;
  static constexpr bool kHasForcedPhase = std::is_same_v<Policy, HeLdpUcbLaplace>;

  IndexLearner(Policy policy, std::uint32_t arms)
      : policy_(std::move(policy)),
        sums_(arms),
        leading_(arms),
        forced_(kHasForcedPhase ? arms : 0) {}

  class Pull {
   public:
    Pull(const Policy& policy, const typename Policy::Sums& sums, const ArmEstimate& estimate)
        : policy_(policy), sums_(sums), estimate_(estimate) {}

    template <class Value>
    void learn(std::uint32_t level, Value value) {
      policy_.add(sums_, level, value);
      estimate_ = Policy::estimate(sums_);
    }
    [[nodiscard]] const ArmEstimate& estimate() const { return estimate_; }
    [[nodiscard]] const typename Policy::Sums& sums() const { return sums_; }

   private:
    const Policy& policy_;
    typename Policy::Sums sums_;
    ArmEstimate estimate_;
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

  [[nodiscard]] Pull pull(std::uint32_t arm) const {
    return Pull(policy_, sums_[arm], leading_.estimate(arm));
  }
  void put(std::uint32_t arm, const Pull& pull) {
    sums_[arm] = pull.sums();
    leading_.set(arm, pull.estimate());
    if constexpr (kHasForcedPhase) forced_.set(arm, pull.sums().noise);
  }

 private:
  Policy policy_;
  std::vector<typename Policy::Sums> sums_;
  LeadingArm<kTilted> leading_;
  ForcedArms forced_;
};

}  // namespace ldp
