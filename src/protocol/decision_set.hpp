// Which super arms a combinatorial experiment may play: plain public data, the same in the
// manifest, in the snapshot's checks on the device and in the oracle of the server. Arms are
// numbered from 0. What is feasible, and which super arm is best, is computed in oracles/.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"

namespace ldp {

enum class SetKind : std::uint8_t {
  top_k,          // `choose` arms, any
  partition,      // `choose` arms, of group g at most most[g]
  path,           // the edges of a simple directed path from `source` to `target`
  spanning_tree,  // the edges of a spanning tree; undirected
  matching,       // an edge for every left node, no two at one right node
  coverage,       // all edges of `choose` left nodes
  influence,      // all out-edges of `choose` nodes, which are the seeds
  list,           // one of the super arms listed
  custom,         // what the collector's own oracle says
};

/// The expected reward of a super arm, of the means of its arms.
enum class SetReward : std::uint8_t {
  sum,
  mean,       // the sum over the number of arms
  minimum,    // a path or a tree is as good as its worst edge
  cost,       // the sum of mean - 1: the outcome of an edge is 1 - its cost. Paths only
  coverage,   // expected number of right nodes with at least one success among the edges played
  influence,  // expected number of active nodes, independent cascade
};

inline constexpr std::uint32_t kMaximumSetArms = 4096;
inline constexpr std::uint32_t kMaximumSetNodes = 4096;
/// Of a list, and of a family that is enumerated for the learner.
inline constexpr std::uint32_t kMaximumSuperArms = 4096;

/// Fields that a kind does not use are 0 or empty. Arm i of a graph is the edge from[i] -> to[i].
struct DecisionSet {
  SetKind kind = SetKind::top_k;
  SetReward reward = SetReward::sum;
  std::uint32_t arms = 0;    // 1..kMaximumSetArms; of a graph: its edges
  std::uint32_t choose = 0;  // top_k, partition: arms; coverage, influence: nodes; custom: at most
  std::uint32_t nodes = 0;   // of a graph; matching, coverage: the left ones
  std::uint32_t right = 0;   // matching, coverage: right nodes; `to` counts them from 0
  std::uint32_t source = 0;  // path
  std::uint32_t target = 0;  // path
  std::vector<std::uint32_t> group;  // partition: [arms] of each arm
  std::vector<std::uint32_t> most;   // partition: [groups]
  std::vector<std::uint32_t> from;   // graphs: [arms]
  std::vector<std::uint32_t> to;     // graphs: [arms]
  // list: [super arms], where each one ends in `members`, which has them one behind the other.
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> members;  // list; custom: the super arm to fall back on. Ascending
  double alpha = 1;                    // custom: what its oracle keeps, in (0, 1]
  double beta = 1;                     // custom

  bool operator==(const DecisionSet&) const = default;
};

/// Structure and ranges, and for the kinds where that is quick to see, that there is a super arm at
/// all; Oracle::create looks at the others. Errors: invalid_argument, naming `set`, with the field
/// in the reason and the offending number.
Status validate(const DecisionSet& set);

}  // namespace ldp
