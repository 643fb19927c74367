// The natural logarithm without the platform's libm: additions, products and quotients only, so the
// two sides of the wall get the same bits.
#pragma once

#include <cstdint>
#include <cstring>

namespace ldp {

/// ln x, with a relative error below 4e-16. Requires x positive, normal and finite.
[[gnu::noinline]] inline double natural_log(double x) {
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)), by its bits. std::frexp writes e to memory, and where
  // two logarithms stood side by side Clang 14 gave one of them the other's in WebAssembly with
  // vectors.
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1022;
  bits = (bits & 0x000f'ffff'ffff'ffff) | 0x3fe0'0000'0000'0000;
  double m = 0;
  std::memcpy(&m, &bits, sizeof m);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  // ln m = 2 artanh z = 2 (z + z^3/3 + z^5/5 + ...), |z| < 0.172: the next term is below 1e-19.
  const double z = (m - 1) / (m + 1);
  const double square = z * z;
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = square * (sum + 1.0 / n);
  constexpr double kLn2High = 0x1.62e42fefap-1;  // 37 bits: its multiples by exponents are exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  return exponent * kLn2High + (2 * z + (2 * z * sum + exponent * kLn2Low));
}

/// ln(1 + x), of that precision relative to itself also where x is small. Requires x > -1, finite.
inline double natural_log1p(double x) {
  const double y = 1 + x;
  return natural_log(y) + (x - (y - 1)) / y;
}

}  // namespace ldp
