// GLOC of raw features and feedback, the comparator without privacy: Jun, Bhargava, Nowak, Willett
// 2017, "Scalable Generalized Linear Bandits: Online Computation and Hashing", Algorithm 1 with
// online Newton steps (docs/spec/generalized-linear.md, section 5.4).
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// What the confidence set of GLOC depends on.
struct GlocRadius {
  double mu = 1;         // the least slope of the link
  double noise = 0;      // R: sub-Gaussian constant of the feedback
  double ridge = 1;      // lambda
  double bound = 1;      // S
  double alpha = 0.1;    // the confidence set misses theta with at most this probability
  double online = 0;     // Bo: the regret of the online learner
  double explained = 0;  // N2 - theta . b
};

/// beta, the square of the radius.
[[nodiscard]] double gloc_beta(const GlocRadius& radius);

/// The radius is 0.3, `practical`, or the theorem's; alpha = 0.1.
Result<MadePlayer> make_gloc_player(const LinearGame& game);

}  // namespace ldp
