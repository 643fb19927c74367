// LDP linear moments with its devices: the learner is the product's (server/linear/
// linear_moments.hpp), what a device reports is the product's (client/centred_arms.hpp), and the
// noise of every report is drawn by its own law, that of the ball but for the grid of 16 bits.
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Errors: spec_invalid, naming a parameter of the experiment.
Result<MadePlayer> make_moments_player(const LinearGame& game);

}  // namespace ldp
