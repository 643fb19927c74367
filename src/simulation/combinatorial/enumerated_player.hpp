// The players that look at every super arm: the joint index LDP2-E, and sum reports
// (docs/spec/combinatorial.md, section 5).
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// One bit about one coordinate, and one index for all arms of a super arm together.
/// Errors: spec_invalid; "environment" for more than 4096 super arms.
Result<MadeCombinatorialPlayer> make_joint_player(const CombinatorialGame& game);

/// One bit about the mean of the outcomes; super arms are the arms. Errors: as above.
Result<MadeCombinatorialPlayer> make_sum_player(const CombinatorialGame& game);

}  // namespace ldp
