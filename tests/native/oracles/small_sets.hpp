// Decision sets so small that every subset of their arms can be looked at, and what a super arm and
// its reward are, written down from the definitions and sharing nothing with src/oracles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "protocol/decision_set.hpp"
#include "random/split_mix64.hpp"

namespace ldp::test {

using Arms = std::vector<std::uint32_t>;

inline std::uint32_t below(SplitMix64& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(random.next() % n);
}

inline Arms arms_of(std::uint32_t mask) {
  Arms arms;
  for (std::uint32_t arm = 0; mask >> arm != 0; ++arm) {
    if ((mask >> arm & 1) != 0) arms.push_back(arm);
  }
  return arms;
}

/// Nodes that `from` reaches over the edges in `mask`, as a mask; both ways if `undirected`.
inline std::uint32_t reachable(const DecisionSet& set, std::uint32_t mask, std::uint32_t from,
                               bool undirected) {
  std::uint32_t reached = from;
  for (std::uint32_t before = 0; before != reached;) {
    before = reached;
    for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
      if ((mask >> arm & 1) == 0) continue;
      const std::uint32_t tail = 1U << set.from[arm];
      const std::uint32_t head = 1U << set.to[arm];
      if ((reached & tail) != 0) reached |= head;
      if (undirected && (reached & head) != 0) reached |= tail;
    }
  }
  return reached;
}

inline bool is_path(const DecisionSet& set, std::uint32_t mask) {
  std::vector<int> in(set.nodes);
  std::vector<int> out(set.nodes);
  std::uint32_t touched = 0;
  for (const std::uint32_t arm : arms_of(mask)) {
    ++out[set.from[arm]];
    ++in[set.to[arm]];
    touched |= 1U << set.from[arm] | 1U << set.to[arm];
  }
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    if (in[node] > 1 || out[node] > 1) return false;
    const int surplus = static_cast<int>(node == set.source) - static_cast<int>(node == set.target);
    if (out[node] - in[node] != surplus) return false;
  }
  // Balanced, and no cycle beside the path.
  return in[set.source] == 0 && reachable(set, mask, 1U << set.source, false) == touched;
}

inline bool is_super_arm(const DecisionSet& set, std::uint32_t mask) {
  const Arms arms = arms_of(mask);
  const auto count = [&arms](auto condition) {
    return static_cast<std::uint32_t>(std::count_if(arms.begin(), arms.end(), condition));
  };
  switch (set.kind) {
    case SetKind::top_k:
      return arms.size() == set.choose;
    case SetKind::partition:
      for (std::uint32_t group = 0; group < set.most.size(); ++group) {
        if (count([&](auto arm) { return set.group[arm] == group; }) > set.most[group])
          return false;
      }
      return arms.size() == set.choose;
    case SetKind::path:
      return is_path(set, mask);
    case SetKind::spanning_tree:
      return arms.size() + 1 == set.nodes && reachable(set, mask, 1, true) == (1U << set.nodes) - 1;
    case SetKind::matching:
      for (std::uint32_t node = 0; node < set.nodes; ++node) {
        if (count([&](auto arm) { return set.from[arm] == node; }) != 1) return false;
      }
      for (std::uint32_t node = 0; node < set.right; ++node) {
        if (count([&](auto arm) { return set.to[arm] == node; }) > 1) return false;
      }
      return true;
    case SetKind::coverage:
    case SetKind::influence: {
      std::uint32_t chosen = 0;
      for (std::uint32_t node = 0; node < set.nodes; ++node) {
        const auto at_node = [&](auto arm) { return set.from[arm] == node; };
        const std::uint32_t mine = count(at_node);
        if (mine == 0) continue;
        std::uint32_t all = 0;
        for (std::uint32_t arm = 0; arm < set.arms; ++arm) all += at_node(arm) ? 1 : 0;
        if (mine != all) return false;
        ++chosen;
      }
      return chosen == set.choose;
    }
    case SetKind::list: {
      std::uint32_t begin = 0;
      for (const std::uint32_t end : set.ends) {
        if (arms == Arms(set.members.begin() + begin, set.members.begin() + end)) return true;
        begin = end;
      }
      return false;
    }
    case SetKind::custom:
      return !arms.empty() && arms.size() <= set.choose;
  }
  return false;
}

/// All super arms, as masks.
inline std::vector<std::uint32_t> all_super_arms(const DecisionSet& set) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t mask = 1; mask < 1U << set.arms; ++mask) {
    if (is_super_arm(set, mask)) all.push_back(mask);
  }
  return all;
}

/// Expected number of active nodes: over all sets of edges that may be the ones that fire.
inline double plain_influence(const DecisionSet& set, const std::vector<double>& mean,
                              const Arms& arms) {
  std::uint32_t seeds = 0;
  for (const std::uint32_t arm : arms) seeds |= 1U << set.from[arm];
  double expected = 0;
  for (std::uint32_t live = 0; live < 1U << set.arms; ++live) {
    double probability = 1;
    for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
      probability *= (live >> arm & 1) != 0 ? mean[arm] : 1 - mean[arm];
    }
    if (probability == 0) continue;
    expected +=
        probability * static_cast<double>(arms_of(reachable(set, live, seeds, false)).size());
  }
  return expected;
}

inline double plain_reward(const DecisionSet& set, const std::vector<double>& mean,
                           std::uint32_t mask) {
  const Arms arms = arms_of(mask);
  double sum = 0;
  double least = 1;
  for (const std::uint32_t arm : arms) {
    sum += mean[arm];
    least = std::min(least, mean[arm]);
  }
  switch (set.reward) {
    case SetReward::sum:
      break;
    case SetReward::mean:
      return sum / static_cast<double>(arms.size());
    case SetReward::minimum:
      return least;
    case SetReward::cost: {
      double cost = 0;
      for (const std::uint32_t arm : arms) cost += 1 - mean[arm];
      return -cost;
    }
    case SetReward::coverage: {
      double covered = 0;
      for (std::uint32_t node = 0; node < set.right; ++node) {
        double missed = 1;
        for (const std::uint32_t arm : arms) missed *= set.to[arm] == node ? 1 - mean[arm] : 1;
        covered += 1 - missed;
      }
      return covered;
    }
    case SetReward::influence:
      return plain_influence(set, mean, arms);
  }
  return sum;
}

/// Weights as learners have them: often at 0 or 1, often equal, sometimes beyond what is clipped.
inline std::vector<double> random_weights(SplitMix64& random, std::uint32_t arms) {
  std::vector<double> weights(arms);
  const bool coarse = below(random, 2) == 0;
  for (double& weight : weights) {
    weight = coarse ? 0.25 * (below(random, 7) - 1.0) : 1.4 * random.real() - 0.2;
  }
  return weights;
}

inline std::vector<double> clipped(std::vector<double> weights) {
  for (double& weight : weights) weight = std::clamp(weight, 0.0, 1.0);
  return weights;
}

/// Some set of this kind and reward with at most `limit` arms; valid, but perhaps without a super
/// arm.
inline DecisionSet random_set(SplitMix64& random, SetKind kind, SetReward reward,
                              std::uint32_t limit) {
  DecisionSet set;
  set.kind = kind;
  set.reward = reward;
  set.arms = 2 + below(random, limit - 1);
  const auto add_edge = [&set](std::uint32_t from, std::uint32_t to) {
    for (std::size_t i = 0; i < set.from.size(); ++i) {
      if (set.from[i] == from && set.to[i] == to) return;
    }
    set.from.push_back(from);
    set.to.push_back(to);
  };
  switch (kind) {
    case SetKind::top_k:
      set.choose = 1 + below(random, set.arms);
      break;
    case SetKind::partition: {
      const std::uint32_t groups = 1 + below(random, 3);
      for (std::uint32_t i = 0; i < groups; ++i) set.most.push_back(below(random, 4));
      for (std::uint32_t i = 0; i < set.arms; ++i) set.group.push_back(below(random, groups));
      set.choose = 1 + below(random, set.arms);
      break;
    }
    case SetKind::path:
    case SetKind::spanning_tree:
    case SetKind::influence: {
      set.nodes = 2 + below(random, kind == SetKind::influence ? 5 : 4);
      const bool acyclic = kind == SetKind::path && reward == SetReward::sum;
      for (std::uint32_t i = 0; i < set.arms; ++i) {
        std::uint32_t from = below(random, set.nodes);
        std::uint32_t to = below(random, set.nodes);
        if (from == to) to = (to + 1) % set.nodes;
        if (acyclic && from > to) std::swap(from, to);
        if (kind == SetKind::influence) {
          add_edge(from, to);
        } else {  // two edges between the same nodes are two arms
          set.from.push_back(from);
          set.to.push_back(to);
        }
      }
      set.source = acyclic ? 0 : below(random, set.nodes);
      set.target =
          acyclic ? set.nodes - 1 : (set.source + 1 + below(random, set.nodes - 1)) % set.nodes;
      if (kind == SetKind::influence) set.choose = 1;
      break;
    }
    case SetKind::matching:
    case SetKind::coverage:
      set.nodes = 1 + below(random, 3);
      set.right = set.nodes + below(random, 2);
      for (std::uint32_t node = 0; node < set.nodes; ++node)
        add_edge(node, below(random, set.right));
      while (set.from.size() < set.arms && set.from.size() < set.nodes * set.right) {
        add_edge(below(random, set.nodes), below(random, set.right));
      }
      if (kind == SetKind::coverage) set.choose = 1 + below(random, set.nodes);
      break;
    case SetKind::list: {
      std::vector<std::uint32_t> masks;
      for (std::uint32_t i = 1 + below(random, 6); i-- > 0;) {
        masks.push_back(1 + below(random, (1U << set.arms) - 1));
      }
      std::sort(masks.begin(), masks.end());
      masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
      for (const std::uint32_t mask : masks) {
        for (const std::uint32_t arm : arms_of(mask)) set.members.push_back(arm);
        set.ends.push_back(static_cast<std::uint32_t>(set.members.size()));
      }
      break;
    }
    case SetKind::custom:
      set.choose = 1;
      set.members = {0};
  }
  if (!set.from.empty()) set.arms = static_cast<std::uint32_t>(set.from.size());
  if (kind == SetKind::influence) {
    std::uint32_t tails = 0;
    for (const std::uint32_t node : set.from) tails |= 1U << node;
    set.choose = 1 + below(random, static_cast<std::uint32_t>(arms_of(tails).size()));
  }
  return set;
}

struct KindOfSet {
  const char* name;
  SetKind kind;
  SetReward reward;
};

/// Every kind with every reward whose oracle is exact.
inline constexpr std::initializer_list<KindOfSet> kExactKinds = {
    {"top-k, sum", SetKind::top_k, SetReward::sum},
    {"top-k, mean", SetKind::top_k, SetReward::mean},
    {"top-k, minimum", SetKind::top_k, SetReward::minimum},
    {"partition, sum", SetKind::partition, SetReward::sum},
    {"partition, mean", SetKind::partition, SetReward::mean},
    {"partition, minimum", SetKind::partition, SetReward::minimum},
    {"path, sum", SetKind::path, SetReward::sum},
    {"path, minimum", SetKind::path, SetReward::minimum},
    {"path, cost", SetKind::path, SetReward::cost},
    {"spanning tree, sum", SetKind::spanning_tree, SetReward::sum},
    {"spanning tree, minimum", SetKind::spanning_tree, SetReward::minimum},
    {"matching, sum", SetKind::matching, SetReward::sum},
    {"list, sum", SetKind::list, SetReward::sum},
    {"list, mean", SetKind::list, SetReward::mean},
    {"list, minimum", SetKind::list, SetReward::minimum},
};

}  // namespace ldp::test
