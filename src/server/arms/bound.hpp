// The confidence function L(t) of a UCB index mean + width sqrt(L(t)) + tilt L(t).
#pragma once

#include <cmath>

#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

/// L(t) at decision round t >= 1; L(1) = 0 for all of them. The statistics that it goes with are
/// those after round t - 1.
///   l4: 4 ln t, the `log t^4` of Ren et al. 2020, so that a tail bound of e^-L sums to a constant.
///   la: ln(1 + t (ln t)^2), Lattimore & Szepesvari 2020, section 8.1 (asymptotic optimality).
///   lk: ln t, Garivier & Cappe 2011, which KL-UCB needs no more than.
[[nodiscard]] inline double bound_at(Bound bound, double t) {
  const double log_t = std::log(t);
  switch (bound) {
    case Bound::l4:
      return 4 * log_t;
    case Bound::lk:
      return log_t;
    default:
      return std::log1p(t * log_t * log_t);
  }
}

/// Where L is held at its value of the end of an epoch of 1 % more rounds: the first round of the
/// next epoch, of one that begins at round t. It widens no interval by more than 0.3 %.
[[nodiscard]] inline double next_log_epoch(double t) { return std::ceil(1.01 * t) + 1; }

}  // namespace ldp
