// Seeded draws from Beta and Gamma laws, for simulation.
#pragma once

#include <cmath>

#include "random/word_source.hpp"
#include "simulation/normal.hpp"

namespace ldp {

/// Gamma(shape, 1) for shape >= 1. Marsaglia & Tsang 2000, "A Simple Method for Generating Gamma
/// Variables": a cube of a normal, accepted nearly always. Two words a try.
template <WordSource S>
[[nodiscard]] double gamma_draw(S& source, double shape) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal_of(source.next());
    const double root = 1 + c * x;
    const double uniform = open_uniform(source.next());
    if (root <= 0) continue;
    const double v = root * root * root;
    const double squared = x * x;
    // The squeeze is below the density, so that a logarithm is rarely needed.
    if (uniform < 1 - 0.0331 * squared * squared) return d * v;
    if (std::log(uniform) < 0.5 * squared + d * (1 - v + std::log(v))) return d * v;
  }
}

/// Beta(first, second) for parameters of at least 1.
template <WordSource S>
[[nodiscard]] double beta_draw(S& source, double first, double second) {
  const double x = gamma_draw(source, first);
  const double y = gamma_draw(source, second);
  return x / (x + y);
}

}  // namespace ldp
