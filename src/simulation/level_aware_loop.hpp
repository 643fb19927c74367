// The round loop of level-aware assignment: the level of a visitor is public before the arm is
// chosen. Visitors below a threshold get the incumbent, since their reports tell too little to pay
// for exploration; all others get the learner's arm.
#pragma once

#include <cstdint>
#include <utility>

#include "simulation/incumbent.hpp"
#include "simulation/round_loop.hpp"

namespace ldp {

template <class Learner, class Visitors>
class LevelAwareLoop final : public Replay {
 public:
  /// first_explorer: the position in the menu of the smallest level that explores.
  LevelAwareLoop(World&& world, Learner&& learner, Visitors&& visitors,
                 std::uint32_t first_explorer)
      : Replay(std::move(world)),
        learner_(std::move(learner)),
        visitors_(std::move(visitors)),
        incumbent_(world_.arms()),
        first_explorer_(first_explorer) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
      const auto level = visitors_.level();
      const bool explores = level && *level >= first_explorer_;
      const std::uint32_t arm = explores || !incumbent_.is_known()
                                    ? learner_.choose(block, round).arm
                                    : incumbent_.best(block, round);
      const UnitReward reward = world_.draw(arm);
      plays_[arm] += 1;
      if (!level) {
        visitors_.skip();
        continue;
      }
      auto pull = learner_.pull(arm);
      pull.learn(*level, visitors_.report(*level, reward));
      learner_.put(arm, pull);
      incumbent_.set(arm, pull.estimate());
    }
  }

 private:
  Learner learner_;
  Visitors visitors_;
  Incumbent incumbent_;
  std::uint32_t first_explorer_;
};

}  // namespace ldp
