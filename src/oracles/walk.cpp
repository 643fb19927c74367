#include "oracles/walk.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include "oracles/graph.hpp"

namespace ldp {
namespace {

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "set", reason, value};
}

// Depth first, one kind a function. Each cuts off branches without a super arm in them, but
// matching, which counts its dead ends. Depth is at most the number of arms or nodes.
class Walk {
 public:
  Walk(const DecisionSet& set, std::uint64_t limit,
       const std::function<void(std::span<const std::uint32_t>)>& visit)
      : set_(set), limit_(limit), dead_ends_(64 * limit), visit_(visit) {}

  bool run() {
    switch (set_.kind) {
      case SetKind::top_k:
        candidates_.resize(set_.arms);
        std::iota(candidates_.begin(), candidates_.end(), 0U);
        choose_arms(0, set_.choose);
        break;
      case SetKind::partition:
        left_ = set_.most;
        choose_grouped(0);
        break;
      case SetKind::path:
        walk_paths();
        break;
      case SetKind::spanning_tree:
        grow_tree(0, Pieces(set_.nodes), set_.nodes - 1);
        break;
      case SetKind::matching:
        taken_.assign(set_.right, false);
        match(EdgesAt(set_.nodes, set_.from), 0);
        break;
      case SetKind::coverage:
      case SetKind::influence:
        choose_nodes();
        break;
      default:
        walk_list();
    }
    return !stopped_;
  }

 private:
  void found() {
    if (limit_ == 0) {
      stopped_ = true;
      return;
    }
    --limit_;
    sorted_ = arms_;
    std::sort(sorted_.begin(), sorted_.end());
    visit_(sorted_);
  }

  void choose_arms(std::size_t next, std::uint32_t more) {
    if (more == 0) return found();
    for (; next + more <= candidates_.size() && !stopped_; ++next) {
      arms_.push_back(candidates_[next]);
      choose_arms(next + 1, more - 1);
      arms_.pop_back();
    }
  }

  /// Whether the arms from `next` on can fill up the super arm.
  bool has_room(std::uint32_t next) {
    std::vector<std::uint32_t> left = left_;
    std::size_t room = arms_.size();
    for (; next < set_.arms && room < set_.choose; ++next) {
      if (left[set_.group[next]] == 0) continue;
      --left[set_.group[next]];
      ++room;
    }
    return room >= set_.choose;
  }

  void choose_grouped(std::uint32_t next) {
    if (arms_.size() == set_.choose) return found();
    for (; next < set_.arms && !stopped_ && has_room(next); ++next) {
      std::uint32_t& left = left_[set_.group[next]];
      if (left == 0) continue;
      --left;
      arms_.push_back(next);
      choose_grouped(next + 1);
      arms_.pop_back();
      ++left;
    }
  }

  void walk_paths() {
    const EdgesAt leaving(set_.nodes, set_.from);
    const EdgesAt arriving(set_.nodes, set_.to);
    taken_.assign(set_.nodes, false);
    go_on(leaving, arriving, set_.source);
  }

  /// From where the target can be reached without a node of the path so far.
  std::vector<bool> ways_out(const EdgesAt& arriving) const {
    std::vector<bool> reaches(set_.nodes);
    std::vector<std::uint32_t> queue(1, set_.target);
    reaches[set_.target] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::uint32_t edge : arriving[queue[i]]) {
        const std::uint32_t tail = set_.from[edge];
        if (reaches[tail] || taken_[tail]) continue;
        reaches[tail] = true;
        queue.push_back(tail);
      }
    }
    return reaches;
  }

  void go_on(const EdgesAt& leaving, const EdgesAt& arriving, std::uint32_t node) {
    if (node == set_.target) return found();
    taken_[node] = true;
    const std::vector<bool> reaches = ways_out(arriving);
    for (const std::uint32_t edge : leaving[node]) {
      if (stopped_) break;
      if (!reaches[set_.to[edge]]) continue;
      arms_.push_back(edge);
      go_on(leaving, arriving, set_.to[edge]);
      arms_.pop_back();
    }
    taken_[node] = false;
  }

  /// Whether the edges from `next` on can make one piece of these.
  bool connects(std::uint32_t next, Pieces pieces, std::uint32_t more) const {
    for (; next < set_.arms && more > 0; ++next) {
      if (pieces.join(set_.from[next], set_.to[next])) --more;
    }
    return more == 0;
  }

  void grow_tree(std::uint32_t next, const Pieces& pieces, std::uint32_t more) {
    if (more == 0) return found();
    for (; next < set_.arms && !stopped_ && connects(next, pieces, more); ++next) {
      Pieces with = pieces;
      if (!with.join(set_.from[next], set_.to[next])) continue;
      arms_.push_back(next);
      grow_tree(next + 1, with, more - 1);
      arms_.pop_back();
    }
  }

  void match(const EdgesAt& edges, std::uint32_t left) {
    if (left == set_.nodes) return found();
    bool is_dead_end = true;
    for (const std::uint32_t edge : edges[left]) {
      if (stopped_) return;
      const std::uint32_t node = set_.to[edge];
      if (taken_[node]) continue;
      is_dead_end = false;
      taken_[node] = true;
      arms_.push_back(edge);
      match(edges, left + 1);
      arms_.pop_back();
      taken_[node] = false;
    }
    if (is_dead_end && dead_ends_-- == 0) stopped_ = true;
  }

  void choose_nodes() {
    const EdgesAt edges(set_.nodes, set_.from);
    for (std::uint32_t node = 0; node < set_.nodes; ++node) {
      if (!edges[node].empty()) candidates_.push_back(node);
    }
    take_nodes(edges, 0, set_.choose);
  }

  void take_nodes(const EdgesAt& edges, std::size_t next, std::uint32_t more) {
    if (more == 0) return found();
    for (; next + more <= candidates_.size() && !stopped_; ++next) {
      const auto own = edges[candidates_[next]];
      arms_.insert(arms_.end(), own.begin(), own.end());
      take_nodes(edges, next + 1, more - 1);
      arms_.resize(arms_.size() - own.size());
    }
  }

  void walk_list() {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : set_.ends) {
      arms_.assign(set_.members.begin() + begin, set_.members.begin() + end);
      found();
      if (stopped_) return;
      begin = end;
    }
  }

  const DecisionSet& set_;
  std::uint64_t limit_;
  std::uint64_t dead_ends_;
  const std::function<void(std::span<const std::uint32_t>)>& visit_;
  bool stopped_ = false;
  std::vector<std::uint32_t> arms_;  // so far
  std::vector<std::uint32_t> sorted_;
  std::vector<std::uint32_t> candidates_;  // arms or nodes
  std::vector<std::uint32_t> left_;        // [groups] how many more there may be
  std::vector<bool> taken_;                // nodes
};

}  // namespace

Status walk_super_arms(const DecisionSet& set, std::uint64_t limit,
                       const std::function<void(std::span<const std::uint32_t>)>& visit) {
  if (Status status = validate(set); !status.ok()) return status;
  if (set.kind == SetKind::custom) {
    return invalid("only the collector's oracle knows the super arms of a custom set", 0);
  }
  if (Walk(set, limit, visit).run()) return {};
  return invalid("more super arms than can be looked at one by one", static_cast<double>(limit));
}

}  // namespace ldp
