#include "client/random_super_arm.hpp"

#include <algorithm>
#include <utility>

#include "oracles/graph.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

using Arms = std::vector<std::uint32_t>;
using Order = std::span<const std::uint32_t>;

// The tails of the edges in this order.
Arms tails(const DecisionSet& set, Order order) {
  Arms from;
  for (const std::uint32_t arm : order) from.push_back(set.from[arm]);
  return from;
}

// Greedy finds a super arm if there is one: both families are matroids.
Arms some_of_each_group(const DecisionSet& set, Order order) {
  Arms left = set.most;
  Arms arms;
  for (const std::uint32_t arm : order) {
    if (arms.size() == set.choose) break;
    if (set.kind == SetKind::partition) {
      std::uint32_t& places = left[set.group[arm]];
      if (places == 0) continue;
      --places;
    }
    arms.push_back(arm);
  }
  return arms.size() == set.choose ? arms : Arms{};
}

Arms tree(const DecisionSet& set, Order order) {
  Pieces pieces(set.nodes);
  Arms arms;
  for (const std::uint32_t arm : order) {
    if (pieces.join(set.from[arm], set.to[arm])) arms.push_back(arm);
  }
  return arms.size() + 1 == set.nodes ? arms : Arms{};
}

// Depth first from the source, until the target is found.
Arms path(const DecisionSet& set, Order order) {
  const Arms from = tails(set, order);
  const EdgesAt leaving(set.nodes, from);
  Arms into(set.nodes, kNone);  // by which edge a node was reached
  Arms open;                    // edges to go along, the last first
  for (std::uint32_t node = set.source; into[set.target] == kNone;) {
    for (const std::uint32_t at : leaving[node]) open.push_back(order[at]);
    std::uint32_t edge = kNone;
    while (!open.empty() && edge == kNone) {
      edge = open.back();
      open.pop_back();
      if (set.to[edge] == set.source || into[set.to[edge]] != kNone) edge = kNone;
    }
    if (edge == kNone) return {};
    node = set.to[edge];
    into[node] = edge;
  }
  Arms arms;
  for (std::uint32_t node = set.target; node != set.source; node = set.from[into[node]]) {
    arms.push_back(into[node]);
  }
  return arms;
}

// Augmenting paths, one for each left node (Kuhn 1955), each found in breadth.
Arms matching(const DecisionSet& set, Order order) {
  const Arms from = tails(set, order);
  const EdgesAt leaving(set.nodes, from);
  Arms at_left(set.nodes, kNone);  // the edge that is chosen at a node
  Arms at_right(set.right, kNone);
  for (std::uint32_t start = 0; start < set.nodes; ++start) {
    Arms into(set.right, kNone);
    Arms open{start};
    std::uint32_t free = kNone;
    for (std::size_t next = 0; next < open.size() && free == kNone; ++next) {
      for (const std::uint32_t at : leaving[open[next]]) {
        const std::uint32_t head = set.to[order[at]];
        if (into[head] != kNone) continue;
        into[head] = order[at];
        if (at_right[head] == kNone) {
          free = head;
          break;
        }
        open.push_back(set.from[at_right[head]]);
      }
    }
    if (free == kNone) return {};
    while (free != kNone) {
      const std::uint32_t edge = into[free];
      at_right[free] = edge;
      const std::uint32_t before = std::exchange(at_left[set.from[edge]], edge);
      free = before == kNone ? kNone : set.to[before];
    }
  }
  return at_left;
}

// The nodes whose edges come first, each with all of its edges.
Arms whole_nodes(const DecisionSet& set, Order order) {
  std::vector<char> chosen(set.nodes);
  std::uint32_t count = 0;
  for (const std::uint32_t arm : order) {
    if (count < set.choose && chosen[set.from[arm]] == 0) {
      chosen[set.from[arm]] = 1;
      ++count;
    }
  }
  Arms arms;
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    if (chosen[set.from[arm]] != 0) arms.push_back(arm);
  }
  return count == set.choose ? arms : Arms{};
}

Arms listed(const DecisionSet& set, std::uint32_t position) {
  const std::uint32_t begin = position == 0 ? 0 : set.ends[position - 1];
  return {set.members.begin() + begin, set.members.begin() + set.ends[position]};
}

Arms some_super_arm(const DecisionSet& set, Order order) {
  switch (set.kind) {
    case SetKind::top_k:
    case SetKind::partition:
      return some_of_each_group(set, order);
    case SetKind::path:
      return path(set, order);
    case SetKind::spanning_tree:
      return tree(set, order);
    case SetKind::matching:
      return matching(set, order);
    case SetKind::coverage:
    case SetKind::influence:
      return whole_nodes(set, order);
    case SetKind::list:
      return listed(set, order.front());
    case SetKind::custom:
      break;
  }
  return set.members;
}

}  // namespace

Arms first_super_arm(const DecisionSet& set, Order order) {
  Arms arms = some_super_arm(set, order);
  std::sort(arms.begin(), arms.end());
  return arms;
}

}  // namespace ldp
