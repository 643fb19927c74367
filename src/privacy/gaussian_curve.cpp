#include "privacy/gaussian_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "foundation/natural_exp.hpp"
#include "privacy/exponential.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752;
constexpr double kInverseSqrtPi = 0.56418958354775629;

// e^-x, or a little more, for x >= 0.
double exp_minus(double x) {
  if (x < 0x1p-11) return 1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4)));
  const uint128 bound = exp_minus_upper(x < 128 ? x : 128);
  return std::ldexp(static_cast<double>(static_cast<std::uint64_t>(bound >> 64)), -56) +
         std::ldexp(static_cast<double>(static_cast<std::uint64_t>(bound)), -120);
}

// e^{z^2} - 2/sqrt(pi) (z + 2 z^3/3 + 4 z^5/(3 5) + ...), for 0 <= z < 1;
// both series have terms below 1e-18 after 20.
double scaled_erfc_near_zero(double z) {
  const double square = z * z;
  double power = 1;  // z^{2n}/n!
  double odd = z;    // 2^n z^{2n+1}/(2n+1)!!
  double even = 0;
  double error = 0;
  for (int n = 1; n <= 24; ++n) {
    even += power;
    error += odd;
    power *= square / n;
    odd *= 2 * square / (2 * n + 1);
  }
  return even - 2 * kInverseSqrtPi * error;
}

// e^x for x >= 0, or e^700 where that is less: each of its users multiplies it by a total variation
// above 2^-144 or by 2^-144, and a delta above 1 says no more than 1.
double exponential(double x) {
  return x <= 32 ? 1 / exp_minus(x) : natural_exp(std::min(x, 700.0));
}

}  // namespace

// From z = 1 on by the continued fraction of Laplace, 1/(z + (1/2)/(z + 1/(z + (3/2)/(z + ...)))):
// n terms leave less than e^{-2 z sqrt(2 n)}, here 1e-17.
double scaled_erfc(double z) {
  if (z < 1) return scaled_erfc_near_zero(z);
  double tail = z;
  for (int n = static_cast<int>(10 + 200 / (z * z)); n >= 1; --n) tail = z + n / (2 * tail);
  return kInverseSqrtPi / tail;
}

// With a = epsilon/mu - mu/2 and b = epsilon/mu + mu/2, b^2 = a^2 + 2 epsilon, so that
// Phi(-a) and e^epsilon Phi(-b) have the factor e^{-a^2/2}/2 in common, and nothing can overflow.
double gaussian_delta(double epsilon, double mu) {
  const double a = epsilon / mu - mu / 2;
  const double b = epsilon / mu + mu / 2;
  const double front = exp_minus(a * a / 2) / 2;
  if (a >= 0) return front * (scaled_erfc(a * kSqrtHalf) - scaled_erfc(b * kSqrtHalf));
  return 1 - front * (scaled_erfc(-a * kSqrtHalf) + scaled_erfc(b * kSqrtHalf));
}

double gaussian_slack(double epsilon, double variation) {
  return (1 + exponential(epsilon)) * variation * (1 + 0x1p-40);
}

double integer_gaussian_delta(double epsilon, double mu, double variation) {
  const double apart = gaussian_delta(epsilon, mu) + gaussian_slack(epsilon, variation);
  const double shifted = epsilon - 222 * variation;
  if (shifted <= 0 || variation >= 0x1p-21) return apart;
  const double by_factor = (1 + 2 * variation) * (1 + 0x1p-40) *
                           (gaussian_delta(shifted, mu) + exponential(epsilon) * 0x1p-144);
  return apart < by_factor ? apart : by_factor;
}

Result<double> calibrate_gaussian(double epsilon, double delta) {
  if (!(epsilon >= kMinEpsilon && epsilon <= 64)) {
    return Error{ErrorCode::invalid_argument, "epsilon", "must be between 2^-10 and 64", epsilon};
  }
  if (!(delta >= 1e-30 && delta <= 0.5)) {
    return Error{ErrorCode::invalid_argument, "delta", "must be between 1e-30 and 1/2", delta};
  }
  double low = 1;
  while (gaussian_delta(epsilon, low) > delta) low /= 2;
  double high = 2 * low;
  while (gaussian_delta(epsilon, high) <= delta) high *= 2;
  while (high > low * (1 + 1e-13)) {
    const double middle = low + (high - low) / 2;
    (gaussian_delta(epsilon, middle) <= delta ? low : high) = middle;
  }
  // The curve is known to about 1e-11 of delta, and mu therefore to better than 1e-12.
  return (1 + 1e-12) / low;
}

}  // namespace ldp
