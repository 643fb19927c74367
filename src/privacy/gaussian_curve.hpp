// The privacy curve of Gaussian noise, and how much noise a guarantee needs.
// Balle, Wang 2018, "Improving the Gaussian Mechanism for Differential Privacy: Analytical
// Calibration and Optimal Denoising", Theorems 5, 8, 9.
//
// Additions, products, quotients and square roots only, and the library's own exponential: the same
// bits on every platform, so the two sides of the wall agree on the noise without telling each
// other.
#pragma once

#include "foundation/result.hpp"

namespace ldp {

/// e^{z^2} erfc(z), the scaled complementary error function. Requires z >= 0. Relative error below
/// 2e-15.
double scaled_erfc(double z);

/// The smallest delta such that noise N(0, sigma^2) on sensitivity D, mu = D/sigma, is
/// (epsilon, delta)-private: Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu). It grows
/// with mu and falls with epsilon. Requires epsilon >= 0, mu > 0, both finite. Its error is below
/// 1e-10 of the value wherever that is above 1e-30.
double gaussian_delta(double epsilon, double mu);

/// What noise that is off by a total variation of `variation` adds to delta, rounded up:
/// (1 + e^epsilon) times as much, since it may be off at both inputs. Requires epsilon >= 0.
double gaussian_slack(double epsilon, double variation);

/// The standard deviation, per unit of sensitivity, of the least Gaussian noise that is
/// (epsilon, delta)-private: sufficient and necessary for every epsilon, unlike the classic
/// sqrt(2 ln(1.25/delta))/epsilon. Never below the true value and at most 3e-12 of it above.
/// Errors: invalid_argument ("epsilon", "delta") unless 2^-10 <= epsilon <= 64 and
/// 1e-30 <= delta <= 1/2.
Result<double> calibrate_gaussian(double epsilon, double delta);

}  // namespace ldp
