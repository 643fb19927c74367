#include "server/best_arm/duel_gain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

constexpr DuelLanes kTilts = [] {
  DuelLanes tilts{};
  double tilt = 0.8;
  for (double& one : tilts) {
    one = tilt;
    tilt *= 2.0 / 3;
  }
  return tilts;
}();
constexpr double kCap = 0.75;
constexpr double kLeastPrice = -0.9;

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
    DuelLanes u{};
    for (std::size_t g = 0; g < kDuelTilts; ++g) u[g] = std::min(kTilts[g] * scale, cap);
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

// Two numbers side by side, of which each has the bits that it would have alone.
using Both __attribute__((vector_size(16))) = double;

constexpr double kSmall = 0.5;
constexpr std::size_t kMostTerms = 50;

constexpr auto kInverse = [] {
  std::array<double, kMostTerms> inverse{};
  for (std::size_t k = 0; k < inverse.size(); ++k) inverse[k] = 1 / static_cast<double>(k + 1);
  return inverse;
}();

// How many terms of ln(1 + x) leave 2e-17 of it or less, an even number.
constexpr std::uint8_t terms_for(double x) {
  double power = x;
  int k = 1;
  for (; power > 2e-17 * (k + 1); ++k) power *= x;
  return static_cast<std::uint8_t>(k + k % 2);
}
static_assert(terms_for(kSmall) == kMostTerms);

// Of the tilt of which |x| is below the next multiple of 1/kKeysOfOne, and of each second one
// after it.
constexpr std::size_t kKeysOfOne = 128;
using Terms = std::array<std::uint8_t, kDuelTilts / 2>;
constexpr auto kTerms = [] {
  std::array<Terms, kKeysOfOne / 2 + 1> terms{};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    double x = std::min(static_cast<double>(i + 1) / kKeysOfOne, kSmall);
    for (std::uint8_t& one : terms[i]) {
      one = terms_for(x);
      x *= 4.0 / 9;
    }
  }
  return terms;
}();

// Coefficients of a power series, from v^1, two by two.
using Series = std::array<Both, kMostTerms / 2>;

// The first `terms` of sum count ln(1 + factor u v).
void expand(std::span<const Part, kParts> parts, double u, std::size_t terms, Series& series) {
  std::array<Both, kParts> power{};
  std::array<Both, kParts> step{};
  for (std::size_t i = 0; i < kParts; ++i) {
    const double x = -u * parts[i].factor;
    const double first = -parts[i].count * x;
    power[i] = Both{first, first * x};
    step[i] = Both{x * x, x * x};
  }
  for (std::size_t k = 0; k < terms; k += 2) {
    Both sum = power[0];
    power[0] *= step[0];
    for (std::size_t i = 1; i < kParts; ++i) {
      sum += power[i];
      power[i] *= step[i];
    }
    series[k / 2] = sum * Both{kInverse[k], kInverse[k + 1]};
  }
}

// The series at v.
double value_at(double v, const Both& sums) { return v * (sums[0] + v * sums[1]); }

// Adds the parts of each tilt to its lane. Small tilts take them all from one power series in u,
// whose coefficients are sums over the parts: 60 logarithms were most of the work of a block. No
// small tilt is capped, so each is 2/3 of the last.
void add_parts(std::span<const Part, kParts> parts, const DuelLanes& u,
               std::span<double, kDuelTilts> lanes) {
  double largest = 0;
  for (const Part& part : parts) largest = std::max(largest, std::abs(part.factor));
  std::size_t first = 0;
  for (; first < kDuelTilts && u[first] * largest > kSmall; ++first) {
    for (const Part& part : parts) {
      lanes[first] += part.count * natural_log1p(u[first] * part.factor);
    }
  }
  if (first == kDuelTilts) return;
  const Terms& terms = kTerms[static_cast<std::size_t>(u[first] * largest * kKeysOfOne)];
  Series series;
  expand(parts, u[first], terms[0], series);
  double v = 1;
  for (std::size_t g = first; g < kDuelTilts; g += 2) {
    const double v_next = v * (2.0 / 3);
    const Both square{v * v, v * v};
    const Both square_next{v_next * v_next, v_next * v_next};
    Both sums{};
    Both sums_next{};
    for (std::size_t k = terms[(g - first) / 2] / 2; k-- > 0;) {
      sums = sums * square + series[k];
      sums_next = sums_next * square_next + series[k];
    }
    lanes[g] += value_at(v, sums);
    if (g + 1 < kDuelTilts) lanes[g + 1] += value_at(v_next, sums_next);
    v = v_next * (2.0 / 3);
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

const DuelLanes& duel_tilts() { return kTilts; }

double duel_wealth(const DuelCount& o, const DuelCount& b, double c_o, double c_b, double u) {
  const double pi = o.reports / (o.reports + b.reports);
  const double x = (1 - pi) * u;
  const double y = pi * u;
  return o.ones * natural_log1p(x * (1 - c_o)) + (o.reports - o.ones) * natural_log1p(-x * c_o) +
         b.ones * natural_log1p(-y * (1 - c_b)) + (b.reports - b.ones) * natural_log1p(y * c_b);
}

double duel_gain(const DuelCount& o, const DuelCount& b, double c_o, double c_b, double u,
                 double d0) {
  const double n = o.reports + b.reports;
  const double pi = o.reports / n;
  const double q = pi * (1 - pi) * u * (d0 - (c_o - c_b));
  if (q <= kLeastPrice) return 0;
  return duel_wealth(o, b, c_o, c_b, u) - n * natural_log1p(q);
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
  add_parts(parts_of(bet, o.block, b.block, price), u, row);
}

void add_lift(const DuelLevel& level, const DuelArm& o, const DuelArm& b,
              std::span<double, kDuelTilts> wealth, std::span<double, kDuelTilts> slope) {
  if (!has_duel(o, b)) return;
  const Bet bet = bet_of(level, o, b);
  const DuelLanes u = bet.tilts();
  add_parts(parts_of(bet, o.block, b.block), u, wealth);
  const double h = bet.pi * b.block.reports;  // n_o n_b/n
  for (std::size_t g = 0; g < kDuelTilts; ++g) {
    wealth[g] += u[g] * h * (bet.c_o - bet.c_b);
    slope[g] += u[g] * h * level.theta;
  }
}

}  // namespace ldp
