// Zero-concentrated differential privacy: the loss of many reports. Losses rho add up, and the sum
// gives an epsilon for every delta.
// Bun, Steinke 2016; tight conversion: Canonne, Kamath, Steinke 2020, Corollary 13.
#pragma once

namespace ldp {

/// Smallest delta known for which a rho-zCDP mechanism is (epsilon, delta)-private: the infimum
/// over alpha > 1 of exp((alpha - 1)(alpha rho - epsilon))/(alpha - 1) (1 - 1/alpha)^alpha, at
/// most 1. Requires rho > 0, epsilon >= 0, both finite.
double concentrated_delta(double rho, double epsilon);

/// Smallest epsilon known for which a rho-zCDP mechanism is (epsilon, delta)-private; below
/// rho + 2 sqrt(rho ln(1/delta)). Requires rho > 0 finite, 0 < delta < 1.
double concentrated_epsilon(double rho, double delta);

/// Largest rho known that guarantees (epsilon, delta). Requires epsilon > 0 finite, 0 < delta < 1.
double concentrated_rho(double epsilon, double delta);

}  // namespace ldp
