// Combinatorial Thompson sampling on one-bit reports, LDP2-T (docs/spec/combinatorial.md, section
// 5).
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Each round draws an index for every arm anew; where the oracle is that of influence, every
/// twentieth. Errors: spec_invalid.
Result<MadeCombinatorialPlayer> make_thompson_player(const CombinatorialGame& game);

}  // namespace ldp
