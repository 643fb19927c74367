#include "privacy/zero_concentrated.hpp"

#include <algorithm>
#include <cmath>

namespace ldp {
namespace {

constexpr int kBisections = 200;

}  // namespace

// The logarithm of the bound is convex near its minimum, where (2 alpha - 1) rho - epsilon +
// ln(1 - 1/alpha) = 0. Every alpha gives a valid bound, so the search needs no care.
double concentrated_delta(double rho, double epsilon) {
  double low = 1;
  double high = (epsilon + 1) / (2 * rho) + 2;
  for (int i = 0; i < kBisections; ++i) {
    const double alpha = low + (high - low) / 2;
    const double slope = (2 * alpha - 1) * rho - epsilon + std::log1p(-1 / alpha);
    (slope < 0 ? low : high) = alpha;
  }
  const double logarithm =
      (high - 1) * (high * rho - epsilon) - std::log(high - 1) + high * std::log1p(-1 / high);
  return std::min(1.0, std::exp(logarithm));
}

double concentrated_epsilon(double rho, double delta) {
  double low = 0;
  double high = rho + 2 * std::sqrt(-rho * std::log(delta));
  for (int i = 0; i < kBisections; ++i) {
    const double middle = low + (high - low) / 2;
    (concentrated_delta(rho, middle) <= delta ? high : low) = middle;
  }
  return high;
}

double concentrated_rho(double epsilon, double delta) {
  double low = 0;
  double high = epsilon;  // delta is then at least 1/e of 1 or more of it is lost
  while (concentrated_delta(high, epsilon) <= delta) high *= 2;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == 0) break;
    (concentrated_delta(middle, epsilon) <= delta ? low : high) = middle;
  }
  return low;
}

}  // namespace ldp
