#include "server/best_arm/duel_gain.hpp"

#include <algorithm>
#include <cmath>

namespace ldp {
namespace {

constexpr double kLargestTilt = 0.8;
constexpr double kCap = 0.75;
constexpr double kLeastPrice = -0.9;
constexpr int kHalvings = 60;

// The mean bit of an arm, as it is guessed before the block: inside (0, 1).
double centre_of(const DuelCount& before, double p0) {
  return std::clamp((before.ones + 2) / (before.reports + 4), p0, 1 - p0);
}

// What is fixed before the block's bits.
struct Bet {
  double pi = 0;  // share of the reports about o
  double c_o = 0;
  double c_b = 0;
  double scale = 0;  // theta/sigma
  double cap = 0;

  [[nodiscard]] double tilt(std::size_t g) const { return std::min(duel_tilts()[g] * scale, cap); }
};

Bet bet_of(const DuelLevel& level, const DuelArm& o, const DuelArm& b) {
  Bet bet;
  bet.pi = o.block.reports / (o.block.reports + b.block.reports);
  bet.c_o = centre_of(o.before, level.p0);
  bet.c_b = centre_of(b.before, level.p0);
  const double rest = 1 - bet.pi;
  bet.scale =
      level.theta / std::sqrt(rest * bet.c_o * (1 - bet.c_o) + bet.pi * bet.c_b * (1 - bet.c_b));
  bet.cap = kCap / std::max(rest * bet.c_o, bet.pi * (1 - bet.c_b));
  return bet;
}

bool has_duel(const DuelArm& o, const DuelArm& b) {
  return o.block.reports > 0 && b.block.reports > 0;
}

}  // namespace

const DuelLanes& duel_tilts() {
  static const DuelLanes tilts = [] {
    DuelLanes made{};
    double tilt = kLargestTilt;
    for (double& one : made) {
      one = tilt;
      tilt *= 2.0 / 3;
    }
    return made;
  }();
  return tilts;
}

const DuelLanes& duel_prior() {
  static const DuelLanes prior = [] {
    DuelLanes made{};
    double sum = 0;
    for (std::size_t g = 0; g < kDuelTilts; ++g) {
      const double z = std::log(duel_tilts()[g] / 0.12) / 1.5;
      made[g] = std::exp(-z * z / 2);
      sum += made[g];
    }
    for (double& one : made) one /= sum;
    return made;
  }();
  return prior;
}

double duel_wealth(const DuelCount& o, const DuelCount& b, double c_o, double c_b, double u) {
  const double pi = o.reports / (o.reports + b.reports);
  const double x = (1 - pi) * u;
  const double y = pi * u;
  return o.ones * std::log1p(x * (1 - c_o)) + (o.reports - o.ones) * std::log1p(-x * c_o) +
         b.ones * std::log1p(-y * (1 - c_b)) + (b.reports - b.ones) * std::log1p(y * c_b);
}

double duel_gain(const DuelCount& o, const DuelCount& b, double c_o, double c_b, double u,
                 double d0) {
  const double n = o.reports + b.reports;
  const double pi = o.reports / n;
  const double q = pi * (1 - pi) * u * (d0 - (c_o - c_b));
  if (q <= kLeastPrice) return 0;
  return duel_wealth(o, b, c_o, c_b, u) - n * std::log1p(q);
}

void add_duel(const DuelLevel& level, const DuelArm& o, const DuelArm& b, double d0,
              std::span<double, kDuelTilts> row) {
  if (!has_duel(o, b)) return;
  const Bet bet = bet_of(level, o, b);
  for (std::size_t g = 0; g < kDuelTilts; ++g) {
    row[g] += duel_gain(o.block, b.block, bet.c_o, bet.c_b, bet.tilt(g), d0);
  }
}

void add_lift(const DuelLevel& level, const DuelArm& o, const DuelArm& b,
              std::span<double, kDuelTilts> wealth, std::span<double, kDuelTilts> slope) {
  if (!has_duel(o, b)) return;
  const Bet bet = bet_of(level, o, b);
  const double h = bet.pi * b.block.reports;  // n_o n_b/n
  for (std::size_t g = 0; g < kDuelTilts; ++g) {
    const double u = bet.tilt(g);
    wealth[g] += duel_wealth(o.block, b.block, bet.c_o, bet.c_b, u) + u * h * (bet.c_o - bet.c_b);
    slope[g] += u * h * level.theta;
  }
}

double log_mixture(std::span<const double, kDuelTilts> row) {
  const DuelLanes& prior = duel_prior();
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (std::size_t g = 0; g < kDuelTilts; ++g) sum += prior[g] * std::exp(row[g] - largest);
  return largest + std::log(sum);
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
