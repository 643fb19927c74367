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

/// An upper bound of the delta of discrete Gaussian noise of scales s_1, ..., s_n on n integers
/// that another input shifts by D_1, ..., D_n: mu = sqrt(sum (D_i/s_i)^2), variation = tau = n/(23
/// min s^2). The smaller of two, since noise that is rounded Gaussian noise would have
/// gaussian_delta(epsilon, mu):
///
/// gaussian_delta(epsilon, mu) + gaussian_slack(epsilon, tau), because the two laws are apart by a
/// total variation of at most tau (Poisson summation);
///
/// e^tau (gaussian_delta(epsilon - 222 tau, mu) + e^epsilon 2^-144) if tau < 2^-21, so that every
/// s > 2^8, because the laws also are apart by a factor: rounding gives x the probability phi(x)
/// R(x), with 1 - 1/(24 s^2) <= R(x) <= sinh(x/2s^2)/(x/2s^2) <= e^(x^2/24s^4), where the discrete
/// Gaussian has phi(x)/S, 0 <= S - 1 < e^-10^6. So it is at most e^tau times as likely as the
/// rounded one, which is at most e^w times as likely as it, w = sum x_i^2/(24 s_i^4), and w <= 221
/// tau but for a chance of e^-100 < 2^-144: P(chi^2_n > n + 20 sqrt(n) + 200) < e^-100 (Laurent,
/// Massart 2000, Lemma 1).
///
/// The second is of use where e^epsilon makes the first too large. Requires epsilon >= 0.
double integer_gaussian_delta(double epsilon, double mu, double variation);

/// The standard deviation, per unit of sensitivity, of the least Gaussian noise that is
/// (epsilon, delta)-private: sufficient and necessary for every epsilon, unlike the classic
/// sqrt(2 ln(1.25/delta))/epsilon. Never below the true value and at most 3e-12 of it above.
/// Errors: invalid_argument ("epsilon", "delta") unless 2^-10 <= epsilon <= 64 and
/// 1e-30 <= delta <= 1/2.
Result<double> calibrate_gaussian(double epsilon, double delta);

}  // namespace ldp
