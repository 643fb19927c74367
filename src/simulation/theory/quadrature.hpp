// Numerical integration of a smooth function over an interval, also where it is steep at an end, as
// 1/epsilon^2 is: Takahasi and Mori 1974, "Double Exponential Formulas for Numerical Integration".
#pragma once

#include <cmath>

namespace ldp {

/// The integral of f over [low, high]; 0 if the interval is empty. f is called inside the interval
/// only. About 200 evaluations, for a relative error near 1e-12 where f is analytic and has no
/// feature narrower than a fiftieth of the interval.
template <class Function>
double integrate(Function f, double low, double high) {
  constexpr double kStep = 1.0 / 32;
  constexpr double kHalfPi = 1.5707963267948966;
  const double width = high - low;
  if (!(width > 0)) return 0;
  double sum = 0;
  for (int k = -104; k <= 104; ++k) {
    const double t = k * kStep;
    const double u = kHalfPi * std::sinh(t);
    // The distance to the nearer end, computed without a difference.
    const double share = 1 / (1 + std::exp(2 * std::abs(u)));
    const double x = u < 0 ? low + width * share : high - width * share;
    if (!(x > low && x < high)) continue;
    const double hyperbolic = std::cosh(u);
    sum += kHalfPi * std::cosh(t) / (hyperbolic * hyperbolic) * f(x);
  }
  return sum * kStep * width / 2;
}

}  // namespace ldp
