// Decision sets of every kind, for tests.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/decision_set.hpp"

namespace ldp::test {

inline DecisionSet top_k(std::uint32_t arms, std::uint32_t choose) {
  DecisionSet set;
  set.kind = SetKind::top_k;
  set.arms = arms;
  set.choose = choose;
  return set;
}

// `choose` of the arms, of group g at most most[g].
inline DecisionSet partition(std::vector<std::uint32_t> group, std::vector<std::uint32_t> most,
                             std::uint32_t choose) {
  DecisionSet set;
  set.kind = SetKind::partition;
  set.arms = static_cast<std::uint32_t>(group.size());
  set.choose = choose;
  set.group = std::move(group);
  set.most = std::move(most);
  return set;
}

inline DecisionSet list_of(std::uint32_t arms,
                           const std::vector<std::vector<std::uint32_t>>& super_arms) {
  DecisionSet set;
  set.kind = SetKind::list;
  set.arms = arms;
  for (const auto& members : super_arms) {
    set.members.insert(set.members.end(), members.begin(), members.end());
    set.ends.push_back(static_cast<std::uint32_t>(set.members.size()));
  }
  return set;
}

// Of at most `most` arms; the device by itself plays `fallback`.
inline DecisionSet custom(std::uint32_t arms, std::uint32_t most,
                          std::vector<std::uint32_t> fallback) {
  DecisionSet set;
  set.kind = SetKind::custom;
  set.arms = arms;
  set.choose = most;
  set.members = std::move(fallback);
  return set;
}

// Arm i is the edge from[i] -> to[i].
inline DecisionSet graph(SetKind kind, std::uint32_t nodes, std::vector<std::uint32_t> from,
                         std::vector<std::uint32_t> to) {
  DecisionSet set;
  set.kind = kind;
  set.nodes = nodes;
  set.arms = static_cast<std::uint32_t>(from.size());
  set.from = std::move(from);
  set.to = std::move(to);
  return set;
}

inline DecisionSet bipartite(SetKind kind, std::uint32_t left, std::uint32_t right,
                             std::vector<std::uint32_t> from, std::vector<std::uint32_t> to) {
  DecisionSet set = graph(kind, left, std::move(from), std::move(to));
  set.right = right;
  return set;
}

}  // namespace ldp::test
