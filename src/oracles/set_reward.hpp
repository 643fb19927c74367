// r_mu(S): the expected reward of a super arm when the arms have these means.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/decision_set.hpp"

namespace ldp {

/// Influence is exact up to so many edges that the seeds can reach and that are neither certain nor
/// impossible; beyond, it is the average over kInfluenceWorlds live-edge worlds with fixed public
/// coins, the same for all means and super arms.
inline constexpr std::uint32_t kExactInfluenceEdges = 20;
inline constexpr std::uint32_t kInfluenceWorlds = 10'000;

/// The reward function of one decision set, with its working memory: no allocation after the first
/// call. The set must be valid and outlive it; of a custom set the reward is the sum.
class RewardFunction {
 public:
  explicit RewardFunction(const DecisionSet& set) : set_(set) {}

  /// `mean` [arms] in [0, 1], `arms` a super arm.
  double operator()(std::span<const double> mean, std::span<const std::uint32_t> arms);

 private:
  double coverage(std::span<const double> mean, std::span<const std::uint32_t> arms);
  double influence(std::span<const double> mean, std::span<const std::uint32_t> arms);

  const DecisionSet& set_;
  std::vector<double> missed_;          // coverage: [right] nobody succeeds at it
  std::vector<std::uint32_t> reached_;  // influence: nodes, in the order in which they are reached
  std::vector<std::uint32_t> open_;     // influence: edges that may or may not fire
  std::vector<std::uint8_t> fires_;     // influence: [arms]
  std::vector<std::uint8_t> active_;    // influence: [nodes]
  std::vector<std::uint32_t> first_;    // influence: [nodes + 1], where the out-edges begin in
  std::vector<std::uint32_t> edges_;    // this list of arms
};

/// The same, once.
double reward(const DecisionSet& set, std::span<const double> mean,
              std::span<const std::uint32_t> arms);

}  // namespace ldp
