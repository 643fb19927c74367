#include "server/arms/bernoulli_divergence.hpp"

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

// w - ln(1 + w) for w >= -1.
double excess_of_line(double w) {
  if (std::abs(w) > 0.01) return w - std::log1p(w);
  double series = 1.0 / 10;  // of w^2/2 - w^3/3 + ...: the rest is below 1e-17 of it
  for (int k = 9; k >= 2; --k) series = 1.0 / k - w * series;
  return w * w * series;
}

}  // namespace

// Between the ends kl = p g(gap/p) + (1 - p) g(-gap/(1 - p)) with g(w) = w - ln(1 + w) >= 0:
// nothing cancels.
double bernoulli_divergence_at(double p, double gap) {
  if (p <= 0) return -std::log1p(-gap);
  if (p >= 1) return -std::log1p(gap);
  return p * excess_of_line(std::max(gap / p, -1.0)) +
         (1 - p) * excess_of_line(std::max(-gap / (1 - p), -1.0));
}

double bernoulli_divergence(double p, double q) { return bernoulli_divergence_at(p, q - p); }

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
