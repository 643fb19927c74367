// The golden values are those of docs/spec/best-arm.md, section 10; tests/reference/best_arm.py
// recomputes them.
#include "server/best_arm/duel_gain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/best_arm/duel_mixture.hpp"
#include "server/best_arm/mean_sequence.hpp"

namespace ldp {
namespace {

const double kP0 = 1 / (1 + std::exp(1.0));
const DuelLevel kLevel{kP0, 1 - 2 * kP0};

auto golden(double value, double margin = 1e-12) { return Approx(value).margin(margin).epsilon(0); }

}  // namespace

TEST_CASE("the weights of the tilts are those of the specification") {
  const std::vector<double> expected{.054597698931821027, .074093790518578184, .093466603196210539,
                                     .10959690221562403,  .11945580816571215,  .12102732528965524,
                                     .11397950664781547,  .099778571713090023, .081192322717891614,
                                     .061412930457002814, .043178927355126249, .028219612791472663};
  double sum = 0;
  for (std::size_t g = 0; g < kDuelTilts; ++g) {
    CHECK(duel_prior()[g] == golden(expected[g]));
    sum += duel_prior()[g];
  }
  CHECK(sum == golden(1));
  CHECK(duel_tilts()[0] == 0.8);
  CHECK(duel_tilts()[11] == golden(0.8 * std::pow(2.0 / 3, 11)));
}

TEST_CASE("gains of one block are those of the specification, also for a margin") {
  const DuelArm o{{60, 40}, {500, 330}};
  const DuelArm b{{60, 30}, {400, 210}};
  DuelLanes row{};
  add_duel(kLevel, o, b, 0, row);
  CHECK(row[0] == golden(7.0793830307941516));
  CHECK(row[4] == golden(3.8992761147846069));
  CHECK(row[11] == golden(.26022041918195236));
  DuelLanes margin{};
  add_duel(kLevel, o, b, -0.05 * kLevel.theta, margin);
  CHECK(margin[0] == golden(11.086559468759333));
  CHECK(margin[4] == golden(4.6707965993523699));
  CHECK(margin[11] == golden(.30511258369680537));
}

TEST_CASE("a duel without reports about one of the two bets nothing") {
  DuelLanes row{};
  add_duel(kLevel, {{60, 40}, {500, 330}}, {{60, 30}, {0, 0}}, 0, row);
  add_duel(kLevel, {{60, 40}, {0, 0}}, {{60, 30}, {10, 3}}, 0, row);
  CHECK(row == DuelLanes{});
}

// Two levels of a menu: the gain is the sum, and each level has its own centres.
TEST_CASE("gains of several levels add up") {
  const DuelLevel raw{0, 1};
  const DuelArm o{{60, 40}, {500, 330}};
  const DuelArm b{{60, 30}, {400, 210}};
  DuelLanes one{};
  DuelLanes other{};
  DuelLanes both{};
  add_duel(kLevel, o, b, 0, one);
  add_duel(raw, o, b, 0, other);
  add_duel(kLevel, o, b, 0, both);
  add_duel(raw, o, b, 0, both);
  for (std::size_t g = 0; g < kDuelTilts; ++g) CHECK(both[g] == golden(one[g] + other[g]));
}

namespace {

// Section 2 of the specification as it stands there. The logarithms are of longer doubles; centres
// and tilts are doubles, whose rounding a centre near 0 or 1 makes large. `weight`: what the
// logarithms sum to without their signs.
struct Direct {
  long double gain = 0;
  long double weight = 0;
};
Direct gain_of(const DuelLevel& level, const DuelArm& o, const DuelArm& b, double d0,
               std::size_t g) {
  const auto centre = [&](const DuelCount& of) {
    return std::clamp((of.ones + 2) / (of.reports + 4), level.p0, 1 - level.p0);
  };
  const double n = o.block.reports + b.block.reports;
  const double pi = o.block.reports / n;
  const double c_o = centre(o.before);
  const double c_b = centre(b.before);
  const double sigma = std::sqrt((1 - pi) * c_o * (1 - c_o) + pi * c_b * (1 - c_b));
  const double cap = 0.75 / std::max((1 - pi) * c_o, pi * (1 - c_b));
  const double u = std::min(duel_tilts()[g] * level.theta / sigma, cap);
  const double q = pi * (1 - pi) * u * (d0 - (c_o - c_b));
  if (q <= -0.9) return {};
  Direct direct;
  const auto add = [&](double count, double x) {
    const long double part = count * std::log1p(static_cast<long double>(x));
    direct.gain += part;
    direct.weight += std::abs(part);
  };
  add(o.block.ones, (1 - pi) * u * (1 - c_o));
  add(o.block.reports - o.block.ones, -(1 - pi) * u * c_o);
  add(b.block.ones, -pi * u * (1 - c_b));
  add(b.block.reports - b.block.ones, pi * u * c_b);
  add(-n, q);
  return direct;
}

}  // namespace

// Levels from 0.01 to 20, so tilts of all sizes: power series, logarithms and the cap.
TEST_CASE("the twelve gains of a block are their logarithms one by one") {
  test::SplitMix64 random(11);
  const auto count = [&](double most) {
    const double reports = std::floor(1 + most * random.real());
    return DuelCount{reports, std::floor((reports + 1) * random.real())};
  };
  double worst = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double p0 = 1 / (1 + std::exp(std::pow(10, -2 + 3.3 * random.real())));
    const DuelLevel level{p0, 1 - 2 * p0};
    const double most = std::pow(10, 5 * random.real());
    const DuelArm o{count(most), count(most)};
    const DuelArm b{count(most), count(most)};
    const double d0 = i % 2 == 0 ? 0 : 0.4 * random.real() - 0.2;
    DuelLanes row{};
    add_duel(level, o, b, d0, row);
    for (std::size_t g = 0; g < kDuelTilts; ++g) {
      const Direct direct = gain_of(level, o, b, d0, g);
      const auto error = static_cast<double>(std::abs(row[g] - direct.gain) / (direct.weight + 1));
      worst = std::max(worst, error);
    }
  }
  CHECK(worst < 2e-15);
}

TEST_CASE("the mixture of twelve bets is the logarithm of their mean, and its ceiling above it") {
  test::SplitMix64 random(12);
  for (int i = 0; i < 2'000; ++i) {
    DuelLanes row{};
    const double scale = std::pow(10, -3 + 6 * random.real());
    for (double& one : row) one = scale * (2 * random.real() - 1);
    const double largest = *std::max_element(row.begin(), row.end());
    long double sum = 0;
    for (std::size_t g = 0; g < kDuelTilts; ++g) {
      sum += duel_prior()[g] * std::exp(static_cast<long double>(row[g]) - largest);
    }
    const auto direct = static_cast<double>(largest + std::log(sum));
    REQUIRE(std::abs(log_mixture(row) - direct) < 2e-15 * std::max(1.0, std::abs(largest)));
    REQUIRE(log_mixture_ceiling(row) > direct - 1e-12 * std::max(1.0, std::abs(largest)));
  }
}

namespace {

double choose(int n, int k) {
  double value = 1;
  for (int i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

double law(int n, int k, double p) {
  return choose(n, k) * std::pow(p, k) * std::pow(1 - p, n - k);
}

// E exp(gain) over all bits of n_o and n_b reports with means p_o and p_b.
double mean_factor(int n_o, int n_b, double p_o, double p_b, double c_o, double c_b, double u,
                   double d0) {
  double sum = 0;
  for (int s_o = 0; s_o <= n_o; ++s_o) {
    for (int s_b = 0; s_b <= n_b; ++s_b) {
      const DuelCount o{static_cast<double>(n_o), static_cast<double>(s_o)};
      const DuelCount b{static_cast<double>(n_b), static_cast<double>(s_b)};
      sum += law(n_o, s_o, p_o) * law(n_b, s_b, p_b) * std::exp(duel_gain(o, b, c_o, c_b, u, d0));
    }
  }
  return sum;
}

}  // namespace

// The lemma, by enumeration: for any centres, tilts below the cap, and means within d0.
TEST_CASE("no bet has a factor above 1 on average where o is not better than b by more than d0") {
  test::SplitMix64 random(7);
  double largest = 0;
  for (int i = 0; i < 3000; ++i) {
    const int n_o = 1 + static_cast<int>(6 * random.real());
    const int n_b = 1 + static_cast<int>(6 * random.real());
    const double pi = static_cast<double>(n_o) / (n_o + n_b);
    const double c_o = 0.001 + 0.998 * random.real();
    const double c_b = 0.001 + 0.998 * random.real();
    const double cap = 0.75 / std::max((1 - pi) * c_o, pi * (1 - c_b));
    const double u = cap * random.real();
    const double d0 = i % 3 == 0 ? 0 : 0.6 * random.real() - 0.3;
    double p_b = i % 7 == 0 ? 0 : (i % 11 == 0 ? 1 : random.real());
    double p_o = std::clamp(p_b + d0 - (i % 2 == 0 ? 0 : random.real()), 0.0, 1.0);
    if (p_o - p_b > d0) p_b = p_o - d0;  // d0 < 0 at the edge
    if (p_b > 1 || p_o - p_b > d0 + 1e-15) continue;
    largest = std::max(largest, mean_factor(n_o, n_b, p_o, p_b, c_o, c_b, u, d0));
  }
  CHECK(largest <= 1 + 1e-12);
  CHECK(largest > 0.999);  // and the bound is no loose one
}

TEST_CASE("the interval of one mean is that of the specification") {
  CHECK(mean_prior(kP0) == golden(8.8653887536623386));
  const ConfidenceInterval interval = mean_interval({500, 300}, kLevel, std::log(20));
  CHECK(interval.lower == golden(.52954254091187479));
  CHECK(interval.upper == golden(.66779279416054636));
  CHECK(mean_interval({0, 0}, kLevel, 3).upper == 1);
  CHECK(mean_interval({40, 0}, kLevel, 3).lower == 0);
  CHECK(mean_interval({40, 40}, kLevel, 3).upper == 1);
}

// The reference takes lgamma at its word, which has 1e-13 nats here.
TEST_CASE("the evidence against a mean is the ratio of likelihoods, also of very many reports") {
  const double a = mean_prior(kP0);
  const auto direct = [&](double n, double s, double p) {
    return std::lgamma(s + a) + std::lgamma(n - s + a) - std::lgamma(n + 2 * a) -
           2 * std::lgamma(a) + std::lgamma(2 * a) - s * std::log(p) - (n - s) * std::log1p(-p);
  };
  for (const double n : {1.0, 10.0, 300.0}) {
    for (const double s : {0.0, 1.0, std::floor(n / 2), n}) {
      CHECK(mean_evidence({n, s}, a, 0.4) == golden(direct(n, s, 0.4), 1e-11));
    }
  }
  // Two standard deviations away: the normal limit, 2 + ln(sqrt(2 pi n p q) times a density).
  const double n = 1e12;
  const double p = 0.3 + 2 * std::sqrt(0.21 / n);
  const double density = std::exp(std::lgamma(2 * a) - 2 * std::lgamma(a)) * std::pow(0.21, a - 1);
  const double limit = 2 + std::log(density * std::sqrt(2 * 3.14159265358979323846 * 0.21 / n));
  CHECK(mean_evidence({n, 0.3 * n}, a, p) == golden(limit, 1e-4));
}

TEST_CASE("the interval of a lift is that of the specification") {
  const std::vector<std::array<DuelCount, 2>> blocks{
      {{{60, 40}, {60, 30}}}, {{{500, 330}, {400, 210}}}, {{{900, 590}, {700, 380}}}};
  std::array<DuelCount, 2> before{};
  std::array<DuelLanes, 4> lanes{};
  for (const auto& block : blocks) {
    const DuelArm o{before[0], block[0]};
    const DuelArm b{before[1], block[1]};
    add_lift(kLevel, o, b, lanes[0], lanes[1]);
    add_lift(kLevel, b, o, lanes[2], lanes[3]);
    for (std::size_t arm = 0; arm < 2; ++arm) {
      before[arm].reports += block[arm].reports;
      before[arm].ones += block[arm].ones;
    }
  }
  const double x = std::log(40);
  CHECK(lift_bound(lanes[0], lanes[1], x) == golden(.13167729084637497, 1e-10));
  CHECK(-lift_bound(lanes[2], lanes[3], x) == golden(.39865883289361669, 1e-10));
  CHECK(lift_bound(DuelLanes{}, DuelLanes{}, x) == -1);
}

}  // namespace ldp
