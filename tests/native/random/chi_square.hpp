// Pearson's chi-square test of integer draws against an exact probability mass function.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ldp::test {

// P(chi-square with `freedom` degrees > x): the regularised upper incomplete gamma Q(freedom/2,
// x/2), by its series below the mean and by Lentz's continued fraction above.
inline double chi_square_tail(double x, double freedom) {
  const double a = freedom / 2;
  const double z = x / 2;
  if (z <= 0) return 1;
  const double front = std::exp(a * std::log(z) - z - std::lgamma(a));
  if (z < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < 10'000 && term > sum * 1e-17; ++n) sum += term *= z / (a + n);
    return 1 - front * sum;
  }
  double b = z + 1 - a;
  double c = 1e300;
  double d = 1 / b;
  double fraction = d;
  for (int n = 1; n < 10'000; ++n) {
    const double an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    fraction *= c * d;
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

// p-value of `draws` under `pmf`. Values -reach..reach with an expectation of at least 20 have a
// bin of their own; the two tails share one, whose probability is what is left.
template <class Pmf>
double chi_square_p_value(const std::vector<std::int64_t>& draws, Pmf pmf, std::int64_t reach) {
  std::map<std::int64_t, double> counts;
  for (const std::int64_t draw : draws) counts[draw] += 1;
  const auto total = static_cast<double>(draws.size());

  double statistic = 0;
  double bins = 0;
  double rest_expected = total;
  double rest_count = total;
  for (std::int64_t x = -reach; x <= reach; ++x) {
    const double expected = total * pmf(x);
    if (expected < 20) continue;
    const double count = counts[x];
    statistic += (count - expected) * (count - expected) / expected;
    bins += 1;
    rest_expected -= expected;
    rest_count -= count;
  }
  if (rest_expected >= 20) {
    statistic += (rest_count - rest_expected) * (rest_count - rest_expected) / rest_expected;
    bins += 1;
  }
  return chi_square_tail(statistic, bins - 1);
}

}  // namespace ldp::test
