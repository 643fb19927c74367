// IMED on window reports (docs/spec/graded.md, section 4): the minimum empirical divergence of
// normal laws whose variance is not known (Honda, Takemura 2015, "Non-asymptotic Analysis of a New
// Bandit Algorithm for Semi-bounded Rewards"; for normal laws Cowan, Honnappa, Katehakis 2018).
//
//   I_a = sum over levels (N_l/2) ln(1 + (m* - m_a)^2/v_l) + ln N_a,   m* the largest mean
//
// Arms with fewer than two reports come first, all alike. The shares of an epoch: ldp_imed.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/arms/graded_arms.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/rules/ldp_imed.hpp"

namespace ldp {

class LdpImedGraded {
 public:
  using Sums = GradedArms::Sums;

  /// The experiment must be valid.
  explicit LdpImedGraded(const MultiArmedExperiment& experiment) : arms_(experiment) {}

  // For display: the mean by public weights.
  [[nodiscard]] Sums fold(ArmCounts arm) const { return arms_.fold(arm); }
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums) { return GradedArms::estimate(sums); }
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

  /// What the indices are made of: [arms]; `likeliest` is the mean, and an arm with fewer than two
  /// reports counts as one without any.
  [[nodiscard]] std::vector<LdpImed::Arm> arms(const Statistics& statistics) const;

  /// The shares of an epoch with the mean number of reports of the `epochs` >= 1 so far: [arms],
  /// sum 1.
  [[nodiscard]] std::vector<double> weights(const Statistics& statistics,
                                            std::uint64_t epochs) const;

 private:
  GradedArms arms_;
};

}  // namespace ldp
