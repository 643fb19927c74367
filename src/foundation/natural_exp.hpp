// The exponential without the platform's libm: additions, products and quotients only, so that a
// learner has the same bits on every machine and in the browser.
#pragma once

#include <cmath>

namespace ldp {

/// e^x with a relative error below 6e-16; 0 below -700. Requires x <= 700, not NaN.
inline double natural_exp(double x) {
  if (x < -700) return 0;
  // x = k ln 2 + r, |r| <= ln(2)/2.
  constexpr double kLn2High = 0x1.62e42fefap-1;  // 37 bits: its multiples by exponents are exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  // 1 + r (1 + r/2 (1 + r/3 (...))): the first term left out is below 1e-17.
  double sum = 1;
  for (int n = 14; n >= 2; --n) sum = 1 + r / n * sum;
  return std::ldexp(1 + r * sum, static_cast<int>(k));
}

}  // namespace ldp
