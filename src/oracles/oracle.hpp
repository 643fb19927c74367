// The super arm with the largest reward for given weights: all that a combinatorial learner asks of
// a decision set. A pure public computation: equal weights and an equal public seed give the same
// super arm. Chen, Wang, Yuan, Wang 2016, "Combinatorial Multi-Armed Bandit", section 2.1:
// (alpha, beta)-oracles.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// One way to find the super arms of one decision set; each has a file of its own.
class SetOracle {
 public:
  SetOracle() = default;
  SetOracle(const SetOracle&) = delete;
  SetOracle& operator=(const SetOracle&) = delete;
  virtual ~SetOracle() = default;

  /// `keys` [arms]: weights in [0, 1] with the coins of their ties added, where arms are what is
  /// chosen; without them where nodes are, whose coins are this class's own to add. `arms` is left
  /// ascending; empty if the family has no super arm.
  virtual void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) = 0;
};

/// Finds S with P(r_w(S) >= alpha max r_w) >= beta; exact ones have alpha = beta = 1. Movable.
class Oracle {
 public:
  /// Errors: invalid_argument, naming `set`: those of validate(), a family without a super arm
  /// (no path, no perfect matching, a graph in pieces), a longest path where the graph has a cycle,
  /// and a custom set, whose oracle is the collector's.
  static Result<Oracle> create(const DecisionSet& set, std::uint64_t public_seed);

  /// `weights` [arms], not NaN, clipped to [0, 1] here. `arms` becomes the super arm, ascending.
  /// Deterministic in (weights, public_seed): ties are broken by 1e-9 times a public coin of each
  /// arm, or of each node where nodes are chosen, so an exact oracle may miss the maximum by
  /// 1e-9 largest(). Allocates in the first call only, but for influence.
  void solve(std::span<const double> weights, std::vector<std::uint32_t>& arms);

  /// The same among super arms without any of the arms `left_out`; `arms` is empty if there is
  /// none. Exact oracles only, whose reward is linear in the weights.
  void solve_without(std::span<const std::uint32_t> left_out, std::span<const double> weights,
                     std::vector<std::uint32_t>& arms);

  [[nodiscard]] double alpha() const { return alpha_; }
  [[nodiscard]] double beta() const { return beta_; }
  /// K: no super arm has more arms.
  [[nodiscard]] std::uint32_t largest() const { return largest_; }
  [[nodiscard]] const DecisionSet& set() const { return *set_; }

 private:
  Oracle() = default;
  void assign_keys(std::span<const double> weights);

  std::unique_ptr<const DecisionSet> set_;  // at one address: the solver refers to it
  std::unique_ptr<SetOracle> solver_;
  std::vector<double> ties_;  // [arms], or empty: the solver adds its own
  std::vector<double> keys_;
  double alpha_ = 1;
  double beta_ = 1;
  std::uint32_t largest_ = 0;
};

}  // namespace ldp
