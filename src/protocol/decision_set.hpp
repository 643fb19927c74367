// Which super arms a combinatorial experiment may play: plain public data, the same in the
// manifest, in the snapshot's checks on the device and in the oracle of the server. Arms are
// numbered from 0. What is feasible, and which super arm is best, is computed in oracles/.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

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
