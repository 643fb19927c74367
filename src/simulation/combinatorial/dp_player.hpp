// CUCB-DP in all its forms, the comparators with a trusted server (docs/spec/combinatorial.md,
// section 4). The server sees raw outcomes: this is not local privacy.
#pragma once

#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

/// By game.noise and experiment.coordinate:
///   published  all             CUCB-DP as printed: algorithm 3 of the source
///   tree       all             DPt: just enough noise, Bernstein radius
///   tree       least_reported  DPi: only the arm of S_t with the fewest outcomes enters its tree
///   batches    all             DPb: growing batches in place of trees
///   batches    least_reported  DPbi
/// The super arms of all rounds together are epsilon-DP in the outcomes of one user, epsilon the
/// only level of the experiment. Errors: spec_invalid, naming `environment`, `epsilon`, `levels`,
/// `coordinate` or `noise`.
Result<MadeCombinatorialPlayer> make_dp_player(const CombinatorialGame& game);

}  // namespace ldp
