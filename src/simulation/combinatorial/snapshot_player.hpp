// A player that is the server's own learner with simulated devices: for epochs of more than one
// round, and what the fast players are compared with.
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// Of a local algorithm. Its snapshots have the slates of the server for the rounds of an epoch;
/// each visitor draws one of them. Errors: spec_invalid.
Result<MadeCombinatorialPlayer> make_slate_snapshot_player(const CombinatorialGame& game);

}  // namespace ldp
