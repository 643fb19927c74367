// The world of the simulations: what every arm pays in every round.
//
// A round has one uniform number U, and every arm pays a function of it. U is a function of the
// seed, the replicate and the round alone, so all learners, whatever they play, meet the same
// rewards at the same arm and round (common random numbers): differences between them have less
// noise than either of them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mechanisms/reward_transform.hpp"
#include "mechanisms/unit_reward.hpp"
#include "simulation/changing_means.hpp"
#include "simulation/environment.hpp"
#include "simulation/reward_law.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

class World {
 public:
  /// The arms stand in an order drawn at random, so that no learner gains by preferring a position.
  /// Rewards pass `transform` before a learner or a device has them. If `is_realized`, the regret
  /// is the best arm's reward of each round less the one that was paid, else its mean. `horizon`:
  /// the rounds that changes of an environment are shares of.
  World(const Environment& environment, const RewardTransform& transform, bool is_realized,
        std::uint64_t seed, std::uint32_t replicate, std::uint64_t horizon = 1);

  [[nodiscard]] std::uint32_t arms() const { return static_cast<std::uint32_t>(arms_.size()); }

  /// Plays the next round: what the arm at `position` pays, transformed.
  [[nodiscard]] UnitReward draw(std::uint32_t position) {
    const std::uint64_t word = rewards_.next();
    if (++round_ > phase_end_) [[unlikely]]
      change_phase();
    if (adds_losses_) [[unlikely]]
      add_loss(position, word);
    const Arm& arm = arms_[position];
    if (arm.law.kind == RewardLaw::Kind::two_point) {
      return word >> 11 < arm.threshold ? arm.high : arm.low;
    }
    return continuous(position, word);
  }

  /// Which of the arms that were given is at `position`.
  [[nodiscard]] std::uint32_t arm_at(std::uint32_t position) const { return order_[position]; }

  /// The mean reward at `position` in the last round that was played, before the transform; not in
  /// a switching environment.
  [[nodiscard]] double mean_at(std::uint32_t position) const { return arms_[position].law.mean(); }

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
  void set_means();
  void take_given();
  void add_loss(std::uint32_t position, std::uint64_t word);

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
  std::optional<ChangingMeans> changing_;
  std::shared_ptr<const GivenRounds> given_;
  std::size_t given_row_ = 0;  // the first of this replicate
  bool is_realized_;
  bool adds_losses_;  // round by round: the regret is not a function of the plays
  double losses_ = 0;
};

}  // namespace ldp
