// Coins that device and server compute alike (protocol/public_word.hpp). They break ties and draw
// the indices of Thompson sampling.
#pragma once

#include "protocol/public_word.hpp"

namespace ldp {

/// How much a tie-breaking coin in [0, 1) adds to an arm's weight. The coin of arm i is
/// public_uniform(seed, i), for the whole run: never the arm's number, because clipped indices tie
/// at 1 for thousands of rounds and their order would hide or fake regret.
inline constexpr double kTieBreak = 1e-9;

}  // namespace ldp
