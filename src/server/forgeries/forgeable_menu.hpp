// What an attacker may forge in an experiment with several levels, by the policy's own fold() of an
// arm's row: the estimate is a ratio of two sums that are linear in the row's counts and totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/arm_estimate.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/forgeries/payload_range.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// The estimated mean of a row of Statistics as value over weight.
template <class Policy>
MeanParts<double> mean_parts(const Policy& policy, std::span<const std::int64_t> row) {
  const auto sums = policy.fold(ArmCounts(row));
  if constexpr (requires { sums.weight; }) {
    return {sums.reward, sums.weight};
  } else {
    return {sums.reward, sums.count};
  }
}

/// The arms of an experiment with any menu of levels, as the policy estimates them. Levels that it
/// discards are not forged.
template <class Policy>
ForgeableArms<double> forgeable_menu(const Policy& policy, const MultiArmedExperiment& experiment,
                                     const Statistics& statistics) {
  ForgeableArms<double> arms;
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    arms.arms.push_back(mean_parts(policy, statistics.of_arm(arm)));
  }
  for (std::size_t level = 0; level < experiment.levels.size(); ++level) {
    const PayloadRange range = payload_range(experiment, level);
    std::vector<std::int64_t> row(2 * experiment.levels.size());
    row[2 * level] = 1;
    row[2 * level + 1] = range.lowest;
    const MeanParts<double> lowest = mean_parts(policy, row);
    row[2 * level + 1] = range.highest;
    const MeanParts<double> highest = mean_parts(policy, row);
    if (lowest.weight > 0) arms.levels.push_back({lowest, highest});
  }
  return arms;
}

}  // namespace ldp
