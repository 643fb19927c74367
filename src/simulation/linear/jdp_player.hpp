// JDP-LinUCB, the comparator with a trusted server: Shariff & Sheffet 2018, "Differentially Private
// Contextual Linear Bandits", Algorithm 1. The server sees raw features and rewards; the sums that
// it serves visitors from are (epsilon, delta)-private in every earlier visitor (joint privacy).
#pragma once

#include <cstdint>

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Standard deviations of one Gaussian node; 0 with Wishart noise.
struct NodeStd {
  double diagonal = 0;      // of the matrix
  double off_diagonal = 0;  // of its true entries
  double vector = 0;

  /// By game.joint_noise, of a tree with `levels` levels. Errors: spec_invalid, those of
  /// calibrate_gaussian.
  static Result<NodeStd> of(const LinearGame& game, std::uint32_t levels);
};

/// Noise by game.joint_noise:
///   gaussian            nodes of the least noise that is private over the whole tree; the Gram
///                       radius with kappa = 1, r = 0.02 (practical), 2 and 1 (theory), and the
///                       papers' bound of the noise (published);
///   gaussian_published  the paper's nodes; its radius, unless practical, which is as above;
///   wishart, shifted_wishart   the paper's nodes and radius, times 0.02 if practical.
/// After the horizon, the experiment's or that of the simulation, nothing is learnt any more.
Result<MadePlayer> make_jdp_player(const LinearGame& game);

}  // namespace ldp
