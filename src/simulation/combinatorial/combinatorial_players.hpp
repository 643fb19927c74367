// Every algorithm that plays combinatorial worlds, by its name in the catalog.
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Errors: spec_invalid, naming `algorithm`, `environment` or a parameter of the experiment.
Result<MadeCombinatorialPlayer> make_combinatorial_player(const CombinatorialGame& game);

}  // namespace ldp
