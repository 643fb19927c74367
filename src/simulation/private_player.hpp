// A learner and its visitors, one visitor a round: the level is drawn, the client's own mechanism
// randomises the reward with seeded randomness, the server's own policy reads the report. The only
// difference from production is that the message is not spelled out as JSON in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "mechanisms/unit_reward.hpp"
#include "server/multi_armed/he_ldp_ucb_laplace.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/population.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Which arm HeLDP-UCB-L must play before its index may be trusted.
class ForcedArms {
 public:
  explicit ForcedArms(std::uint32_t arms) : noise_(arms, 0.0) {}

  void set(std::uint32_t arm, double noise) { noise_[arm] = noise; }

  /// False if first(threshold) is certainly kNone: noise only grows, so an old minimum still holds.
  [[nodiscard]] bool may_have(double threshold) const { return smallest_ <= threshold; }

  /// The lowest position whose noise is at most `threshold`, or kNone.
  [[nodiscard]] std::uint32_t first(double threshold) {
    if (!may_have(threshold)) return kNone;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::uint32_t arm = 0; arm < noise_.size(); ++arm) {
      if (noise_[arm] <= threshold) return arm;
      smallest = noise_[arm] < smallest ? noise_[arm] : smallest;
    }
    smallest_ = smallest;
    return kNone;
  }

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

 private:
  std::vector<double> noise_;
  double smallest_ = 0;
};

/// Policy: one of the server's (WeightedLdpUcb, ...). Mechanism: the client's that feeds it.
template <class Policy, class Mechanism>
class PrivatePlayer {
 public:
  /// mechanisms: one per level of the population's menu, the order of the experiment's levels.
  PrivatePlayer(const Experiment& experiment, const Population& population,
                std::vector<Mechanism> mechanisms, std::uint64_t seed, std::uint32_t replicate)
      : policy_(experiment),
        population_(population),
        mechanisms_(std::move(mechanisms)),
        levels_(seed, replicate, Purpose::levels),
        noise_(seed, replicate, Purpose::noise),
        sums_(2 * experiment.levels.size() * experiment.arms),
        leading_(experiment.arms),
        forced_(experiment.arms) {}

  /// One arm. Its sums stay where they are: drawing the noise takes longer than a store.
  class Pull {
   public:
    Pull(PrivatePlayer& player, std::uint32_t arm)
        : player_(player), arm_(arm), estimate_(player.leading_.estimate(arm)) {}

    void learn(bool reward) {
      const std::optional<std::uint32_t> level = player_.population_.draw(player_.levels_);
      if (level) estimate_ = player_.learn(arm_, *level, reward);
    }
    [[nodiscard]] const ArmEstimate& estimate() const { return estimate_; }

   private:
    PrivatePlayer& player_;
    std::uint32_t arm_;
    ArmEstimate estimate_;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock& block, std::uint64_t round) {
    if constexpr (kHasForcedPhase) {
      // The threshold only grows: at the end of the block it is above all of the block's.
      if (forced_.may_have(policy_.forced_threshold(block.at(block.last()).bound))) {
        const double threshold = policy_.forced_threshold(block.at(round).bound);
        const std::uint32_t forced = forced_.first(threshold);
        const std::uint32_t arm =
            forced != ForcedArms::kNone ? forced : leading_.best(block, round).arm;
        return {arm, Lead::none(round)};
      }
    }
    return leading_.best(block, round);
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, arm); }
  void put(std::uint32_t arm, const Pull& pull) { leading_.set(arm, pull.estimate()); }

  /// [arms][levels][count, total], as in Statistics.
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }

 private:
  static constexpr bool kHasForcedPhase = std::is_same_v<Policy, HeLdpUcbLaplace>;

  // One report of the arm, from the device to the sums.
  ArmEstimate learn(std::uint32_t arm, std::size_t level, bool reward) {
    const Mechanism& mechanism = mechanisms_[level];
    const auto prepared = mechanism.prepare(noise_);
    const auto released =
        mechanism.release(prepared.value(), reward ? UnitReward::one() : UnitReward::zero());
    const std::span<std::int64_t> row =
        std::span(sums_).subspan(2 * mechanisms_.size() * arm, 2 * mechanisms_.size());
    row[2 * level] += 1;
    row[2 * level + 1] += released.value();
    const auto sums = policy_.fold(ArmCounts(row));
    if constexpr (kHasForcedPhase) forced_.set(arm, sums.noise);
    return Policy::estimate(sums);
  }

  Policy policy_;
  Population population_;
  std::vector<Mechanism> mechanisms_;
  SeededStream levels_;
  SeededStream noise_;
  std::vector<std::int64_t> sums_;
  LeadingArm leading_;
  ForcedArms forced_;
};

}  // namespace ldp
