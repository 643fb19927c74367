// IMED, the minimum empirical divergence, on the randomised bits (Honda, Takemura 2015,
// "Non-asymptotic Analysis of a New Bandit Algorithm for Semi-bounded Rewards";
// docs/spec/multi-armed.md, section 6.8).
//
//   q(x) = 1/2 + (x - 1/2) theta          probability of a one at this level, x the mean reward
//   ll(x) = sum over levels of ones ln q(x) + zeros ln(1 - q(x)),   x_a = argmax of ll_a in [0, 1]
//   I_a = ll_a(x_a) - ll_a(max of all x) + ln N_a,                   N_a the reports of arm a
//
// One decision plays the smallest I. A snapshot serves all decisions of an epoch, so it carries the
// shares of the arms among them: what one decision after the other would come to if no estimate
// moved. Nothing is drawn here: equal counts give equal bytes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class LdpImed {
 public:
  /// What the index of an arm is made of; of one without a report, reports = 0 counts only.
  struct Arm {
    double reports = 0;
    double likeliest = 0;   // x_a
    double divergence = 0;  // ll_a(x_a) - ll_a(max of all x) >= 0; infinity at p0 = 0 only
    double index = 0;       // divergence + ln reports
  };

  /// The experiment must be valid. theta is the implemented one, 1 - 2 p0.
  explicit LdpImed(const MultiArmedExperiment& experiment);
  /// theta of every level, each in (0, 1].
  explicit LdpImed(std::vector<double> thetas) : thetas_(std::move(thetas)) {}

  /// For display: x_a, and the width of Weighted LDP-UCB.
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const;

  /// [arms]. The statistics must have the levels of this rule.
  [[nodiscard]] std::vector<Arm> arms(const Statistics& statistics) const;

  /// The shares of the next `decisions` >= 1: [arms], sum 1. Arms without a report come first, all
  /// alike; a single decision goes to the smallest index, ties within 1e-12 alike.
  [[nodiscard]] static std::vector<double> shares(std::span<const Arm> arms, double decisions);

  /// The shares of an epoch with the mean number of reports of the `epochs` >= 1 so far.
  [[nodiscard]] std::vector<double> weights(const Statistics& statistics,
                                            std::uint64_t epochs) const;

 private:
  [[nodiscard]] double likeliest(ArmCounts arm) const;
  [[nodiscard]] double divergence(ArmCounts arm, double likeliest, double best) const;

  std::vector<double> thetas_;
};

}  // namespace ldp
