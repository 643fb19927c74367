// The round loop of one replicate: choose, draw the reward, learn. A template over the player, so
// that all of a round is one piece of straight code. Nothing is allocated in it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "simulation/bernoulli_world.hpp"
#include "simulation/confidence.hpp"

namespace ldp {

/// One replicate of any player.
class Replicate {
 public:
  virtual ~Replicate() = default;
  /// Plays one round per entry; the entries continue those of the last call.
  virtual void play(std::span<const Confidence> rounds) = 0;
  /// Expected loss so far against always playing the best arm.
  [[nodiscard]] virtual double pseudo_regret() const = 0;
  /// How often the arm that the specification lists at `arm` was played.
  [[nodiscard]] virtual std::uint64_t plays(std::uint32_t arm) const = 0;
};

template <class Player>
class RoundLoop final : public Replicate {
 public:
  RoundLoop(BernoulliWorld world, Player player)
      : world_(std::move(world)), player_(std::move(player)), plays_(world_.arms()) {}

  void play(std::span<const Confidence> rounds) override {
    for (const Confidence& confidence : rounds) {
      const std::uint32_t arm = player_.choose(confidence);
      ++plays_[arm];
      player_.learn(arm, world_.draw(arm));
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
