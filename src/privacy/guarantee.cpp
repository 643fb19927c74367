#include "privacy/guarantee.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "foundation/dyadic.hpp"
#include "foundation/natural_exp.hpp"
#include "foundation/uint128.hpp"
#include "privacy/gaussian_curve.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kMicro = 1'000'000;
constexpr std::uint64_t kFemto = 1'000'000'000'000'000;
constexpr double kNano = 1e9;
constexpr double kLargestEpsilon = 0x1p32;

/// Far more than the relative error of gaussian_delta().
constexpr double kCurveMargin = 1e-10;

// ceil(value units), exactly. Requires 0 <= value <= 2^32 and value units < 2^64.
std::uint64_t rounded_up(double value, std::uint64_t units) {
  const Dyadic dyadic = to_dyadic(value);
  const uint128 scaled = static_cast<uint128>(dyadic.mantissa) * units;  // < 2^103
  if (scaled == 0) return 0;
  if (dyadic.exponent >= 0) return static_cast<std::uint64_t>(scaled << dyadic.exponent);
  if (dyadic.exponent <= -128) return 1;
  const uint128 whole = scaled >> -dyadic.exponent;
  return static_cast<std::uint64_t>(whole) + ((whole << -dyadic.exponent) != scaled ? 1 : 0);
}

// Whether x >= numerator/denominator, exactly, for a double x > 0 below 2^33.
bool at_least(double x, std::uint64_t numerator, std::uint64_t denominator) {
  const Dyadic dyadic = to_dyadic(x);
  const uint128 product = static_cast<uint128>(dyadic.mantissa) * denominator;  // < 2^117
  const int shift = -dyadic.exponent;  // >= 20, since x < 2^33
  return shift < 128 && (product >> shift) >= numerator;
}

// tanh(x/2) for x >= 0, with a relative error below 2^-45. Near 0 the series: its next term is
// below 2^-53 of the value. Elsewhere 1 - e^-x >= 1 - e^(-1/32) > 0.03, and natural_exp() is known
// to 6e-16.
double tanh_half(double x) {
  const double square = x * x / 4;
  if (x < 0x1p-5) {
    return x / 2 * (1 - square / 3 * (1 - square * 2 / 5 * (1 - square * 17 / 42)));
  }
  const double power = natural_exp(-x);
  return (1 - power) / (1 + power);
}

// 2^-40 is more than the errors of tanh_half() and of the products.
std::uint64_t nano_rounded_up(double rho) {
  return static_cast<std::uint64_t>(std::ceil(rho * (1 + 0x1p-40) * kNano));
}

// An upper bound of the curve of Gaussian noise on integers.
double curve(double epsilon, double mu, double variation) {
  return integer_gaussian_delta(epsilon, mu, variation) * (1 + kCurveMargin);
}

// The smallest epsilon found in (0, most] at which the curve is at most delta, as it is at `most`.
double loss_rounded_up(double most, double delta, double mu, double variation) {
  double low = 0;
  double high = most;
  while (high > low * (1 + 0x1p-44) + 0x1p-60) {
    const double middle = low + (high - low) / 2;
    (curve(middle, mu, variation) <= delta ? high : low) = middle;
  }
  return high;
}

}  // namespace

Status check_epsilon(double epsilon) {
  if (epsilon >= kMinEpsilon && epsilon <= kMaxEpsilon) return {};
  return Error{ErrorCode::invalid_argument, "epsilon", "must be between 2^-10 and 128", epsilon};
}

Status check_page_epsilon(double epsilon) {
  if (epsilon >= kMinEpsilon && epsilon <= kMaxPageEpsilon) return {};
  return Error{ErrorCode::invalid_argument, "epsilon", "must be between 2^-10 and 32", epsilon};
}

Guarantee::Guarantee(double epsilon, std::uint64_t epsilon_micro) : epsilon_(epsilon) {
  cost_.epsilon_micro = epsilon_micro;
  cost_.rho_nano = nano_rounded_up(rho());
}

Guarantee::Guarantee(double epsilon, double delta, double mu, double variation)
    : epsilon_(epsilon), delta_(delta), mu_(mu), variation_(variation) {
  cost_.epsilon_micro = rounded_up(epsilon, kMicro);
  cost_.delta_femto = rounded_up(delta, kFemto);
  cost_.rho_nano = nano_rounded_up(rho());
}

Result<Guarantee> Guarantee::pure(double epsilon) {
  if (!(epsilon >= 0 && epsilon <= kLargestEpsilon)) {
    return Error{ErrorCode::invalid_argument, "epsilon", "must be between 0 and 2^32", epsilon};
  }
  return Guarantee(epsilon, rounded_up(epsilon, kMicro));
}

Result<Guarantee> Guarantee::pure_ratio(std::uint64_t numerator, std::uint64_t denominator) {
  if (denominator == 0) {
    return Error{ErrorCode::invalid_argument, "denominator", "must be at least 1", 0};
  }
  if (static_cast<uint128>(numerator) > (static_cast<uint128>(denominator) << 32)) {
    return Error{ErrorCode::invalid_argument, "numerator", "must be at most 2^32 denominators",
                 static_cast<double>(numerator)};
  }
  const uint128 scaled = static_cast<uint128>(numerator) * kMicro;
  const auto micro = static_cast<std::uint64_t>((scaled + denominator - 1) / denominator);
  double epsilon = static_cast<double>(numerator) / static_cast<double>(denominator);
  while (numerator != 0 && !at_least(epsilon, numerator, denominator)) {
    epsilon = std::nextafter(epsilon, std::numeric_limits<double>::infinity());
  }
  return Guarantee(epsilon, micro);
}

Result<Guarantee> Guarantee::gaussian(double epsilon, double delta, double mu, double variation) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  if (!(mu > 0 && mu <= std::numeric_limits<double>::max())) {
    return Error{ErrorCode::invalid_argument, "mu", "must be positive and finite", mu};
  }
  if (!(variation >= 0 && variation < 1)) {
    return Error{ErrorCode::invalid_argument, "variation", "must be from 0 to below 1", variation};
  }
  if (!(delta < 1 && curve(epsilon, mu, variation) <= delta)) {
    return Error{ErrorCode::invalid_argument, "delta", "more is lost at this epsilon", delta};
  }
  return Guarantee(loss_rounded_up(epsilon, delta, mu, variation), delta, mu, variation);
}

double Guarantee::delta_at(double epsilon) const {
  if (mu_ > 0) return std::min(1.0, curve(epsilon, mu_, variation_));
  if (epsilon >= epsilon_) return 0;
  // (e^a - e^b)/(e^a + 1) with both sides divided by e^a, so that large epsilons do not overflow.
  return -std::expm1(epsilon - epsilon_) / (1 + std::exp(-epsilon_));
}

double Guarantee::rho() const { return mu_ > 0 ? mu_ * mu_ / 2 : epsilon_ * tanh_half(epsilon_); }

}  // namespace ldp
