// The law of the arm of the largest draw, against closed forms and against an independent
// quadrature.
#include "server/multi_armed/largest_probability.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using Normals = std::vector<NormalBelief>;
using Betas = std::vector<BetaBelief>;

std::vector<double> law(const Normals& arms) {
  return largest_probability(std::span<const NormalBelief>(arms));
}
std::vector<double> law(const Betas& arms) {
  return largest_probability(std::span<const BetaBelief>(arms));
}

double uniform(test::SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

template <class Function>
double simpson(Function f, double from, double to, int steps) {
  const double h = (to - from) / steps;
  double sum = f(from) + f(to);
  for (int i = 1; i < steps; ++i) sum += f(from + h * i) * (i % 2 == 1 ? 4 : 2);
  return sum * h / 3;
}

// One integral per arm, in its own units, with Simpson's rule between all arms' mean + k
// deviations.
double simpson_probability(const Normals& arms, std::size_t i) {
  const auto integrand = [&](double z) {
    double value = std::exp(-0.5 * z * z) / std::sqrt(2 * std::acos(-1.0));
    const double x = arms[i].mean + arms[i].deviation * z;
    for (std::size_t j = 0; j < arms.size(); ++j) {
      if (j != i) value *= normal_cdf((x - arms[j].mean) / arms[j].deviation);
    }
    return value;
  };
  std::vector<double> breaks{-9, 9};
  for (const NormalBelief& other : arms) {
    for (int k = -8; k <= 8; ++k) {
      const double z = (other.mean + k * other.deviation - arms[i].mean) / arms[i].deviation;
      if (z > -9 && z < 9) breaks.push_back(z);
    }
  }
  std::sort(breaks.begin(), breaks.end());
  double sum = 0;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    sum += simpson(integrand, breaks[k], breaks[k + 1], 16);
  }
  return sum;
}

TEST_CASE("of two normal draws the first is the larger with probability Phi(d/sqrt(s1^2 + s2^2))") {
  test::SplitMix64 random(71);
  double largest = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const NormalBelief a{uniform(random), std::exp(-18 * uniform(random))};
    const NormalBelief b{a.mean + 8 * (uniform(random) - 0.5) * a.deviation,
                         std::exp(-18 * uniform(random))};
    const double exact = normal_cdf((a.mean - b.mean) / std::hypot(a.deviation, b.deviation));
    largest = std::max(largest, std::abs(law(Normals{a, b})[0] - exact));
  }
  CHECK(largest < 1e-8);
}

TEST_CASE(
    "up to twelve normal draws, of deviations between 1 and 1e-6: an independent quadrature") {
  test::SplitMix64 random(72);
  double largest = 0;
  for (int trial = 0; trial < 150; ++trial) {
    Normals arms(1 + random.next() % 12);
    const double spread = std::exp(-8 * uniform(random));
    const double range = 14 * uniform(random);
    for (NormalBelief& arm : arms) {
      arm = {0.5 + spread * (uniform(random) - 0.5), std::exp(-range * uniform(random))};
    }
    const std::vector<double> probability = law(arms);
    for (std::size_t i = 0; i < arms.size(); ++i) {
      largest = std::max(largest, std::abs(probability[i] - simpson_probability(arms, i)));
    }
  }
  CHECK(largest < 1e-6);
}

// P(X > Y) for X ~ Beta(a, b) with integer a: sum over i < a of B(c + i, b + d)/((b + i) B(1 + i,
// b) B(c, d)).
double beta_is_larger(const BetaBelief& x, const BetaBelief& y) {
  const double a = 1 + x.ones;
  const double b = 1 + x.zeros;
  const double c = 1 + y.ones;
  const double d = 1 + y.zeros;
  const auto log_beta = [](double p, double q) {
    return std::lgamma(p) + std::lgamma(q) - std::lgamma(p + q);
  };
  double sum = 0;
  for (double i = 0; i < a; ++i) {
    sum += std::exp(log_beta(c + i, b + d) - std::log(b + i) - log_beta(1 + i, b) - log_beta(c, d));
  }
  return sum;
}

TEST_CASE("of two beta draws: the finite sum for integer parameters") {
  test::SplitMix64 random(73);
  double largest = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto belief = [&] {
      const double tosses = std::floor(std::exp(8 * uniform(random))) - 1;
      const double share = uniform(random);
      const double ones = share < 0.15   ? 0
                          : share > 0.85 ? tosses
                                         : std::floor(uniform(random) * (tosses + 1));
      return BetaBelief{std::min(ones, tosses), tosses - std::min(ones, tosses)};
    };
    const BetaBelief a = belief();
    const BetaBelief b = belief();
    largest = std::max(largest, std::abs(law(Betas{a, b})[0] - beta_is_larger(a, b)));
  }
  CHECK(largest < 1e-9);
}

// F(x) = x^2 for k arms with one success and x for the n - k others: the former win with 2/(n + k)
// each, the latter with 1/(n + k).
TEST_CASE("thousands of flat beta beliefs, whose largest draw is squeezed against 1") {
  for (const std::size_t arms : {2, 100, 4096}) {
    const std::size_t better = arms / 4;
    Betas beliefs(arms, BetaBelief{0, 0});
    for (std::size_t i = 0; i < better; ++i) beliefs[i] = {1, 0};
    const std::vector<double> probability = law(beliefs);
    const auto sum = static_cast<double>(arms + better);
    CHECK(probability.front() == Approx(2 / sum).epsilon(better > 0 ? 1e-8 : 1));
    CHECK(probability.back() == Approx(1 / sum).epsilon(better > 0 ? 1e-8 : 1));
  }
}

// After many tosses beta beliefs are normal.
TEST_CASE("beta beliefs of a billion tosses") {
  const double tosses = 1e9;
  Betas betas;
  Normals normals;
  for (int i = 0; i < 5; ++i) {
    const double ones = 7e8 + 1e4 * i;
    betas.push_back({ones, tosses - ones});
    const double mean = (1 + ones) / (2 + tosses);
    normals.push_back({mean, std::sqrt(mean * (1 - mean) / (3 + tosses))});
  }
  const std::vector<double> a = law(betas);
  const std::vector<double> b = law(normals);
  for (std::size_t i = 0; i < 5; ++i) CHECK(a[i] == Approx(b[i]).margin(1e-4));
}

TEST_CASE("equal beliefs have equal probabilities, to the last bit, and a single arm has all") {
  CHECK(law(Normals{{0.3, 0.1}}) == std::vector<double>{1});
  CHECK(law(Betas{{3, 1}}) == std::vector<double>{1});
  const std::vector<double> three = law(Normals(3, {0.5, 0.01}));
  CHECK(three[0] == three[1]);
  CHECK(three[1] == three[2]);
  const std::vector<double> many = law(Normals(4096, {0.5, 1e-4}));
  CHECK(many == std::vector<double>(4096, many[0]));
  CHECK(many[0] == Approx(1.0 / 4096).epsilon(1e-12));
}

TEST_CASE("thousands of arms of any widths: a law, larger for larger means of one width") {
  test::SplitMix64 random(74);
  Normals arms(4096);
  for (NormalBelief& arm : arms) arm = {uniform(random), std::exp(-9 * uniform(random))};
  for (std::size_t i = 0; i < 100; ++i) arms[i] = {0.9 + 0.001 * static_cast<double>(i), 0.05};
  for (const std::vector<double>& probability :
       {law(arms), law(Betas(4096, {5, 3})), law(Normals(4096, {0.5, 2.5}))}) {
    CHECK(std::accumulate(probability.begin(), probability.end(), 0.0) == Approx(1).epsilon(1e-12));
    CHECK(*std::min_element(probability.begin(), probability.end()) >= 0);
  }
  const std::vector<double> probability = law(arms);
  CHECK(std::is_sorted(probability.begin(), probability.begin() + 100));
}

TEST_CASE("arms that cannot win have probability 0, and the others do not notice them") {
  const Normals two{{0.5, 0.01}, {0.51, 0.01}};
  Normals more = two;
  more.insert(more.end(), 1000, {0.2, 0.001});
  const std::vector<double> a = law(two);
  const std::vector<double> b = law(more);
  CHECK(b[0] == Approx(a[0]).margin(1e-9));
  CHECK(b[1] == Approx(a[1]).margin(1e-9));
  CHECK(b[2] == 0);
}

}  // namespace
}  // namespace ldp
