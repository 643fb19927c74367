// The discrete Gaussian in 64-bit integer arithmetic: P(x) proportional to exp(-x^2/(2 s^2)) for
// every integer x, exactly. Canonne, Kamath, Steinke 2020, "The Discrete Gaussian for Differential
// Privacy", Algorithm 3, with a discrete Laplace of scale s as its proposal.
//
// Their acceptance probability is then exp(-u^2/2) with u = ||Y| - s|/s. With u = q + a/s, q whole,
// u^2/2 = q^2/2 + q a/s + (a/s)^2/2, and each term has a race of its own, so that no product of
// two scales is ever formed: their form needs rationals of 200 bits at s = 2^36.
#pragma once

#include <cstdint>

#include "random/samplers.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// True with probability exp(-(a/s)^2/2). Requires 0 <= a < s <= 2^63.
template <WordSource S>
constexpr bool bernoulli_exp_square(S& source, std::uint64_t a, std::uint64_t s) {
  const UniformBelow below(s);
  const auto both_below = [&] {
    if (below(source) >= a) return false;
    return below(source) < a;
  };
  return exponential_race(source, both_below, 2);
}

/// About 15 words a draw, 120 bytes; the order of draws is normative, as for the other samplers.
class DiscreteGaussian {
 public:
  /// Largest s; |x| stays below 2^61.
  static constexpr std::uint64_t kMaxParameter = DiscreteLaplace::kMaxParameter;

  /// Requires 1 <= s <= kMaxParameter.
  constexpr explicit DiscreteGaussian(std::uint64_t s) : s_(s), proposal_(s, 1) {}

  template <WordSource S>
  constexpr std::int64_t operator()(S& source) const {
    for (int tries = 0; tries < kMaxTries && !has_failed(source); ++tries) {
      const std::int64_t y = proposal_(source);
      const auto magnitude = static_cast<std::uint64_t>(y < 0 ? -y : y);
      if (is_accepted(source, magnitude < s_ ? s_ - magnitude : magnitude - s_)) return y;
    }
    mark_failed(source);
    return 0;
  }

 private:
  // True with probability exp(-(distance/s)^2/2).
  template <WordSource S>
  constexpr bool is_accepted(S& source, std::uint64_t distance) const {
    const std::uint64_t q = distance / s_;
    const std::uint64_t a = distance % s_;
    for (std::uint64_t i = 0; i < q * q; ++i) {
      if (i == kMaxTries) mark_failed(source);  // a healthy source: once in exp(2048)
      if (has_failed(source) || !bernoulli_exp(source, 1, 2)) return false;
    }
    for (std::uint64_t i = 0; i < q; ++i) {
      if (!bernoulli_exp(source, a, s_)) return false;
    }
    return bernoulli_exp_square(source, a, s_);
  }

  std::uint64_t s_;
  DiscreteLaplace proposal_;
};

/// One draw from DiscreteGaussian(s).
template <WordSource S>
constexpr std::int64_t discrete_gaussian(S& source, std::uint64_t s) {
  return DiscreteGaussian(s)(source);
}

}  // namespace ldp
