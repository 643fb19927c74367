#include "server/best_arm/mean_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ldp {
namespace {

constexpr int kHalvings = 60;

// ln Gamma(x) - ((x - 1/2) ln x - x + ln(2 pi)/2), x >= 1/2. Its series is exact to a double from
// 16 on; below, Gamma(x) = Gamma(x + n)/(x (x + 1) ... (x + n - 1)).
double stirling_rest(double x) {
  if (x < 16) {
    double above = x;
    double product = 1;
    while (above < 16) {
      product *= above;
      above += 1;
    }
    return (above - 0.5) * std::log(above) - (x - 0.5) * std::log(x) - (above - x) -
           std::log(product) + stirling_rest(above);
  }
  const double y = 1 / (x * x);
  return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
}

// x ln(y/p), which is 0 at x = 0; of full precision where y and p are close, d = y - p.
double part(double x, double d, double p) { return x == 0 ? 0 : x * std::log1p(d / p); }

}  // namespace

double mean_prior(double p0) {
  const double r = (0.5 - p0) / 2;
  return std::max(0.5, (1 / (4 * r * r) - 1) / 2);
}

// lnB(S+a, N-S+a) - lnB(a, a) - S ln p - (N-S) ln(1-p) with the large terms taken together: the
// logarithms of Gamma would lose 1e-6 nats at 10^9 reports.
double mean_evidence(const DuelCount& bits, double a, double p) {
  const double ones = bits.ones + a;
  const double zeros = bits.reports - bits.ones + a;
  const double all = bits.reports + 2 * a;
  const double share = ones / all;
  const double rest = stirling_rest(ones) + stirling_rest(zeros) - stirling_rest(all) -
                      2 * stirling_rest(a) + stirling_rest(2 * a);
  return part(bits.ones, share - p, p) + part(bits.reports - bits.ones, p - share, 1 - p) +
         a * std::log(4 * share * (zeros / all)) - 0.5 * std::log(2 * share * zeros / a) + rest;
}

ConfidenceInterval mean_interval(const DuelCount& bits, const DuelLevel& level, double x) {
  if (bits.reports == 0) return {0, 1};
  const double a = mean_prior(level.p0);
  const double centre = bits.ones / bits.reports;
  // The evidence against p falls up to the centre and grows from there.
  const auto end = [&](double inner, double outer) {
    if (inner == outer) return outer;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (inner + outer) / 2;
      (mean_evidence(bits, a, middle) < x ? inner : outer) = middle;
    }
    return outer;
  };
  return {end(centre, 0), end(centre, 1)};
}

ConfidenceInterval reward_interval(std::span<const DuelCount> bits,
                                   std::span<const DuelLevel> levels, double x) {
  if (levels.size() == 1) {
    const ConfidenceInterval of_bits = mean_interval(bits.front(), levels.front(), x);
    const auto reward = [&](double p) {
      return std::clamp((p - levels.front().p0) / levels.front().theta, 0.0, 1.0);
    };
    return {reward(of_bits.lower), reward(of_bits.upper)};
  }
  // Between these every level's mean bit lies inside (0, 1).
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (const DuelLevel& level : levels) {
    low = std::max(low, -level.p0 / level.theta);
    high = std::min(high, (1 - level.p0) / level.theta);
  }
  const auto sum_over = [&](double mean, auto part) {
    double sum = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      if (bits[l].reports > 0)
        sum += part(bits[l], levels[l], levels[l].p0 + levels[l].theta * mean);
    }
    return sum;
  };
  const auto falls = [&](double mean) {  // the evidence, which is convex
    return sum_over(mean, [](const DuelCount& of, const DuelLevel& level, double p) {
             return level.theta * (of.ones / p - (of.reports - of.ones) / (1 - p));
           }) > 0;
  };
  double centre = low;
  double above = high;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (centre + above) / 2;
    (falls(middle) ? centre : above) = middle;
  }
  const auto end = [&](double inner, double outer) {
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (inner + outer) / 2;
      const double against =
          sum_over(middle, [](const DuelCount& of, const DuelLevel& level, double p) {
            return mean_evidence(of, mean_prior(level.p0), p);
          });
      (against < x ? inner : outer) = middle;
    }
    return std::clamp(outer, 0.0, 1.0);
  };
  return {end(centre, low), end(centre, high)};
}

}  // namespace ldp
