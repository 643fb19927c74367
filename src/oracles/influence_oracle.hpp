// Seeds that reach many nodes: greedy over reverse-reachable sets. Such a set is a node drawn at
// random and all nodes that reach it when each edge fires with its weight as probability; seeds
// that lie in many sets have much influence. Borgs, Brautbar, Chayes, Lucier 2014, "Maximizing
// Social Influence in Nearly Optimal Time"; Tang, Shi, Xiao 2015, "Influence Maximization in
// Near-Linear Time: A Martingale Approach", theorem 1 and equation 6 for how many sets are enough.
#pragma once

#include "oracles/graph.hpp"
#include "oracles/oracle.hpp"

namespace ldp {

/// With probability 1 - 1/nodes over the public seed, the seeds have at least alpha() times the
/// largest influence for the weights given. The coin of edge e in set r is a function of (seed, r,
/// e): the same for all weights, so a larger weight never makes a set smaller.
class InfluenceOracle final : public SetOracle {
 public:
  /// Of kind influence. The set must outlive it.
  InfluenceOracle(const DecisionSet& set, std::uint64_t public_seed);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

  /// 1 - 1/e - 0.1, or less (but not below 0) where that would take more than 2^22 entries.
  [[nodiscard]] double alpha() const;
  [[nodiscard]] double beta() const;

 private:
  [[nodiscard]] double least_influence(std::span<const double> keys) const;
  void draw_sets(std::span<const double> keys);
  void draw_set(std::uint64_t number, std::span<const double> keys);
  void index_sets();

  const DecisionSet& set_;
  std::uint64_t seed_;
  EdgesAt leaving_;
  EdgesAt arriving_;
  std::vector<double> ties_;            // [nodes]
  double sets_times_influence_;         // how many sets are enough, times the largest influence
  double slack_;                        // what alpha falls short of 1 - 1/e
  std::vector<std::uint32_t> ends_;     // [sets] in `entries_`
  std::vector<std::uint32_t> entries_;  // nodes of the sets
  std::vector<std::uint32_t> seen_;     // [nodes] the last set that has the node, counted from 1
  std::vector<std::uint32_t> first_;    // [nodes + 1] where the sets of a node begin in
  std::vector<std::uint32_t> sets_;     // this list
  std::vector<std::uint32_t> meets_;    // [nodes] how many sets that no seed meets yet
  std::vector<bool> is_met_;            // [sets]
};

}  // namespace ldp
