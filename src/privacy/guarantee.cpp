#include "privacy/guarantee.hpp"

#include <cmath>
#include <limits>

#include "foundation/dyadic.hpp"
#include "foundation/uint128.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kMicro = 1'000'000;
constexpr double kNano = 1e9;
constexpr double kLargestEpsilon = 0x1p32;

// ceil(epsilon 10^6), exactly.
std::uint64_t micro_rounded_up(double epsilon) {
  const Dyadic dyadic = to_dyadic(epsilon);
  const uint128 scaled = static_cast<uint128>(dyadic.mantissa) * kMicro;  // < 2^73
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
  // 2^-40 is far more than the rounding of tanh and of the products.
  cost_.rho_nano = static_cast<std::uint64_t>(std::ceil(rho() * (1 + 0x1p-40) * kNano));
}

Result<Guarantee> Guarantee::pure(double epsilon) {
  if (!(epsilon >= 0 && epsilon <= kLargestEpsilon)) {
    return Error{ErrorCode::invalid_argument, "epsilon", "must be between 0 and 2^32", epsilon};
  }
  return Guarantee(epsilon, micro_rounded_up(epsilon));
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

double Guarantee::delta_at(double epsilon) const {
  if (epsilon >= epsilon_) return 0;
  // (e^a - e^b)/(e^a + 1) with both sides divided by e^a, so that large epsilons do not overflow.
  return -std::expm1(epsilon - epsilon_) / (1 + std::exp(-epsilon_));
}

double Guarantee::rho() const { return epsilon_ * std::tanh(epsilon_ / 2); }

}  // namespace ldp
