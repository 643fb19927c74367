// The round loop of one replicate: choose, draw the reward, report, learn. A template over learner
// and visitors, so that all of a round is one piece of straight code. Nothing is allocated in it.
//
// A learner has
//   choose(block, round) -> Choice   of the statistics of the rounds before;
//   pull(arm) -> Pull                what it knows of that arm, to be held in registers, with
//                                    learn(level, value) and estimate();
//   put(arm, pull)                   which writes it back.
// Visitors have level(), report(level, reward) and skip(); see visitors.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/world.hpp"

namespace ldp {

/// How a replicate that looks for the best arm ended.
struct Stop {
  double round = 0;          // after which it stopped; NaN: it has not
  std::uint32_t answer = 0;  // as the specification lists the arms; so far, if it has not stopped
  bool is_wrong = false;     // it has stopped, and the answer is not a best arm
};

/// One replicate of any learner.
class Replicate {
 public:
  virtual ~Replicate() = default;
  /// Plays the rounds of the block, which continue those of the last call.
  virtual void play(ConfidenceBlock& block) = 0;
  /// Loss so far against always playing the best arm; see World.
  [[nodiscard]] virtual double regret() const = 0;
  /// How often the arm that the specification lists at `arm` was played.
  [[nodiscard]] virtual std::uint64_t plays(std::uint32_t arm) const = 0;
  /// Nothing of learners that never stop.
  [[nodiscard]] virtual std::optional<Stop> stop() const { return std::nullopt; }
};

/// What all round loops share: the world, and the count of the plays.
class Replay : public Replicate {
 public:
  explicit Replay(World&& world) : world_(std::move(world)), plays_(world_.arms()) {}

  [[nodiscard]] double regret() const final { return world_.regret(plays_); }

  [[nodiscard]] std::uint64_t plays(std::uint32_t arm) const final {
    std::uint32_t position = 0;
    while (world_.arm_at(position) != arm) ++position;
    return plays_[position];
  }

  [[nodiscard]] const World& world() const { return world_; }

 protected:
  World world_;
  std::vector<std::uint64_t> plays_;  // by position in the world's order
};

/// Every decision knows all reports of the rounds before.
template <class Learner, class Visitors>
class RoundLoop final : public Replay {
 public:
  RoundLoop(World&& world, Learner&& learner, Visitors&& visitors)
      : Replay(std::move(world)), learner_(std::move(learner)), visitors_(std::move(visitors)) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last();) {
      const Choice choice = learner_.choose(block, round);
      const std::uint64_t start = round;
      auto pull = learner_.pull(choice.arm);
      do {
        const UnitReward reward = world_.draw(choice.arm);
        if (const auto level = visitors_.level()) {
          pull.learn(*level, visitors_.report(*level, reward));
        } else {
          visitors_.skip();
        }
        ++round;
      } while (round <= choice.lead.until &&
               choice.lead.template holds<Learner::kTilted>(pull.estimate()));
      learner_.put(choice.arm, pull);
      plays_[choice.arm] += round - start;
    }
  }

  [[nodiscard]] const Learner& learner() const { return learner_; }

 private:
  Learner learner_;
  Visitors visitors_;
};

}  // namespace ldp
