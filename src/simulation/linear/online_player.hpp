// Online LDP-LinUCB and the Private Bandits Combiner with their devices: the learners are the
// product's (server/linear), the noise on x and y is drawn fast, d + 1 normal numbers a report.
//
// With a snapshot after every round, the learner takes the paper's step for every report, and its
// estimate is made as often as publish_schedule.hpp says. With longer epochs it takes the steps of
// whole epochs, as the product's server does.
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Errors: spec_invalid, naming a parameter of the experiment.
Result<MadePlayer> make_online_player(const LinearGame& game);
Result<MadePlayer> make_combiner_player(const LinearGame& game);

}  // namespace ldp
