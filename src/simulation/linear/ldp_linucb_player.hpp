// LDP-LinUCB with its devices: the learner is the product's (server/linear/ldp_linucb.hpp), the
// noise is drawn fast.
//
// Gaussian noise is drawn once for each snapshot: the sum of m reports' is Gaussian, of m times the
// variance. That is the law of production but for its grid, which is 2^-20 of the noise. Pure
// noise is no such sum, and is drawn for every report.
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Any mechanism, either calibration, any radius.
/// Errors: spec_invalid, naming a parameter of the experiment.
Result<MadePlayer> make_ldp_linucb_player(const LinearGame& game);

}  // namespace ldp
