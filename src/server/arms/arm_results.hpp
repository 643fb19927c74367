// What reports say of arms, for people: the mean reward of each, its confidence interval at 95 %,
// and how far it is from that of a control. docs/spec/results.md has the formulas and their source.
//
// One report of a level is an observation without bias for the mean reward q of its arm, with a
// variance of at most noise + q (1 - q): the noise of its mechanism, and the largest variance of a
// reward in [0, 1] with this mean. Of bits that is exact. An arm's mean weighs levels by the
// inverse of their variance at q = 1/2, so that the weights do not depend on what was reported. Its
// interval holds every q from which the mean is at most 1.96 standard deviations away (Wilson's, of
// one level of bits). Levels are taken to have the same mean reward.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// How the payloads of one level are read: an observation is 1/2 + (payload unit - 1/2)/theta.
struct LevelReading {
  double unit;
  double theta;
  double noise;  // variance of an observation beyond q (1 - q)
};

/// One per level of what the devices really draw. Of a report about `coordinates` numbers at once
/// each has epsilon/coordinates. The experiment must be valid.
[[nodiscard]] std::vector<LevelReading> readings_of(const MultiArmedExperiment& experiment,
                                                    std::uint32_t coordinates = 1);

/// Rewards in [0, 1]; the mean is without bias, so noise may take it out of that range.
struct Estimate {
  double mean = 0;
  double low = 0;
  double high = 1;
};

struct ArmResult {
  std::uint64_t reports = 0;
  /// None: fewer than kEnoughReports, or an interval that may be as long as the range of rewards.
  std::optional<Estimate> reward;
  /// The mean less that of the control (Newcombe's interval), in [-1, 1].
  std::optional<Estimate> lift;
  /// The same by the mean of the control (Donner and Zou 2012), where that is surely above 0.
  std::optional<Estimate> relative_lift;
};

inline constexpr std::uint64_t kEnoughReports = 30;

/// [arms]. `control`: the arm that the others are compared with; none: they are not.
[[nodiscard]] std::vector<ArmResult> arm_results(const Statistics& statistics,
                                                 std::span<const LevelReading> readings,
                                                 std::optional<std::uint32_t> control);

}  // namespace ldp
