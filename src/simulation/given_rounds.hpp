// What the arms of a world pay that is made by code outside of this library: a block of rounds at a
// time, filled by its owner before they are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ldp {

struct GivenRounds {
  std::uint32_t first = 0;  // replicate
  std::size_t rounds = 1;   // of a block; round t, counted from 1, is in row (t - 1) % rounds
  /// [replicates][rounds][arms], as the specification lists the arms: the mean reward of the round.
  std::vector<double> means;
  /// Likewise, what the arm pays in that round; empty: a bit of that mean, as a Bernoulli arm's.
  std::vector<double> rewards;
};

}  // namespace ldp
