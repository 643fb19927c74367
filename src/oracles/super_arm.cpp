#include "oracles/super_arm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

#include "oracles/graph.hpp"

namespace ldp {
namespace {

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "arms", reason, value};
}

Status check_count(std::span<const std::uint32_t> arms, std::size_t wanted) {
  if (arms.size() < wanted) {
    return invalid("too few arms for a super arm of this set", static_cast<double>(arms.size()));
  }
  if (arms.size() > wanted) {
    return invalid("too many arms for a super arm of this set", static_cast<double>(arms.size()));
  }
  return {};
}

Status check_groups(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  std::vector<std::uint32_t> left = set.most;
  for (const std::uint32_t arm : arms) {
    if (left[set.group[arm]] == 0) return invalid("too many arms of one group", arm);
    --left[set.group[arm]];
  }
  return check_count(arms, set.choose);
}

// The path is followed from its source: every edge must be used. Each node has one way on, the
// target none, so none is passed twice.
Status check_path(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> edge_at(set.nodes, kNone);
  for (const std::uint32_t arm : arms) {
    if (edge_at[set.from[arm]] != kNone) return invalid("not one path: it forks", arm);
    edge_at[set.from[arm]] = arm;
  }
  if (edge_at[set.target] != kNone) return invalid("the path goes on from target", set.target);
  std::uint32_t node = set.source;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const std::uint32_t edge = edge_at[node];
    if (edge == kNone) return invalid("not one path from source to target: it breaks off", node);
    edge_at[node] = kNone;
    node = set.to[edge];
  }
  if (node != set.target) return invalid("not a path to target: it ends elsewhere", node);
  return {};
}

Status check_tree(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  Pieces pieces(set.nodes);
  for (const std::uint32_t arm : arms) {
    if (!pieces.join(set.from[arm], set.to[arm])) return invalid("not a tree: it has a cycle", arm);
  }
  return check_count(arms, set.nodes - 1);
}

Status check_matching(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  std::vector<bool> left(set.nodes);
  std::vector<bool> right(set.right);
  for (const std::uint32_t arm : arms) {
    if (left[set.from[arm]]) return invalid("a left node is matched twice", arm);
    if (right[set.to[arm]]) return invalid("a right node is matched twice", arm);
    left[set.from[arm]] = true;
    right[set.to[arm]] = true;
  }
  return check_count(arms, set.nodes);
}

/// Edges at each node, the left ones or the tails.
std::vector<std::uint32_t> degrees(const DecisionSet& set) {
  std::vector<std::uint32_t> degrees(set.nodes);
  for (const std::uint32_t node : set.from) ++degrees[node];
  return degrees;
}

Status check_whole_nodes(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  std::vector<std::uint32_t> missing = degrees(set);
  const std::vector<std::uint32_t> all = missing;
  for (const std::uint32_t arm : arms) --missing[set.from[arm]];
  std::uint32_t chosen = 0;
  for (const std::uint32_t arm : arms) {
    const std::uint32_t node = set.from[arm];
    if (missing[node] != 0) return invalid("a node is chosen with all of its edges", arm);
  }
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    if (all[node] > 0 && missing[node] == 0) ++chosen;
  }
  if (chosen == set.choose) return {};
  return invalid(chosen < set.choose ? "too few nodes are chosen" : "too many nodes are chosen",
                 chosen);
}

Status check_listed(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  std::uint32_t begin = 0;
  for (const std::uint32_t end : set.ends) {
    const auto member = std::span<const std::uint32_t>(set.members).subspan(begin, end - begin);
    if (std::equal(arms.begin(), arms.end(), member.begin(), member.end())) return {};
    begin = end;
  }
  return invalid("not one of the super arms listed", static_cast<double>(arms.size()));
}

Status check_custom(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  if (arms.size() <= set.choose) return {};
  return invalid("more arms than the set says at most", static_cast<double>(arms.size()));
}

/// Edges on the longest path from source to target, 0 if there is none; of a graph with a cycle, a
/// bound.
std::uint32_t longest_path(const DecisionSet& set) {
  const std::vector<std::uint32_t> order = topological_order(set.nodes, set.from, set.to);
  if (order.size() < set.nodes) return set.nodes - 1;
  const EdgesAt leaving(set.nodes, set.from);
  std::vector<std::uint32_t> length(set.nodes);
  std::vector<bool> reached(set.nodes);
  reached[set.source] = true;
  for (const std::uint32_t node : order) {
    if (!reached[node]) continue;
    for (const std::uint32_t edge : leaving[node]) {
      const std::uint32_t head = set.to[edge];
      reached[head] = true;
      length[head] = std::max(length[head], length[node] + 1);
    }
  }
  return length[set.target];
}

std::uint32_t largest_sum(std::vector<std::uint32_t> numbers, std::uint32_t count) {
  std::sort(numbers.rbegin(), numbers.rend());
  return std::accumulate(numbers.begin(), numbers.begin() + count, 0U);
}

std::uint32_t longest_listed(const DecisionSet& set) {
  std::uint32_t begin = 0;
  std::uint32_t longest = 0;
  for (const std::uint32_t end : set.ends) {
    longest = std::max(longest, end - begin);
    begin = end;
  }
  return longest;
}

}  // namespace

Status check_super_arm(const DecisionSet& set, std::span<const std::uint32_t> arms) {
  if (arms.empty()) return invalid("a super arm must have an arm", 0);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i] >= set.arms) return invalid("there is no such arm", arms[i]);
    if (i == 0 || arms[i] > arms[i - 1]) continue;
    return invalid(arms[i] == arms[i - 1] ? "an arm must not be there twice"
                                          : "arms must be in ascending order",
                   arms[i]);
  }
  switch (set.kind) {
    case SetKind::top_k:
      return check_count(arms, set.choose);
    case SetKind::partition:
      return check_groups(set, arms);
    case SetKind::path:
      return check_path(set, arms);
    case SetKind::spanning_tree:
      return check_tree(set, arms);
    case SetKind::matching:
      return check_matching(set, arms);
    case SetKind::coverage:
    case SetKind::influence:
      return check_whole_nodes(set, arms);
    case SetKind::list:
      return check_listed(set, arms);
    case SetKind::custom:
      break;
  }
  return check_custom(set, arms);
}

std::uint32_t largest_super_arm(const DecisionSet& set) {
  switch (set.kind) {
    case SetKind::path:
      return longest_path(set);
    case SetKind::spanning_tree:
      return set.nodes - 1;
    case SetKind::matching:
      return set.nodes;
    case SetKind::coverage:
    case SetKind::influence:
      return largest_sum(degrees(set), set.choose);
    case SetKind::list:
      return longest_listed(set);
    default:
      return set.choose;
  }
}

}  // namespace ldp
