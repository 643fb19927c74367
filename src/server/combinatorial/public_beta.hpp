// Beta numbers from a public word: the beta posterior of LDP2-T (docs/spec/combinatorial.md,
// section 5). Any party with the sums draws the same ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "foundation/natural_log.hpp"
#include "protocol/public_normal.hpp"
#include "protocol/public_word.hpp"

namespace ldp {

/// Gamma(shape, 1) for shape >= 1. Marsaglia & Tsang 2000, "A Simple Method for Generating Gamma
/// Variables", without any function of the platform's libm but the square root.
[[nodiscard]] inline double public_gamma(std::uint64_t seed, double shape) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (std::uint32_t attempt = 0;; ++attempt) {  // once more with probability 0.05 at most
    const double x = public_normal(seed, attempt);
    const double uniform = 1 - public_uniform(~seed, attempt);  // in (0, 1]
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (natural_log(uniform) <= 0.5 * x * x + d * (1 - v + natural_log(v))) return d * v;
  }
}

/// Beta(first, second) for parameters of at least 1.
[[nodiscard]] inline double public_beta(std::uint64_t seed, std::uint32_t index, double first,
                                        double second) {
  const double x = public_gamma(public_word(seed, index, 0), first);
  const double y = public_gamma(public_word(seed, index, 1), second);
  return x / (x + y);
}

/// What randomised bits of one level say of an arm: ones and zeros, the planned ones in proportion.
struct ArmBits {
  double ones = 0;
  double zeros = 0;
};

/// Of an estimate with weight W = theta^2 n; theta in (0, 1].
[[nodiscard]] inline ArmBits bits_of(double mean, double weight, double theta) {
  const double reports = weight / (theta * theta);
  const double share = std::clamp((1 - theta) / 2 + theta * mean, 0.0, 1.0);
  return {reports * share, reports * (1 - share)};
}

/// The index that a draw from the law of an arm's bits stands for: clip((draw - p0)/theta, 0, 1).
[[nodiscard]] inline double index_of_bit(double draw, double theta) {
  return std::clamp((draw - (1 - theta) / 2) / theta, 0.0, 1.0);
}

}  // namespace ldp
