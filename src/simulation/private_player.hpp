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
#include "simulation/population.hpp"
#include "simulation/seeded_stream.hpp"
#include "simulation/upper_indices.hpp"

namespace ldp {

/// Which arm HeLDP-UCB-L must play before its index may be trusted.
class ForcedArms {
 public:
  explicit ForcedArms(std::uint32_t arms) : noise_(arms, 0.0) {}

  void set(std::uint32_t arm, double noise) { noise_[arm] = noise; }

  /// The lowest position whose noise is at most `threshold`, or kNone.
  [[nodiscard]] std::uint32_t first(double threshold) {
    if (smallest_ > threshold)
      return kNone;  // noise only grows, so an old minimum is still a bound
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
        indices_(experiment.arms),
        forced_(experiment.arms) {}

  [[nodiscard]] std::uint32_t choose(const Confidence& confidence) {
    if constexpr (kHasForcedPhase) {
      const std::uint32_t arm = forced_.first(policy_.forced_threshold(confidence.bound));
      if (arm != ForcedArms::kNone) return arm;
    }
    return indices_.best(confidence.scale);
  }

  void learn(std::uint32_t arm, bool reward) {
    const std::optional<std::uint32_t> level = population_.draw(levels_);
    if (!level) return;
    const Mechanism& mechanism = mechanisms_[*level];
    const auto prepared = mechanism.prepare(noise_);
    const auto released =
        mechanism.release(prepared.value(), reward ? UnitReward::one() : UnitReward::zero());
    const std::span<std::int64_t> row =
        std::span(sums_).subspan(2 * mechanisms_.size() * arm, 2 * mechanisms_.size());
    row[2 * *level] += 1;
    row[2 * *level + 1] += released.value();
    const auto sums = policy_.fold(ArmCounts(row));
    indices_.set(arm, Policy::estimate(sums));
    if constexpr (kHasForcedPhase) forced_.set(arm, sums.noise);
  }

  /// [arms][levels][count, total], as in Statistics.
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }

 private:
  static constexpr bool kHasForcedPhase = std::is_same_v<Policy, HeLdpUcbLaplace>;

  Policy policy_;
  Population population_;
  std::vector<Mechanism> mechanisms_;
  SeededStream levels_;
  SeededStream noise_;
  std::vector<std::int64_t> sums_;
  UpperIndices indices_;
  ForcedArms forced_;
};

}  // namespace ldp
