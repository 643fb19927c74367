#include "server/best_arm/duel_mixture.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

constexpr int kHalvings = 60;

// Two numbers side by side, of which each has the bits that it would have alone.
using Both __attribute__((vector_size(16))) = double;
using BothBits __attribute__((vector_size(16))) = std::int64_t;

constexpr double kLeastExponent = -100;  // parts below it do not change a bit of their sum

constexpr int kExpTerms = 13;  // after them the next is below 5e-18
constexpr auto kInverseFactorial = [] {
  std::array<double, kExpTerms + 1> inverse{};
  double factorial = 1;
  for (std::size_t n = 0; n < inverse.size(); ++n) {
    if (n > 0) factorial *= static_cast<double>(n);
    inverse[n] = 1 / factorial;
  }
  return inverse;
}();

// e^x of each, kLeastExponent <= x <= 0: natural_exp without its quotients.
Both exps(const Both& x) {
  // Added to it a number is rounded to an integer k, which ends the bits of the sum.
  constexpr double kRound = 0x1.8p52;
  constexpr double kLn2High = 0x1.62e42fefap-1;  // 37 bits: its multiples by k are exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  const Both rounded = x * 1.4426950408889634 + kRound;
  const Both k = rounded - kRound;
  const Both r = (x - k * kLn2High) - k * kLn2Low;
  Both sum = Both{kInverseFactorial[kExpTerms], kInverseFactorial[kExpTerms]};
  for (std::size_t n = kExpTerms; n > 0; --n) sum = sum * r + kInverseFactorial[n - 1];
  return reinterpret_cast<Both>(reinterpret_cast<BothBits>(sum) +
                                (reinterpret_cast<BothBits>(rounded) << 52));
}

}  // namespace

const DuelLanes& duel_prior() {
  static const DuelLanes prior = [] {
    DuelLanes made{};
    double sum = 0;
    for (std::size_t g = 0; g < kDuelTilts; ++g) {
      const double z = natural_log(duel_tilts()[g] / 0.12) / 1.5;
      made[g] = natural_exp(-z * z / 2);
      sum += made[g];
    }
    for (double& one : made) one /= sum;
    return made;
  }();
  return prior;
}

double log_mixture(std::span<const double, kDuelTilts> row) {
  const DuelLanes& prior = duel_prior();
  const double largest = *std::max_element(row.begin(), row.end());
  Both sum{};
  for (std::size_t g = 0; g < kDuelTilts; g += 2) {
    const Both below{std::max(row[g] - largest, kLeastExponent),
                     std::max(row[g + 1] - largest, kLeastExponent)};
    sum += Both{prior[g], prior[g + 1]} * exps(below);
  }
  return largest + natural_log(sum[0] + sum[1]);
}

double log_mixture_ceiling(std::span<const double, kDuelTilts> row) {
  constexpr double kNear = 3;
  constexpr double kRest = 0.05;  // above e^-kNear
  const DuelLanes& prior = duel_prior();
  Both most{row[0], row[1]};
  for (std::size_t g = 2; g < kDuelTilts; g += 2) {
    const Both next{row[g], row[g + 1]};
    most = next > most ? next : most;
  }
  const double largest = std::max(most[0], most[1]);
  const Both near{largest - kNear, largest - kNear};
  Both weight{};
  for (std::size_t g = 0; g < kDuelTilts; g += 2) {
    const Both next{row[g], row[g + 1]};
    weight += next > near ? Both{prior[g], prior[g + 1]} : Both{};
  }
  return largest + std::min(weight[0] + weight[1] + kRest - 1, 0.0);  // ln x <= x - 1
}

double lift_bound(std::span<const double, kDuelTilts> wealth,
                  std::span<const double, kDuelTilts> slope, double x) {
  const auto refutes = [&](double lift) {
    DuelLanes row{};
    for (std::size_t g = 0; g < kDuelTilts; ++g) row[g] = wealth[g] - lift * slope[g];
    return log_mixture(row) >= x;
  };
  double low = -1;
  double high = 1;
  if (!refutes(low)) return low;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (refutes(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace ldp
