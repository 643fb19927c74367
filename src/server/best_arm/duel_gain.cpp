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

  [[nodiscard]] DuelLanes tilts() const {
    DuelLanes u = duel_tilts();
    for (double& one : u) one = std::min(one * scale, cap);
    return u;
  }
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

// count ln(1 + factor u): a bet of tilt u has four of them, and its price is a fifth.
constexpr std::size_t kParts = 5;
struct Part {
  double count = 0;
  double factor = 0;
};

constexpr double kSmall = 0.2;
// Terms of ln(1 + x) after which the next is 2e-17 of it: for |x| <= kSmall, and for each further
// pair of tilts, whose x is 4/9 of the last one's.
constexpr std::array<std::size_t, kDuelTilts / 2> kTerms{22, 15, 12, 9, 8, 7};

constexpr auto kInverse = [] {
  std::array<double, kTerms[0]> inverse{};
  for (std::size_t k = 0; k < inverse.size(); ++k) inverse[k] = 1 / static_cast<double>(k + 1);
  return inverse;
}();

// Adds the parts of each tilt to its lane. Small tilts take them all from one power series in u,
// whose coefficients are sums over the parts: 60 logarithms were most of the work of a block.
void add_parts(std::span<const Part, kParts> parts, const DuelLanes& u, DuelLanes& lanes) {
  double largest = 0;
  for (const Part& part : parts) largest = std::max(largest, std::abs(part.factor));
  std::size_t first = 0;
  for (; first < kDuelTilts && u[first] * largest > kSmall; ++first) {
    for (const Part& part : parts) {
      lanes[first] += part.count * std::log1p(u[first] * part.factor);
    }
  }
  if (first == kDuelTilts) return;
  std::array<double, kTerms[0]> series{};  // of u/u[first]
  std::array<double, kParts> x{};
  std::array<double, kParts> power{};
  for (std::size_t i = 0; i < kParts; ++i) {
    x[i] = -u[first] * parts[i].factor;
    power[i] = -parts[i].count * x[i];
  }
  for (std::size_t k = 0; k < series.size(); ++k) {
    for (std::size_t i = 0; i < kParts; ++i) {
      series[k] += power[i];
      power[i] *= x[i];
    }
    series[k] *= kInverse[k];
  }
  for (std::size_t g = first, pair = 0; g < kDuelTilts; g += 2, ++pair) {
    const std::size_t next = std::min(g + 1, kDuelTilts - 1);
    const double r = u[g] / u[first];
    const double r_next = u[next] / u[first];
    double sum = 0;
    double sum_next = 0;
    for (std::size_t k = kTerms[pair]; k-- > 0;) {
      sum = r * (sum + series[k]);
      sum_next = r_next * (sum_next + series[k]);
    }
    lanes[g] += sum;
    if (next > g) lanes[next] += sum_next;
  }
}

// Those of duel_wealth, and the price.
std::array<Part, kParts> parts_of(const Bet& bet, const DuelCount& o, const DuelCount& b,
                                  double price = 0) {
  const double rest = 1 - bet.pi;
  return {{{o.ones, rest * (1 - bet.c_o)},
           {o.reports - o.ones, -rest * bet.c_o},
           {b.ones, -bet.pi * (1 - bet.c_b)},
           {b.reports - b.ones, bet.pi * bet.c_b},
           {-(o.reports + b.reports), price}}};
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
  const DuelLanes u = bet.tilts();
  const double price = bet.pi * (1 - bet.pi) * (d0 - (bet.c_o - bet.c_b));  // q of a tilt of 1
  if (u[0] * price <= kLeastPrice) {
    for (std::size_t g = 0; g < kDuelTilts; ++g) {
      row[g] += duel_gain(o.block, b.block, bet.c_o, bet.c_b, u[g], d0);
    }
    return;
  }
  DuelLanes gain{};
  add_parts(parts_of(bet, o.block, b.block, price), u, gain);
  for (std::size_t g = 0; g < kDuelTilts; ++g) row[g] += gain[g];
}

void add_lift(const DuelLevel& level, const DuelArm& o, const DuelArm& b,
              std::span<double, kDuelTilts> wealth, std::span<double, kDuelTilts> slope) {
  if (!has_duel(o, b)) return;
  const Bet bet = bet_of(level, o, b);
  const DuelLanes u = bet.tilts();
  DuelLanes won{};
  add_parts(parts_of(bet, o.block, b.block), u, won);
  const double h = bet.pi * b.block.reports;  // n_o n_b/n
  for (std::size_t g = 0; g < kDuelTilts; ++g) {
    wealth[g] += won[g] + u[g] * h * (bet.c_o - bet.c_b);
    slope[g] += u[g] * h * level.theta;
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
