// The players with an upper index for each arm: CUCB, CUCB-LDP1, CUCB-LDP2, LDP2-s and LDP2-B
// (docs/spec/combinatorial.md, sections 3 and 5).
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Of the experiment's algorithm, width and coordinate. Errors: spec_invalid.
Result<MadeCombinatorialPlayer> make_index_player(const CombinatorialGame& game);

}  // namespace ldp
