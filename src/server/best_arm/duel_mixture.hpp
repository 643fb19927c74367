// What twelve bets are worth together: docs/spec/best-arm.md, sections 3 and 7.
#pragma once

#include <span>

#include "server/best_arm/duel_gain.hpp"

namespace ldp {

/// w_g, proportional to exp(-(ln(e_g/0.12)/1.5)^2/2); they sum to 1.
[[nodiscard]] const DuelLanes& duel_prior();

/// ln sum_g w_g exp(row[g]).
[[nodiscard]] double log_mixture(std::span<const double, kDuelTilts> row);

/// Not below log_mixture, but for rounding, at a fraction of its work.
[[nodiscard]] double log_mixture_ceiling(std::span<const double, kDuelTilts> row);

/// The largest d in [-1, 1] that the bets of add_lift on "o beats b" refute with x nats: the lower
/// bound of the lift of o over b. -1: none.
[[nodiscard]] double lift_bound(std::span<const double, kDuelTilts> wealth,
                                std::span<const double, kDuelTilts> slope, double x);

}  // namespace ldp
