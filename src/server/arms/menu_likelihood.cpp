#include "server/arms/menu_likelihood.hpp"

#include <algorithm>
#include <cmath>

namespace ldp {
namespace {

constexpr int kMaximumSteps = 100;      // bisection alone needs half of that
constexpr double kRelativeStep = 1e-9;  // the next step would be about the square of that
constexpr double kAbsoluteStep = 1e-15;

// ll(likeliest) - ll(x) and its derivative in x. Taken as one logarithm per term, because the two
// sums agree in nearly all of their digits.
Slope drop(ArmCounts arm, double likeliest, double x, std::span<const double> thetas) {
  Slope sum;
  for (std::size_t level = 0; level < thetas.size(); ++level) {
    const double theta = thetas[level];
    const double ones = arm.total(level);
    const double zeros = arm.count(level) - ones;
    const double step = (x - likeliest) * theta;
    if (ones > 0) {
      const double from = to_bits(likeliest, theta);
      sum.value -= ones * std::log1p(step / from);
      sum.slope -= ones * theta / (from + step);
    }
    if (zeros > 0) {
      const double from = to_bits(1 - likeliest, theta);
      sum.value -= zeros * std::log1p(-std::min(step / from, 1.0));
      sum.slope += zeros * theta / std::max(from - step, 0.0);
    }
  }
  return sum;
}

}  // namespace

Slope menu_slope(double x, ArmCounts arm, std::span<const double> thetas) {
  Slope sum;
  for (std::size_t level = 0; level < thetas.size(); ++level) {
    const double theta = thetas[level];
    const double ones = arm.total(level);
    const double zeros = arm.count(level) - ones;
    if (ones > 0) {
      const double rate = theta / to_bits(x, theta);
      sum.value += ones * rate;
      sum.slope -= ones * rate * rate;
    }
    if (zeros > 0) {
      const double rate = theta / to_bits(1 - x, theta);
      sum.value -= zeros * rate;
      sum.slope -= zeros * rate * rate;
    }
  }
  return sum;
}

// The root of a decreasing function, by Newton's method inside a bracket that only shrinks.
double likeliest_of_menu(ArmCounts arm, std::span<const double> thetas, double start) {
  if (menu_slope(0, arm, thetas).value <= 0) return 0;
  if (menu_slope(1, arm, thetas).value >= 0) return 1;
  double low = 0;
  double high = 1;
  double x = start > 0 && start < 1 ? start : 0.5;
  for (int i = 0; i < kMaximumSteps; ++i) {
    const Slope at = menu_slope(x, arm, thetas);
    (at.value > 0 ? low : high) = x;
    const double step = at.value / at.slope;
    if (std::abs(step) <= kRelativeStep * std::min(x, 1 - x)) return std::clamp(x - step, 0.0, 1.0);
    const double next = x - step;
    x = next > low && next < high ? next : 0.5 * (low + high);
    if (high - low <= kAbsoluteStep) break;
  }
  return x;
}

// The root of a convex function that increases from -bound at `likeliest`. From above the root
// Newton's method cannot overshoot; the bracket is for starts below it, and for the pole at 1.
double upper_of_menu(ArmCounts arm, double likeliest, double bound, std::span<const double> thetas,
                     double start) {
  if (!(bound > 0)) return likeliest;
  if (likeliest >= 1) return 1;
  double low = likeliest;
  double high = 1;
  double x = start;
  if (!(x > likeliest && x < 1)) {
    x = std::min(likeliest + std::sqrt(-2 * bound / menu_slope(likeliest, arm, thetas).slope), 1.0);
  }
  bool is_end_known = false;
  for (int i = 0; i < kMaximumSteps; ++i) {
    const Slope at = drop(arm, likeliest, x, thetas);
    const double excess = at.value - bound;
    if (x == 1) {
      if (excess <= 0) return 1;
      is_end_known = true;
    }
    (excess > 0 ? high : low) = x;
    const double step = excess / at.slope;
    const double next = x - step;
    if (std::abs(step) <= kRelativeStep * (x - likeliest)) return std::clamp(next, likeliest, 1.0);
    if (next >= high && high == 1 && !is_end_known) {
      x = 1;
    } else {  // not between them: beyond one, or not a number
      x = next > low && next < high ? next : 0.5 * (low + high);
    }
    if (high - low <= kAbsoluteStep) break;
  }
  return x;
}

}  // namespace ldp
