#include "server/best_arm/duel_shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "server/arms/bernoulli_divergence.hpp"

namespace ldp {
namespace {

constexpr double kRuled = 0.9;       // of the reports; the others are shared alike
constexpr double kUnknown = 1e9;     // in place of 1/T without reports
constexpr double kLeastMean = 1e-4;  // of a bit, for its variance
constexpr int kHalvings = 60;
constexpr int kSteps = 16;        // of Newton's method: four or five do
constexpr double kClose = 1e-14;  // relative

double inverse_of(double pulls) { return pulls > 0 ? 1 / std::max(pulls, 1 / kUnknown) : kUnknown; }

// How hard the duel of the leader with an arm is: 2 v over the squared gap, which is uncertain.
double hardness(const DuelStanding& of, std::uint32_t rival) {
  const double m = (of.mean[of.leader] + of.mean[rival]) / 2;
  const double p = std::clamp(of.p0 + of.theta * m, kLeastMean, 1 - kLeastMean);
  const double v = p * (1 - p) / (of.theta * of.theta);
  const double gap = of.mean[of.leader] - of.mean[rival] + of.indifference;
  const double leader = of.pulls[of.leader];
  const double spread = leader > 0 ? v * (1 / leader + inverse_of(of.pulls[rival])) : v * kUnknown;
  return 2 * v / (gap * gap + spread);
}

// The smallest double above `hardest` at which the sum of (H/(x - H))^2 is 1 at most: the end of a
// halving of (hardest, (1 + sqrt K) hardest]. Newton's method on the sum to the power -1/2, which
// is nearly a line, goes most of the way.
double root_of_shares(const DuelStanding& of, const std::vector<double>& hard, double hardest) {
  struct Sums {
    double value = 0;
    double slope = 0;
  };
  const auto sums_at = [&](double x) {
    Sums sums;
    for (const std::uint32_t arm : of.left) {
      if (arm == of.leader) continue;
      const double inverse = 1 / (x - hard[arm]);
      const double ratio = hard[arm] * inverse;
      sums.value += ratio * ratio;
      sums.slope += 2 * ratio * ratio * inverse;
    }
    return sums;
  };
  const auto is_above = [&](double x) {
    double sum = 0;
    for (const std::uint32_t arm : of.left) {
      if (arm == of.leader) continue;
      const double ratio = hard[arm] / (x - hard[arm]);
      sum += ratio * ratio;
    }
    return sum <= 1;
  };
  double low = hardest;
  double high = (1 + std::sqrt(static_cast<double>(of.mean.size()))) * hardest;
  double x = 2 * hardest;  // the hardest alone makes the sum 1 there
  for (int i = 0; i < kSteps; ++i) {
    const Sums sums = sums_at(x);
    const double step = 2 * sums.value * (std::sqrt(sums.value) - 1) / sums.slope;
    x += step;
    if (!(x > low && x < high)) break;
    if (std::abs(step) > kClose * x) continue;
    const double below = x * (1 - kClose);
    const double above = x * (1 + kClose);
    if (below > low && !is_above(below)) low = below;
    if (above < high && is_above(above)) high = above;
    break;
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;  // neighbours
    (is_above(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::vector<double> duel_shares(const DuelStanding& of) {
  std::vector<double> shares(of.mean.size());
  const auto left = static_cast<double>(of.left.size());
  if (of.left.size() <= 2) {
    for (const std::uint32_t arm : of.left) shares[arm] = 1 / left;
    return shares;
  }
  double hardest = 0;
  for (const std::uint32_t arm : of.left) {
    if (arm == of.leader) continue;
    shares[arm] = hardness(of, arm);
    hardest = std::max(hardest, shares[arm]);
  }
  if (!std::isfinite(hardest)) {  // exact and equal means: only those duels matter
    for (const std::uint32_t arm : of.left) shares[arm] = std::isfinite(shares[arm]) ? 0 : 1;
    shares[of.leader] = 1;
    hardest = 1;
  }
  const double high = root_of_shares(of, shares, hardest);
  double sum = high;
  for (const std::uint32_t arm : of.left) {
    if (arm == of.leader) continue;
    shares[arm] *= high / (high - shares[arm]);
    sum += shares[arm];
  }
  shares[of.leader] = high;
  for (const std::uint32_t arm : of.left) {
    shares[arm] = kRuled * shares[arm] / sum + (1 - kRuled) / left;
  }
  return shares;
}

double duel_rate(const DuelStanding& of, std::span<const double> shares, std::uint32_t rival) {
  const double own = shares[of.leader];
  const double other = shares[rival];
  const auto bit = [&](std::uint32_t arm) {
    return std::clamp(of.p0 + of.theta * of.mean[arm], 0.0, 1.0);
  };
  const double p = bit(of.leader);
  const double q = bit(rival);
  const double m = (own * p + other * q) / (own + other);
  if (of.indifference == 0) {
    return own * bernoulli_divergence(p, m) + other * bernoulli_divergence(q, m);
  }
  const double gap = of.theta * (of.mean[of.leader] - of.mean[rival] + of.indifference);
  const double v = std::max(m * (1 - m), kLeastMean);
  return own * other / (own + other) * gap * gap / (2 * v);
}

}  // namespace ldp
