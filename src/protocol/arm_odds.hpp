// Which arms a snapshot makes a device play, and how often each: a function of public numbers. The
// device draws from it (client/arm_choice.hpp); the server refuses reports about other arms.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

struct ArmOdds {
  std::vector<std::uint32_t> arms{};        // to choose from, ascending; never empty
  std::vector<std::uint64_t> cumulative{};  // tickets up to and with each of them; empty: all alike

  /// Every arm alike. Requires arms >= 1.
  static ArmOdds uniform(std::uint32_t arms);

  /// What the snapshot says to a device that reports at `level` (an epsilon): the forced arm; else
  /// the incumbent, below the experiment's level_aware_from; else the arms of positive weight; else
  /// those of the largest upper confidence index, all alike. Requires a valid snapshot. O(arms).
  static ArmOdds of(const MultiArmedSnapshot& snapshot, const MultiArmedExperiment& experiment,
                    double level);
};

}  // namespace ldp
