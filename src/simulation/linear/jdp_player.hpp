// JDP-LinUCB, the comparator with a trusted server: Shariff & Sheffet 2018, "Differentially Private
// Contextual Linear Bandits", Algorithm 1. The server sees raw features and rewards; what everybody
// is served from is (epsilon, delta)-private in every earlier visitor (joint privacy).
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Noise by game.joint_noise:
///   gaussian            nodes of the least noise that is private over the whole tree; the Gram
///                       radius with kappa = 1, r = 0.02 (practical), 2 and 1 (theory), and the
///                       papers' bound of the noise (published);
///   gaussian_published  the paper's nodes; its radius, unless practical, which is as above;
///   wishart, shifted_wishart   the paper's nodes and radius, times 0.02 if practical.
/// After the horizon, the experiment's or that of the simulation, nothing is learnt any more.
Result<MadePlayer> make_jdp_player(const LinearGame& game);

}  // namespace ldp
