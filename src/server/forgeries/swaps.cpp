#include "server/forgeries/swaps.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "oracles/graph.hpp"
#include "server/forgeries/contest.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// The greedy basis of arms in a given order, and which of its arms another one could replace.
class Basis {
 public:
  Basis(const DecisionSet& set, const std::vector<std::uint32_t>& order)
      : set_(set), is_in_(set.arms) {
    const bool is_tree = set.kind == SetKind::spanning_tree;
    const std::size_t rank = is_tree ? set.nodes - 1 : set.choose;
    Pieces pieces(is_tree ? set.nodes : 0);
    left_ = set.kind == SetKind::partition ? set.most : std::vector<std::uint32_t>{};
    for (const std::uint32_t arm : order) {
      if (arms_.size() == rank) break;
      if (is_tree ? !pieces.join(set.from[arm], set.to[arm])
                  : !left_.empty() && left_[set.group[arm]] == 0) {
        continue;
      }
      if (!left_.empty()) --left_[set.group[arm]];
      arms_.push_back(arm);
      is_in_[arm] = true;
    }
    is_complete_ = arms_.size() == rank;
    if (is_tree && is_complete_) hang();
  }

  [[nodiscard]] bool is_complete() const { return is_complete_; }
  [[nodiscard]] bool has(std::uint32_t arm) const { return is_in_[arm]; }
  [[nodiscard]] const std::vector<std::uint32_t>& arms() const { return arms_; }

  // Calls visit(arm) for each arm of the basis that `other`, which is not in it, could replace.
  template <class Visit>
  void replaceable(std::uint32_t other, Visit visit) const {
    if (set_.kind == SetKind::spanning_tree) {
      std::uint32_t a = set_.from[other];
      std::uint32_t b = set_.to[other];
      while (a != b) {
        std::uint32_t& deeper = depth_[a] >= depth_[b] ? a : b;
        const std::uint32_t edge = above_[deeper];
        visit(edge);
        deeper = set_.from[edge] == deeper ? set_.to[edge] : set_.from[edge];
      }
      return;
    }
    const bool has_room = left_.empty() || left_[set_.group[other]] > 0;
    for (const std::uint32_t arm : arms_) {
      if (has_room || set_.group[arm] == set_.group[other]) visit(arm);
    }
  }

 private:
  // From node 0 down.
  void hang() {
    above_.assign(set_.nodes, kNone);
    depth_.assign(set_.nodes, 0);
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t arm : arms_) ends.insert(ends.end(), {set_.from[arm], set_.to[arm]});
    const EdgesAt edges(set_.nodes, ends);
    std::vector<std::uint32_t> reached{0};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::uint32_t node = reached[i];
      for (const std::uint32_t end : edges[node]) {
        const std::uint32_t next = ends[end ^ 1U];
        const std::uint32_t edge = arms_[end / 2];
        if (edge == above_[node]) continue;
        above_[next] = edge;
        depth_[next] = depth_[node] + 1;
        reached.push_back(next);
      }
    }
  }

  const DecisionSet& set_;
  std::vector<bool> is_in_;           // [arms]
  std::vector<std::uint32_t> arms_;   // of the basis
  std::vector<std::uint32_t> left_;   // partition: [groups] how many more there may be
  std::vector<std::uint32_t> above_;  // tree: [nodes] the edge towards node 0
  std::vector<std::uint32_t> depth_;  // tree: [nodes]
  bool is_complete_ = false;
};

// The fewest over swaps. One comparison rules most swaps out: even with all the reports for each of
// the two arms the one does not pass the other.
template <class Number>
class Swaps {
 public:
  Swaps(const ForgeableArms<Number>& arms, bool at_once)
      : arms_(arms), at_once_(at_once), lowered_(arms.arms.size()) {}

  [[nodiscard]] std::optional<std::uint64_t> fewest(const Basis& basis,
                                                    const std::vector<std::uint32_t>& others) {
    for (const std::uint32_t other : others) {
      if (basis.has(other)) continue;
      if (most_ == 0) break;
      // What was lowered by somewhat more reports still is a bound.
      if (most_ < lowered_by_ - lowered_by_ / 8) lower(basis);
      const MeanParts<Number> raised = furthest(
          arms_.arms[other], [](const auto& level) { return level.highest; },
          [](const auto& a, const auto& b) { return is_above(a, b); });
      basis.replaceable(other, [&](std::uint32_t arm) {
        if (most_ == 0 || is_above(lowered_[arm], raised)) return;
        const Contest<Number> contest(arms_, arm, other, at_once_);
        const std::uint64_t total = smallest_total(contest, most_);
        if (total == 0) return;
        least_ = total;
        most_ = total - 1;
      });
    }
    return least_;
  }

 private:
  template <class Payload, class IsFurther>
  MeanParts<Number> furthest(const MeanParts<Number>& arm, Payload payload,
                             IsFurther is_further) const {
    MeanParts<Number> best = with(arm, payload(arms_.levels[0]), most_);
    for (const ForgedLevel<Number>& level : arms_.levels) {
      const MeanParts<Number> moved = with(arm, payload(level), most_);
      if (is_further(moved, best)) best = moved;
    }
    return best;
  }

  void lower(const Basis& basis) {
    lowered_by_ = most_;
    for (const std::uint32_t arm : basis.arms()) {
      lowered_[arm] = furthest(
          arms_.arms[arm], [](const auto& level) { return level.lowest; },
          [](const auto& a, const auto& b) { return is_above(b, a); });
    }
  }

  const ForgeableArms<Number>& arms_;
  bool at_once_;
  std::optional<std::uint64_t> least_;
  std::uint64_t most_ = kMostForgeries;  // that are worth a look
  std::uint64_t lowered_by_ = ~std::uint64_t{0};
  std::vector<MeanParts<Number>> lowered_;  // [arms]
};

template <class Number>
std::optional<std::uint64_t> fewest_swaps(const ForgeableArms<Number>& arms, const DecisionSet& set,
                                          bool at_once) {
  if (arms.levels.empty()) return std::nullopt;
  std::vector<std::uint32_t> known;
  std::vector<std::uint32_t> others;
  for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
    (arms.arms[arm].weight > 0 ? known : others).push_back(arm);
  }
  std::stable_sort(known.begin(), known.end(), [&](std::uint32_t a, std::uint32_t b) {
    return is_above(arms.arms[a], arms.arms[b]);
  });
  const Basis basis(set, known);
  if (!basis.is_complete()) return std::nullopt;
  others.insert(others.end(), known.begin(), known.end());
  return Swaps<Number>(arms, at_once).fewest(basis, others);
}

}  // namespace

std::optional<std::uint64_t> fewest_swap_forgeries(const ForgeableArms<int128>& arms,
                                                   const DecisionSet& set, bool at_once) {
  return fewest_swaps(arms, set, at_once);
}

std::optional<std::uint64_t> fewest_swap_forgeries(const ForgeableArms<double>& arms,
                                                   const DecisionSet& set, bool at_once) {
  return fewest_swaps(arms, set, at_once);
}

}  // namespace ldp
