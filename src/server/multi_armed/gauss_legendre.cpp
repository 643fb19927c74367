#include "server/multi_armed/gauss_legendre.hpp"

#include <cmath>

namespace ldp {
namespace {

constexpr std::size_t kOrder = GaussLegendre::kOrder;
constexpr double kPi = 3.14159265358979323846;

// P_0(x), ..., P_(kOrder+1)(x).
std::array<double, kOrder + 2> legendre(double x) {
  std::array<double, kOrder + 2> p{1, x};
  for (std::size_t k = 1; k <= kOrder; ++k) {
    const auto n = static_cast<double>(k);
    p[k + 1] = ((2 * n + 1) * x * p[k] - n * p[k - 1]) / (n + 1);
  }
  return p;
}

double derivative(double x) {
  const auto p = legendre(x);
  return static_cast<double>(kOrder) * (x * p[kOrder] - p[kOrder - 1]) / (x * x - 1);
}

// Root k of P_kOrder in (-1, 1), counted from the smallest.
double root(std::size_t k) {
  double x = -std::cos(kPi * (static_cast<double>(k) + 0.75) / (static_cast<double>(kOrder) + 0.5));
  for (int i = 0; i < 8; ++i) x -= legendre(x)[kOrder] / derivative(x);
  return x;
}

}  // namespace

const GaussLegendre& GaussLegendre::instance() {
  static const GaussLegendre rule;
  return rule;
}

// On [-1, 1] first. The polynomial through the values has the Legendre coefficients
// (k + 1/2) sum_i w_i P_k(x_i) f_i, and the integral of P_k up to x is
// (P_(k+1)(x) - P_(k-1)(x))/(2 k + 1), or x + 1 for k = 0.
GaussLegendre::GaussLegendre() {
  Row roots{};
  Row full{};
  for (std::size_t i = 0; i < kOrder; ++i) {
    roots[i] = root(i);
    const double slope = derivative(roots[i]);
    full[i] = 2 / ((1 - roots[i] * roots[i]) * slope * slope);
    nodes_[i] = 0.5 * (1 + roots[i]);
    weights_[i] = 0.5 * full[i];
  }
  for (std::size_t j = 0; j < kOrder; ++j) {
    const auto to = legendre(roots[j]);
    for (std::size_t i = 0; i < kOrder; ++i) {
      const auto at = legendre(roots[i]);
      double sum = roots[j] + 1;
      for (std::size_t k = 1; k < kOrder; ++k) sum += at[k] * (to[k + 1] - to[k - 1]);
      partial_[j][i] = 0.25 * full[i] * sum;
    }
  }
}

}  // namespace ldp
