// The round loop of one replicate: choose, draw the reward, learn. A template over the player, so
// that all of a round is one piece of straight code. Nothing is allocated in it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "simulation/bernoulli_world.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"

namespace ldp {

/// One replicate of any player.
class Replicate {
 public:
  virtual ~Replicate() = default;
  /// Plays the rounds of the block, which continue those of the last call.
  virtual void play(ConfidenceBlock& block) = 0;
  /// Expected loss so far against always playing the best arm.
  [[nodiscard]] virtual double pseudo_regret() const = 0;
  /// How often the arm that the specification lists at `arm` was played.
  [[nodiscard]] virtual std::uint64_t plays(std::uint32_t arm) const = 0;
};

/// A player has choose(block, round) -> Choice; pull(arm) -> what it knows of that arm, to be held
/// in registers, with learn(reward) and estimate(); and put(arm, pull), which writes it back.
template <class Player>
class RoundLoop final : public Replicate {
 public:
  RoundLoop(BernoulliWorld world, Player player)
      : world_(std::move(world)), player_(std::move(player)), plays_(world_.arms()) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last();) {
      const Choice choice = player_.choose(block, round);
      const std::uint64_t start = round;
      auto pull = player_.pull(choice.arm);
      do {
        pull.learn(world_.draw(choice.arm));
        ++round;
      } while (round <= choice.lead.until && choice.lead.holds(pull.estimate()));
      player_.put(choice.arm, pull);
      plays_[choice.arm] += round - start;
    }
  }

  [[nodiscard]] double pseudo_regret() const override { return world_.regret(plays_); }

  [[nodiscard]] std::uint64_t plays(std::uint32_t arm) const override {
    std::uint32_t position = 0;
    while (world_.arm_at(position) != arm) ++position;
    return plays_[position];
  }

  [[nodiscard]] const Player& player() const { return player_; }
  [[nodiscard]] const BernoulliWorld& world() const { return world_; }

 private:
  BernoulliWorld world_;
  Player player_;
  std::vector<std::uint64_t> plays_;  // by position in the world's order
};

}  // namespace ldp
