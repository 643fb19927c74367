// The minimum of a function of one variable that falls and then rises.
#pragma once

#include <cmath>

namespace ldp {

/// The place of the minimum of f in [low, high], to within 1e-9 of the interval or what rounding
/// allows: 44 evaluations. If f has several local minima, one of them. Kiefer 1953, "Sequential
/// Minimax Search for a Maximum".
template <class Function>
double golden_section(Function f, double low, double high) {
  constexpr double kGolden = 0.6180339887498949;
  double left = high - kGolden * (high - low);
  double right = low + kGolden * (high - low);
  double at_left = f(left);
  double at_right = f(right);
  for (int step = 0; step < 42; ++step) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = f(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = f(right);
    }
  }
  return at_left <= at_right ? left : right;
}

}  // namespace ldp
