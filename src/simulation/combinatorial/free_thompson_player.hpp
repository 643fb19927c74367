// Combinatorial Thompson sampling without privacy: Beta(1 + ones, 1 + zeros) on the raw outcome of
// every arm of the slate. The comparator of every price of privacy of slates. Wang and Chen 2018,
// "Thompson Sampling for Combinatorial Semi-Bandits", algorithm 1.
#pragma once

#include "foundation/result.hpp"
#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Errors: spec_invalid.
Result<MadeCombinatorialPlayer> make_free_thompson_player(const CombinatorialGame& game);

}  // namespace ldp
