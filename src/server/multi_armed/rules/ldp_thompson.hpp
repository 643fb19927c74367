// Thompson sampling on the randomised bits (Thompson 1933; Agrawal, Goyal 2013).
//
//   one level: Beta(1 + ones, 1 + zeros) for the probability of a one, exact because a bit of one
//   level
//              is Bernoulli whatever the law of the rewards; debiasing is increasing, so that the
//              largest draw is of the same arm before and after it;
//   a menu:    N(m, 1/(4 W)) with the estimate m and the equivalent number W of non-private samples
//   of
//              Weighted LDP-UCB; arms with W = 0 first, all with the same probability.
//
// What is published is the law of the arm of the largest draw (largest_probability.hpp), and mean
// and width of Weighted LDP-UCB beside it, for display and for the incumbent.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/arms/weighted_ldp_ucb.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/largest_probability.hpp"

namespace ldp {

class LdpThompson {
 public:
  /// W and S of one arm.
  using Sums = WeightedLdpUcb::Sums;

  /// The experiment must be valid. theta is the implemented one, 1 - 2 p0.
  explicit LdpThompson(const MultiArmedExperiment& experiment)
      : posterior_(experiment.posterior), weighted_(experiment) {}
  /// theta of every level, each in (0, 1]; Posterior::beta for one level only.
  LdpThompson(Posterior posterior, std::vector<double> thetas)
      : posterior_(posterior), weighted_(std::move(thetas)) {}

  [[nodiscard]] Sums fold(ArmCounts arm) const { return weighted_.fold(arm); }
  /// Adds one report: level < number of thetas, bit 0 or 1.
  void add(Sums& sums, std::size_t level, std::int32_t bit) const {
    weighted_.add(sums, level, bit);
  }
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums) {
    return WeightedLdpUcb::estimate(sums);
  }
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

  /// What is believed of an arm with W > 0.
  [[nodiscard]] static NormalBelief normal_belief(const Sums& sums) {
    return {sums.reward / sums.weight, 0.5 / std::sqrt(sums.weight)};
  }
  /// What is believed of an arm whose reports are all of one level; also without any.
  [[nodiscard]] static BetaBelief beta_belief(ArmCounts arm) {
    return {arm.total(0), arm.count(0) - arm.total(0)};
  }

  /// The probability with which each arm is to be played: [arms], sum 1. Not of the epochs so far.
  [[nodiscard]] std::vector<double> weights(const Statistics& statistics,
                                            std::uint64_t epochs) const;

 private:
  [[nodiscard]] std::vector<double> normal_weights(const Statistics& statistics) const;

  Posterior posterior_;
  WeightedLdpUcb weighted_;
};

}  // namespace ldp
