// What everybody agrees on in public before the first report: which algorithm, how many arms, which
// menu of privacy levels. Both sides of the wall hold the same Experiment; everything that a report
// or a snapshot may say is checked against it.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/catalog.generated.hpp"

namespace ldp {

/// The function L(t) under the root of every confidence width.
enum class Bound : std::uint8_t {
  l4,  // 4 ln t, the `log t^4` of Ren et al. 2020
  la,  // ln(1 + t (ln t)^2), as in asymptotically optimal UCB (Lattimore & Szepesvari 2020, ch. 8)
};

struct Experiment {
  Algorithm algorithm = Algorithm::weighted_ldp_ucb;
  std::uint32_t arms = 0;  // 1..kMaximumArms
  std::vector<double>
      levels;              // epsilon of one report: 1..kMaximumLevels values, strictly increasing
  double epsilon_min = 0;  // HeLDP-UCB only: reports of smaller levels are discarded; else 0
  Bound bound = Bound::la;

  bool operator==(const Experiment&) const = default;
};

/// The menu position of every level lies in [0, levels.size()), every arm in [0, arms).
/// Errors: invalid_argument, naming `algorithm`, `arms`, `levels`, `epsilonMin` or `bound`.
Status validate(const Experiment& experiment);

/// What a report of this experiment carries: one randomised bit or one noisy integer.
Payload payload(const Experiment& experiment);

}  // namespace ldp
