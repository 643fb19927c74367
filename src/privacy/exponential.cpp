#include "privacy/exponential.hpp"

#include <cstdint>

#include "foundation/dyadic.hpp"

namespace ldp {
namespace {

// floor(ln(2) 2^120).
constexpr uint128 kLn2 = (static_cast<uint128>(0x00b17217f7d1cf79u) << 64) | 0xabc9e3b39803f2f6u;

// a b 2^-120 rounded down by less than 2 units, for a, b <= 2^120: with a = a1 2^60 + a0 the
// product is a1 b1 + (a1 b0 + a0 b1) 2^-60 + a0 b0 2^-120, and the last term is below 1.
constexpr uint128 multiply_fixed(uint128 a, uint128 b) {
  constexpr std::uint64_t kLow = (std::uint64_t{1} << 60) - 1;
  const auto a1 = static_cast<std::uint64_t>(a >> 60);
  const auto b1 = static_cast<std::uint64_t>(b >> 60);
  const std::uint64_t a0 = static_cast<std::uint64_t>(a) & kLow;
  const std::uint64_t b0 = static_cast<std::uint64_t>(b) & kLow;
  const uint128 cross = static_cast<uint128>(a1) * b0 + static_cast<uint128>(a0) * b1;
  return static_cast<uint128>(a1) * b1 + (cross >> 60);
}

}  // namespace

uint128 exp_minus_upper(double x) {
  // x is a multiple of 2^-63 (53 bits from 2^-11 down) and at most 2^7, so the shift loses nothing.
  const Dyadic dyadic = to_dyadic(x);
  uint128 r = static_cast<uint128>(dyadic.mantissa) << (120 + dyadic.exponent);

  // x = k ln 2 + r with 0 <= r < ln 2. kLn2 is less than one unit too small and k <= 184, so r is
  // less than 184 units too large and e^-r less than 184 units too small.
  int k = 0;
  for (; r >= kLn2; ++k) r -= kLn2;

  // Horner: e^-r = 1 - r/1 (1 - r/2 (1 - r/3 (...))). Every step errs by less than 3 units and
  // hands on less than 0.7/n of the error of the step before: less than 7 units in all. The series
  // is cut after r^34/34! < 2^-140.
  uint128 sum = kFixedOne;
  for (unsigned n = 34; n >= 1; --n) sum = kFixedOne - multiply_fixed(r, sum) / n;

  constexpr uint128 kErrorUnits = 192;
  return (k < 128 ? (sum + kErrorUnits) >> k : 0) + 1;
}

}  // namespace ldp
