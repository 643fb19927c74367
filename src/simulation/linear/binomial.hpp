// Binomial numbers of any size, for simulation. Hoermann 1993, "The Generation of Binomial Random
// Variates", algorithm BTRS: a uniform number transformed into the shape of the law, rejected about
// one time in seven; exact up to the rounding of a logarithm.
#pragma once

#include <cmath>
#include <cstdint>

#include "foundation/natural_log.hpp"
#include "random/word_source.hpp"
#include "simulation/linear/ziggurat.hpp"
#include "simulation/normal.hpp"

namespace ldp {

/// ln n! - (ln sqrt(2 pi) + (n + 1/2) ln(n + 1) - (n + 1)) for an integer n >= 0.
inline double stirling_rest(double n) {
  if (n >= 10) {
    const double square = (n + 1) * (n + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (n + 1);
  }
  double log_factorial = 0;
  for (int k = 2; k <= n; ++k) log_factorial += natural_log(k);
  return log_factorial - (0.91893853320467274 + (n + 0.5) * natural_log(n + 1) - (n + 1));
}

/// Draws of Binomial(n, p), 0 < p <= 1/2, n >= 0 an integer below 2^53; trial by trial where n p is
/// below 10. Above 10^9 the nearest integer to a normal number of the same mean and variance: it
/// differs by less than 10^-4 in total variation there.
class BinomialDraw {
 public:
  BinomialDraw(double n, double p) : n_(n), p_(p), deviation_(std::sqrt(n * p * (1 - p))) {}

  template <WordSource S>
  double operator()(S& source) const {
    if (n_ > 1e9) return std::round(n_ * p_ + deviation_ * Ziggurat::instance()(source));
    if (n_ * p_ < 10) return by_trials(source);
    const double b = 1.15 + 2.53 * deviation_;
    const double a = -0.0873 + 0.0248 * b + 0.01 * p_;
    const double c = n_ * p_ + 0.5;
    const double v_r = 0.92 - 4.2 / b;
    const double alpha = (2.83 + 5.1 / b) * deviation_;
    const double log_odds = natural_log(p_ / (1 - p_));
    const double mode = std::floor((n_ + 1) * p_);
    for (;;) {
      const double u = open_uniform(source.next()) - 0.5;
      double v = open_uniform(source.next());
      const double us = 0.5 - std::abs(u);
      const double k = std::floor((2 * a / us + b) * u + c);
      if (us >= 0.07 && v <= v_r) return k;
      if (k < 0 || k > n_) continue;
      v = natural_log(v * alpha / (a / (us * us) + b));
      const double log_ratio =
          (mode + 0.5) * natural_log((mode + 1) / (n_ - mode + 1)) - (mode - k) * log_odds -
          (n_ + 1) * natural_log((n_ - k + 1) / (n_ - mode + 1)) +
          (k + 0.5) * natural_log((n_ - k + 1) / (k + 1)) + stirling_rest(mode) +
          stirling_rest(n_ - mode) - stirling_rest(k) - stirling_rest(n_ - k);
      if (v <= log_ratio) return k;
    }
  }

 private:
  template <WordSource S>
  double by_trials(S& source) const {
    const auto trials = static_cast<std::uint64_t>(n_);
    std::uint64_t sum = 0;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      if (open_uniform(source.next()) < p_) ++sum;
    }
    return static_cast<double>(sum);
  }

  double n_;
  double p_;
  double deviation_;
};

}  // namespace ldp
