// A confidence sequence for the mean of one arm's bits: an interval that holds at all numbers of
// reports at once. docs/spec/best-arm.md, section 7.
//
// The likelihood of the bits, averaged over a Beta(a, a) law of their mean, over their likelihood
// at the true mean is a martingale that starts at 1, so with probability 1 - alpha it stays below
// 1/alpha (Ville 1939). The interval holds every mean at which it has.
#pragma once

#include <span>

#include "server/best_arm/confidence_bounds.hpp"
#include "server/best_arm/duel_gain.hpp"

namespace ldp {

/// a = max(1/2, (1/(4 r^2) - 1)/2), r = (1/2 - p0)/2: the law is as wide as the range of the means.
[[nodiscard]] double mean_prior(double p0);

/// ln of that ratio at mean p in (0, 1) for S ones among N bits, S <= N, N > 0.
[[nodiscard]] double mean_evidence(const DuelCount& bits, double a, double p);

/// The interval of the mean bit, within [0, 1], which misses it at some number of reports with
/// probability e^-x at most. 0 and 1 without reports.
[[nodiscard]] ConfidenceInterval mean_interval(const DuelCount& bits, const DuelLevel& level,
                                               double x);

/// Of a mean reward, within [0, 1], from the bits at each of the levels: the product of their
/// martingales is one. bits[l] are those at levels[l]. With one level it is mean_interval, mapped
/// to rewards. 0 and 1 without reports; a point where no mean explains all levels.
[[nodiscard]] ConfidenceInterval reward_interval(std::span<const DuelCount> bits,
                                                 std::span<const DuelLevel> levels, double x);

}  // namespace ldp
