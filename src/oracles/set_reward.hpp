// r_mu(S): the expected reward of a super arm when the arms have these means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oracles/graph.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// Influence is exact up to this number of edges that the seeds can reach and that are neither
/// certain nor impossible; beyond, it is the average over kInfluenceWorlds live-edge worlds with
/// fixed public coins, the same for all means and super arms.
inline constexpr std::uint32_t kExactInfluenceEdges = 20;
inline constexpr std::uint32_t kInfluenceWorlds = 10'000;

/// The reward function of one decision set, with its working memory: no allocation after
/// it is made. The set must be valid and outlive it; of a custom set the reward is the sum.
class RewardFunction {
 public:
  explicit RewardFunction(const DecisionSet& set);

  /// `mean` [arms] in [0, 1], `arms` a super arm.
  double operator()(std::span<const double> mean, std::span<const std::uint32_t> arms);

 private:
  double coverage(std::span<const double> mean, std::span<const std::uint32_t> arms);
  double influence(std::span<const double> mean, std::span<const std::uint32_t> arms);
  double expected_reach(std::span<const double> mean);
  void seed(std::span<const std::uint32_t> arms);
  void reach(std::uint32_t node);
  void forget(std::size_t size);
  template <class Fires>
  void spread(std::size_t next, Fires fires);

  const DecisionSet& set_;
  std::vector<double> missed_;            // coverage: [right] no chosen node succeeds at it
  std::optional<EdgesAt> leaving_;        // influence, as all below
  std::vector<std::uint32_t> reached_;    // nodes, in the order in which they are reached
  std::vector<std::uint8_t> is_reached_;  // [nodes]
  std::vector<std::uint8_t> is_open_;     // [arms] whether it fires is not decided yet
};

/// The same, once.
double reward(const DecisionSet& set, std::span<const double> mean,
              std::span<const std::uint32_t> arms);

}  // namespace ldp
