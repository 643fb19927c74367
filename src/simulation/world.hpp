// The world of the simulations: what every arm pays in every round.
//
// A round has one uniform number U, and every arm pays a function of it. U is a function of the
// seed, the replicate and the round alone, so all learners, whatever they play, meet the same
// rewards at the same arm and round (common random numbers): differences between them have less
// noise than either of them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mechanisms/reward_transform.hpp"
#include "mechanisms/unit_reward.hpp"
#include "simulation/reward_law.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

struct Environment {
  std::vector<RewardLaw> arms;  // 1 or more
  /// The adversary of phases of floor(1.6^n) rounds, n = 1, 2, ...: the laws count in odd phases;
  /// in even ones all two-point probabilities are lower by 0.9. The gaps of the arms do not change.
  bool is_switching = false;

  /// The first arm pays 1 in odd phases and 0.1 in even ones, all others 0.9 and 0, in the mean.
  static Environment switching(std::uint32_t arms);
};

class World {
 public:
  /// The arms stand in an order drawn at random, so that no learner gains by preferring a position.
  /// Rewards pass `transform` before a learner or a device has them. If `is_realized`, the regret
  /// is the best arm's reward of each round less the one that was paid, else its mean.
  World(const Environment& environment, const RewardTransform& transform, bool is_realized,
        std::uint64_t seed, std::uint32_t replicate);

  [[nodiscard]] std::uint32_t arms() const { return static_cast<std::uint32_t>(arms_.size()); }

  /// Plays the next round: what the arm at `position` pays, transformed.
  [[nodiscard]] UnitReward draw(std::uint32_t position) {
    const std::uint64_t word = rewards_.next();
    if (++round_ > phase_end_) [[unlikely]]
      change_phase();
    if (is_realized_) [[unlikely]]
      realized_ += raw(best_, word) - raw(position, word);
    const Arm& arm = arms_[position];
    if (arm.law.kind == RewardLaw::Kind::two_point) {
      return word >> 11 < arm.threshold ? arm.high : arm.low;
    }
    return continuous(position, word);
  }

  /// Which of the arms that were given is at `position`.
  [[nodiscard]] std::uint32_t arm_at(std::uint32_t position) const { return order_[position]; }

  /// Regret of all rounds so far, in the means and rewards before the transform. `plays`: how often
  /// each position was played.
  [[nodiscard]] double regret(std::span<const std::uint64_t> plays) const;

 private:
  struct Arm {
    RewardLaw law;
    std::uint64_t threshold = 0;          // of a two-point law, in units of 2^-53
    UnitReward low = UnitReward::zero();  // its rewards, transformed
    UnitReward high = UnitReward::zero();
    double gap = 0;
  };

  // Out of line: there is a round loop for every learner, and each would have a copy.
  [[nodiscard, gnu::noinline]] UnitReward continuous(std::uint32_t position,
                                                     std::uint64_t word) const;
  [[nodiscard]] double raw(std::uint32_t position, std::uint64_t word) const;
  [[nodiscard]] UnitReward transformed(double reward) const;
  void change_phase();

  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  RewardTransform transform_;
  std::vector<std::uint32_t> order_;
  std::vector<Arm> arms_;
  std::uint32_t best_ = 0;
  SeededStream rewards_;
  std::uint64_t round_ = 0;
  std::uint64_t phase_end_ = kNever;
  double phase_length_ = 0;  // before it was rounded down
  bool is_low_phase_ = true;
  bool is_realized_;
  double realized_ = 0;
};

}  // namespace ldp
