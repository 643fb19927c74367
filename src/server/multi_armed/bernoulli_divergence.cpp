#include "server/multi_armed/bernoulli_divergence.hpp"

#include <algorithm>
#include <cmath>

namespace ldp {
namespace {

constexpr double kLargest = 1 - 1e-12;
constexpr int kMaximumSteps = 64;       // it takes three to six; twenty from the worst start
constexpr double kRelativeStep = 1e-9;  // the next step would be about the square of that

// Above the root: kl(m, q) >= m ln m + (1 - m) ln((1 - m)/(1 - q)). Better than Pinsker's
// inequality near 1, where it spares Newton's method a long way down the pole.
double above_root_near_one(double mean, double budget) {
  const double zeros = 1 - mean;
  return 1 - zeros * std::exp((mean * std::log(mean) - budget) / zeros);
}

}  // namespace

double bernoulli_divergence(double p, double q) {
  const double gap = q - p;
  double divergence = 0;
  if (p > 0) divergence -= p * std::log1p(gap / p);
  if (p < 1) divergence -= (1 - p) * std::log1p(-std::min(gap / (1 - p), 1.0));
  return std::max(divergence, 0.0);
}

// Newton's method. kl(m, .) is convex and increases right of m, so from above the root it decreases
// to it and cannot overshoot; a start below the root jumps above it in one step.
double kl_upper_bound(double mean, double budget, double start) {
  if (!(budget > 0)) return mean;
  if (mean <= 0) return -std::expm1(-budget);
  double highest = mean + std::sqrt(0.5 * budget);  // Pinsker: kl(m, q) >= 2 (q - m)^2
  if (highest > kLargest) {
    if (mean >= kLargest || bernoulli_divergence(mean, kLargest) <= budget) {
      return std::max(mean, kLargest);
    }
    highest = std::min(kLargest, above_root_near_one(mean, budget));
  }
  double q = start > mean && start < highest ? start : highest;
  for (int i = 0; i < kMaximumSteps; ++i) {
    const double gap = q - mean;
    const double step = (bernoulli_divergence(mean, q) - budget) * q * (1 - q) / gap;
    const double next = std::min(q - step, highest);
    if (!(next > mean)) return q;  // the budget is below the rounding of kl
    const bool is_close = std::abs(next - q) <= kRelativeStep * gap;
    q = next;
    if (is_close) break;
  }
  return q;
}

}  // namespace ldp
