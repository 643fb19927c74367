// Exact samplers in 64-bit integer arithmetic: no floating point, hence no rounding of the law.
// Canonne, Kamath, Steinke 2020, "The Discrete Gaussian for Differential Privacy", Algorithms 1, 2.
//
// The order of draws is normative (golden streams in the tests). Every loop is bounded far beyond
// what a healthy source can need; beyond the bound the source is marked failed, and the caller,
// who asks has_failed(source) before releasing anything, releases nothing.
#pragma once

#include <cstdint>

#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// A healthy source reaches this many steps of the exponential race with probability 1/63! <
/// 2^-287.
inline constexpr std::uint64_t kMaxRace = 64;

/// True with probability a/b. Requires 0 <= a <= b, 1 <= b <= 2^63.
template <WordSource S>
constexpr bool bernoulli(S& source, std::uint64_t a, std::uint64_t b) {
  return uniform_below(source, b) < a;
}

/// The race of Canonne, Kamath, Steinke 2020, Algorithm 1, for gamma = P(hit) in [0, 1]: counts
/// K = 1, 2, ... while hit() and a 1/(stride K) coin succeed. P(K > k) = (gamma/stride)^k/k!, so
/// P(K odd) = exp(-gamma/stride). Requires stride >= 1.
template <WordSource S, class Hit>
constexpr bool exponential_race(S& source, Hit hit, std::uint64_t stride = 1) {
  for (std::uint64_t k = 1; k <= kMaxRace; ++k) {
    if (!hit() || !uniform_is_zero(source, stride * k)) return (k & 1) != 0;
  }
  mark_failed(source);
  return false;
}

/// True with probability exp(-a/b). Requires 0 <= a <= b, 1 <= b <= 2^63.
template <WordSource S>
constexpr bool bernoulli_exp(S& source, std::uint64_t a, std::uint64_t b) {
  const UniformBelow below(b);
  return exponential_race(source, [&] { return below(source) < a; });
}

/// True with probability 1/e; the draws of bernoulli_exp(source, 1, 1), where every hit is certain.
template <WordSource S>
constexpr bool bernoulli_inverse_e(S& source) {
  return exponential_race(source, [] { return true; });
}

/// Discrete Laplace: P(x) = tanh(s/(2t)) exp(-|x| s/t) for every integer x.
/// Canonne, Kamath, Steinke 2020, Algorithm 2. About 8.8 words a draw.
class DiscreteLaplace {
 public:
  /// Largest t and s; |x| stays below 2^61.
  static constexpr std::uint64_t kMaxParameter = std::uint64_t{1} << 48;

  /// Requires 1 <= t, s <= kMaxParameter.
  constexpr DiscreteLaplace(std::uint64_t t, std::uint64_t s) : t_(t), s_(s), below_t_(t) {}

  template <WordSource S>
  constexpr std::int64_t operator()(S& source) const {
    for (int tries = 0; tries < kMaxTries && !has_failed(source); ++tries) {
      const std::uint64_t u = below_t_(source);
      if (!exponential_race(source, [&] { return below_t_(source) < u; })) continue;
      std::uint64_t v = 0;
      while (bernoulli_inverse_e(source)) {
        if (++v > kMaxTries) {
          mark_failed(source);
          return 0;
        }
      }
      const std::uint64_t quotient = u + t_ * v;
      const std::uint64_t magnitude = s_ == 1 ? quotient : quotient / s_;
      const bool negative = (source.next() & 1) != 0;
      if (negative && magnitude == 0) continue;
      const auto value = static_cast<std::int64_t>(magnitude);
      return negative ? -value : value;
    }
    mark_failed(source);
    return 0;
  }

 private:
  std::uint64_t t_;
  std::uint64_t s_;
  UniformBelow below_t_;
};

/// One draw from DiscreteLaplace(t, s).
template <WordSource S>
constexpr std::int64_t discrete_laplace(S& source, std::uint64_t t, std::uint64_t s = 1) {
  return DiscreteLaplace(t, s)(source);
}

}  // namespace ldp
