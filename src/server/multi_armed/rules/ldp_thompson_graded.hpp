// Thompson sampling on window reports (docs/spec/graded.md, section 4): N(m, s^2) for the mean
// reward of an arm, s^2 = g^2/(2 D) with g = how far it is below the best mean and D = (N/2)
// ln(1 + g^2/v). The limit for small g is v/N; for a large g, v/N would give up a good arm after a
// few low rewards. Arms with fewer than two reports come first, all with the same probability. What
// is published is the law of the arm of the largest draw (largest_probability.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/arms/graded_arms.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class LdpThompsonGraded {
 public:
  using Sums = GradedArms::Sums;

  /// The experiment must be valid.
  explicit LdpThompsonGraded(const MultiArmedExperiment& experiment) : arms_(experiment) {}

  // For display: the mean by public weights.
  [[nodiscard]] Sums fold(ArmCounts arm) const { return arms_.fold(arm); }
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums) { return GradedArms::estimate(sums); }
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

  /// The probability with which each arm is to be played: [arms], sum 1. Not of the epochs so far.
  [[nodiscard]] std::vector<double> weights(const Statistics& statistics,
                                            std::uint64_t epochs) const;

 private:
  GradedArms arms_;
};

}  // namespace ldp
