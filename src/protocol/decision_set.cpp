#include "protocol/decision_set.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace ldp {
namespace {

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "set", reason, value};
}

bool is_bipartite(SetKind kind) { return kind == SetKind::matching || kind == SetKind::coverage; }

bool fits(SetKind kind, SetReward reward) {
  switch (kind) {
    case SetKind::top_k:
    case SetKind::partition:
    case SetKind::list:
      return reward == SetReward::sum || reward == SetReward::mean || reward == SetReward::minimum;
    case SetKind::path:
      return reward == SetReward::sum || reward == SetReward::minimum || reward == SetReward::cost;
    case SetKind::spanning_tree:
      return reward == SetReward::sum || reward == SetReward::minimum;
    case SetKind::matching:
    case SetKind::custom:
      return reward == SetReward::sum;
    case SetKind::coverage:
      return reward == SetReward::coverage;
    case SetKind::influence:
      return reward == SetReward::influence;
  }
  return false;
}

Status validate_choose(const DecisionSet& set, std::size_t most) {
  if (set.choose >= 1 && set.choose <= most) return {};
  return invalid("choose must be at least 1 and at most what there is to choose from", set.choose);
}

Status validate_partition(const DecisionSet& set) {
  if (set.group.size() != set.arms) {
    return invalid("groups must have one number for each arm",
                   static_cast<double>(set.group.size()));
  }
  std::vector<std::uint32_t> left = set.most;  // how many more of each group there may be
  std::size_t room = 0;
  for (const std::uint32_t group : set.group) {
    if (group >= left.size()) return invalid("groups must be numbers of entries of most", group);
    if (left[group] == 0) continue;
    --left[group];
    ++room;
  }
  if (Status status = validate_choose(set, set.arms); !status.ok()) return status;
  if (room >= set.choose) return {};
  return invalid("most leaves room for fewer arms than choose says", static_cast<double>(room));
}

// Two edges between the same nodes are two arms of a path or a tree, which may have different
// means; in the other families an edge says who covers or reaches whom.
Status validate_no_twins(const DecisionSet& set) {
  constexpr std::uint32_t kBits = 12;
  static_assert(kMaximumSetNodes == 1U << kBits);
  std::vector<std::uint32_t> pairs;
  pairs.reserve(set.arms);
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    pairs.push_back(set.from[arm] << kBits | set.to[arm]);
  }
  std::sort(pairs.begin(), pairs.end());
  const auto twin = std::adjacent_find(pairs.begin(), pairs.end());
  if (twin == pairs.end()) return {};
  return invalid("edges must not have the same edge twice", *twin >> kBits);
}

Status validate_edges(const DecisionSet& set) {
  const bool bipartite = is_bipartite(set.kind);
  if (set.nodes < (bipartite ? 1 : 2) || set.nodes > kMaximumSetNodes) {
    return invalid(bipartite ? "left must be in 1..4096" : "nodes must be in 2..4096", set.nodes);
  }
  if (bipartite && (set.right < 1 || set.right > kMaximumSetNodes)) {
    return invalid("right must be in 1..4096", set.right);
  }
  if (set.from.size() != set.arms || set.to.size() != set.arms) {
    return invalid("edges must be one for each arm", static_cast<double>(set.from.size()));
  }
  const std::uint32_t heads = bipartite ? set.right : set.nodes;
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    if (set.from[arm] >= set.nodes) return invalid("edges must name nodes", set.from[arm]);
    if (set.to[arm] >= heads) return invalid("edges must name nodes", set.to[arm]);
    if (!bipartite && set.from[arm] == set.to[arm]) {
      return invalid("edges must not lead from a node to itself", set.to[arm]);
    }
  }
  return {};
}

/// Nodes with at least one edge that leaves them.
std::uint32_t tails(const DecisionSet& set) {
  std::vector<bool> seen(set.nodes);
  for (const std::uint32_t node : set.from) seen[node] = true;
  return static_cast<std::uint32_t>(std::count(seen.begin(), seen.end(), true));
}

Status validate_graph(const DecisionSet& set) {
  if (Status status = validate_edges(set); !status.ok()) return status;
  if (set.kind == SetKind::spanning_tree) return {};
  if (set.kind == SetKind::path) {
    if (set.source >= set.nodes) return invalid("source must be a node", set.source);
    if (set.target >= set.nodes) return invalid("target must be a node", set.target);
    if (set.source != set.target) return {};
    return invalid("target must be another node than source", set.target);
  }
  if (Status status = validate_no_twins(set); !status.ok()) return status;
  const std::uint32_t with_edges = tails(set);
  if (set.kind == SetKind::influence) return validate_choose(set, with_edges);
  if (with_edges != set.nodes) return invalid("every left node must have an edge", with_edges);
  if (set.kind == SetKind::coverage) return validate_choose(set, set.nodes);
  if (set.nodes <= set.right) return {};
  return invalid("left must not be more than right, since every left node is matched", set.nodes);
}

/// Whether `arms` is a super arm for all that can be seen without its family.
Status validate_members(std::span<const std::uint32_t> arms, std::uint32_t limit) {
  if (arms.empty()) return invalid("a super arm must have an arm", 0);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i] >= limit) return invalid("super arms must name arms", arms[i]);
    if (i > 0 && arms[i] <= arms[i - 1]) {
      return invalid("the arms of a super arm must be ascending, none twice", arms[i]);
    }
  }
  return {};
}

Status validate_list(const DecisionSet& set) {
  const std::size_t size = set.ends.size();
  if (size < 1 || size > kMaximumSuperArms) {
    return invalid("superArms must be 1 to 4096", static_cast<double>(size));
  }
  if (set.ends.back() != set.members.size() || !std::is_sorted(set.ends.begin(), set.ends.end())) {
    return invalid("superArms must be lists of arms", set.ends.back());
  }
  const std::span<const std::uint32_t> members(set.members);
  std::vector<std::span<const std::uint32_t>> all;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : set.ends) {
    all.push_back(members.subspan(begin, end - begin));
    if (Status status = validate_members(all.back(), set.arms); !status.ok()) return status;
    begin = end;
  }
  const auto before = [](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  std::sort(all.begin(), all.end(), before);
  for (std::size_t i = 1; i < size; ++i) {
    if (before(all[i - 1], all[i])) continue;
    return invalid("superArms must not have a super arm twice", all[i].front());
  }
  return {};
}

Status validate_custom(const DecisionSet& set) {
  if (set.choose < 1 || set.choose > set.arms) {
    return invalid("most must be in 1..arms", set.choose);
  }
  if (Status status = validate_members(set.members, set.arms); !status.ok()) return status;
  if (set.members.size() > set.choose) {
    return invalid("fallback must not have more arms than most says",
                   static_cast<double>(set.members.size()));
  }
  if (!(set.alpha > 0 && set.alpha <= 1)) return invalid("alpha must be in (0, 1]", set.alpha);
  if (!(set.beta > 0 && set.beta <= 1)) return invalid("beta must be in (0, 1]", set.beta);
  return {};
}

}  // namespace

Status validate(const DecisionSet& set) {
  const auto kind = static_cast<unsigned>(set.kind);
  if (kind > static_cast<unsigned>(SetKind::custom)) {
    return invalid("there is no such type of decision set", kind);
  }
  if (!fits(set.kind, set.reward)) {
    return invalid("this type of decision set has no such reward",
                   static_cast<unsigned>(set.reward));
  }
  if (set.arms < 1 || set.arms > kMaximumSetArms) {
    return invalid("there must be 1 to 4096 arms", set.arms);
  }
  switch (set.kind) {
    case SetKind::top_k:
      return validate_choose(set, set.arms);
    case SetKind::partition:
      return validate_partition(set);
    case SetKind::list:
      return validate_list(set);
    case SetKind::custom:
      return validate_custom(set);
    default:
      return validate_graph(set);
  }
}

}  // namespace ldp
