// What the arms of a multi-armed world pay, as a specification states it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulation/given_rounds.hpp"
#include "simulation/reward_law.hpp"

namespace ldp {

inline constexpr std::size_t kMaximumChanges = 1000;

/// What becomes of the means at a share of the horizon T: from the first round t with
/// (t - 1)/T >= at. See ChangeKind.
struct MeanChange {
  double at = 0;  // in (0, 1)
  ChangeKind kind = ChangeKind::means;
  std::vector<double> means{};  // [arms] in [0, 1], of kind `means`; else empty
};

/// The mean of arm i of K in round t: its mean + amplitude cos(2 pi (turns x + i/K)),
/// x = (t - 1)/T; of a common drift + amplitude sin(2 pi turns x), of all arms alike.
struct Drift {
  double amplitude = 0;  // 0: none
  double turns = 0;      // of all rounds
  bool is_common = false;
};

struct Environment {
  std::vector<RewardLaw> arms;  // 1 or more
  /// The adversary of phases of floor(1.6^n) rounds, n = 1, 2, ...: the laws count in odd phases;
  /// in even ones all two-point probabilities are lower by 0.9. The gaps of the arms do not change.
  bool is_switching = false;
  /// Of Bernoulli arms, at increasing shares. Regret is against the best arm of the round.
  std::vector<MeanChange> changes{};
  Drift drift{};
  /// Given: what the arms pay is said from outside, block by block; of `arms` only the number
  /// counts.
  std::shared_ptr<const GivenRounds> given{};

  /// The first arm pays 1 in odd phases and 0.1 in even ones, all others 0.9 and 0, in the mean.
  static Environment switching(std::uint32_t arms);

  /// Whether means change.
  [[nodiscard]] bool is_changing() const { return !changes.empty() || drift.amplitude > 0; }
  /// Whether the gaps of the arms stay what they are, and so does the best arm.
  [[nodiscard]] bool keeps_gaps() const {
    return changes.empty() && (drift.amplitude == 0 || drift.is_common);
  }
};

}  // namespace ldp
