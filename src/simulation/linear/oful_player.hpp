// LinUCB of raw features and rewards, the comparator without privacy: Abbasi-Yadkori, Pal,
// Szepesvari 2011, "Improved Algorithms for Linear Stochastic Bandits", figure 1 (OFUL).
#pragma once

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// The confidence radius: r (R sqrt(2 ln(1/alpha) + ln det V - d ln lambda0) + sqrt(lambda0) S),
/// with R = 1/2 and lambda0 = S = 1. `excess` = ln det V - d ln lambda0.
[[nodiscard]] double oful_radius(double r, double alpha, double excess);

/// r is 1, the theorem's, or 0.2 with the radius `practical`; alpha = 1/T, with T the experiment's
/// horizon if it has one, else that of the simulation.
Result<MadePlayer> make_oful_player(const LinearGame& game);

}  // namespace ldp
