// Random play: the best super arm of weights that are drawn anew in every round. Any super arm may
// come, but not all with one probability.
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Errors: spec_invalid.
Result<MadeCombinatorialPlayer> make_random_player(const CombinatorialGame& game);

}  // namespace ldp
