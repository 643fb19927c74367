// What window reports say of the arms of an experiment: a mean reward and how well it is known, by
// the variance that the reports themselves have. docs/spec/graded.md, section 4.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/arm_estimate.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// The reports of one arm at one level.
struct GradedReports {
  double count = 0;
  double mean = 0;      // of x, an estimate of the reward without bias
  double variance = 0;  // v, of one x
};

/// One arm. Its mean weighs levels by 1/v.
struct GradedArm {
  double reports = 0;
  double mean = 0;
  double weight = 0;  // 1/variance of the mean: the sum of count/v
  std::vector<GradedReports> levels;

  /// How much less likely its reports are if the mean is off by `gap`, of normal laws whose
  /// variance is not known: sum (N/2) ln(1 + gap^2/v).
  [[nodiscard]] double divergence(double gap) const;
};

class GradedArms {
 public:
  /// Fewer reports say nothing of a variance: such arms come first.
  static constexpr double kFewest = 2;

  /// The sums over one arm's reports with public weights.
  struct Sums {
    double weight = 0;
    double reward = 0;
  };

  /// The experiment must be valid, and its payload a window.
  explicit GradedArms(const MultiArmedExperiment& experiment);

  /// [arms]. The statistics must be of such an experiment.
  [[nodiscard]] std::vector<GradedArm> of(const Statistics& statistics) const;

  /// The largest mean of the arms with kFewest reports; -infinity if there is none.
  [[nodiscard]] static double best_mean(std::span<const GradedArm> arms);

  /// The reports of a level whose payloads add up to `total` and their squares to `squares`; count
  /// >= 1. With x = (j - offset)/(M slope), m their mean and v' the largest variance that a report
  /// may have: v = max(v_min, (sum (x - m)^2 + 2 v')/(count + 2)), v_min the least variance of the
  /// noise. Exact sums: the difference of two that are nearly equal loses no digits.
  [[nodiscard]] GradedReports reports_of(std::size_t level, std::int64_t count, std::int64_t total,
                                         std::int64_t squares) const;

  // For display and for what an attacker may forge: levels weighted by 1/v', which no report
  // changes.

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// The mean, and the width of a law with the variance v'.
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);

 private:
  struct Level {
    double middle;    // twice the mean payload of the reward 1/2: M + L - 1
    double unit;      // of half a payload, in rewards: 1/(2 M slope)
    double smallest;  // v_min
    double largest;   // v': of the noise, and 1/4 of the reward
  };

  std::vector<Level> levels_;
};

}  // namespace ldp
