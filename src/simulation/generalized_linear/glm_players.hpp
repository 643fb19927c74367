// Every algorithm that plays generalized linear worlds, by its name in the catalog.
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Errors: spec_invalid, naming `algorithm` or a parameter of the experiment.
Result<MadePlayer> make_glm_player(const LinearGame& game);

}  // namespace ldp
