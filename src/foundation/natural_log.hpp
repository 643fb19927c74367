// The natural logarithm without the platform's libm: additions, products and quotients only, so the
// two sides of the wall get the same bits.
#pragma once

#include <cmath>

namespace ldp {

/// ln x, with a relative error below 4e-16. Requires x positive, normal and finite.
inline double natural_log(double x) {
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)); frexp is exact.
  int exponent = 0;
  double m = std::frexp(x, &exponent);
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
