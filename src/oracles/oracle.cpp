#include "oracles/oracle.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "oracles/coverage_oracle.hpp"
#include "oracles/graph.hpp"
#include "oracles/greedy_oracle.hpp"
#include "oracles/influence_oracle.hpp"
#include "oracles/list_oracle.hpp"
#include "oracles/matching_oracle.hpp"
#include "oracles/path_oracle.hpp"
#include "oracles/public_coins.hpp"
#include "oracles/super_arm.hpp"
#include "oracles/tree_oracle.hpp"

namespace ldp {
namespace {

// Costs more than all other arms of a super arm can bring.
constexpr double kLeftOut = -2.0 * kMaximumSetArms;
constexpr double kGreedyShare = 1 - 0.36787944117144233;  // 1 - 1/e

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "set", reason, value};
}

std::string_view why_empty(SetKind kind) {
  switch (kind) {
    case SetKind::path:
      return "no path leads from source to target: add edges";
    case SetKind::spanning_tree:
      return "the graph is in pieces: add edges until every node can be reached";
    default:
      return "the left nodes cannot all be matched at once: add edges or leave out left nodes";
  }
}

bool has_cycle(const DecisionSet& set) {
  return topological_order(set.nodes, set.from, set.to).size() < set.nodes;
}

bool is_unsolvable(const DecisionSet& set) {
  return set.kind == SetKind::path && set.reward == SetReward::sum && has_cycle(set);
}

std::unique_ptr<SetOracle> solver_of(const DecisionSet& set, std::uint64_t public_seed) {
  switch (set.kind) {
    case SetKind::top_k:
    case SetKind::partition:
      return std::make_unique<GreedyOracle>(set);
    case SetKind::path:
      return std::make_unique<PathOracle>(set);
    case SetKind::spanning_tree:
      return std::make_unique<TreeOracle>(set);
    case SetKind::matching:
      return std::make_unique<MatchingOracle>(set);
    case SetKind::coverage:
      return std::make_unique<CoverageOracle>(set, public_seed);
    case SetKind::influence:
      return std::make_unique<InfluenceOracle>(set, public_seed);
    default:
      return std::make_unique<ListOracle>(set);
  }
}

}  // namespace

Result<Oracle> Oracle::create(const DecisionSet& set, std::uint64_t public_seed) {
  if (Status status = validate(set); !status.ok()) return status.error();
  if (set.kind == SetKind::custom) {
    return invalid("a custom decision set has the collector's own oracle and no other", 0);
  }
  if (is_unsolvable(set)) {
    return invalid(
        "the longest path is hard to find in a graph with a cycle: use the reward cost "
        "or minimum, or leave out edges",
        set.nodes);
  }
  Oracle oracle;
  oracle.set_ = std::make_unique<const DecisionSet>(set);
  const DecisionSet& own = *oracle.set_;
  oracle.keys_.resize(own.arms);
  oracle.largest_ = largest_super_arm(own);
  if (own.kind == SetKind::influence) {
    auto solver = std::make_unique<InfluenceOracle>(own, public_seed);
    oracle.alpha_ = solver->alpha();
    oracle.beta_ = solver->beta();
    oracle.solver_ = std::move(solver);
    return oracle;
  }
  oracle.solver_ = solver_of(own, public_seed);
  if (own.kind == SetKind::coverage) {
    oracle.alpha_ = kGreedyShare;
    return oracle;
  }
  for (std::uint32_t arm = 0; arm < own.arms; ++arm) {
    oracle.ties_.push_back(kTieBreak * public_uniform(public_seed, arm));
  }
  std::vector<std::uint32_t> arms;
  oracle.solver_->solve(oracle.keys_, arms);
  if (arms.empty()) return invalid(why_empty(own.kind), own.arms);
  return oracle;
}

void Oracle::assign_keys(std::span<const double> weights) {
  for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i] = std::clamp(weights[i], 0.0, 1.0);
  for (std::size_t i = 0; i < ties_.size(); ++i) keys_[i] += ties_[i];
}

void Oracle::solve(std::span<const double> weights, std::vector<std::uint32_t>& arms) {
  assign_keys(weights);
  solver_->solve(keys_, arms);
}

void Oracle::solve_without(std::span<const std::uint32_t> left_out, std::span<const double> weights,
                           std::vector<std::uint32_t>& arms) {
  assign_keys(weights);
  for (const std::uint32_t arm : left_out) keys_[arm] = kLeftOut;
  solver_->solve(keys_, arms);
  for (const std::uint32_t arm : arms) {
    if (keys_[arm] != kLeftOut) continue;
    arms.clear();
    return;
  }
}

}  // namespace ldp
