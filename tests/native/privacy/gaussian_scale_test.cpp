#include "privacy/gaussian_scale.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch.hpp"
#include "privacy/gaussian_curve.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

GaussianScale scale(double epsilon, double delta) {
  return GaussianScale::create(epsilon, delta).value();
}

// The exact curve of discrete Gaussian noise of scale s at sensitivity D, by summation:
// P[X > e s^2/D - D/2] - e^e P[X > e s^2/D + D/2] (Canonne, Kamath, Steinke 2020, Theorem 7).
double exact_curve(std::int64_t s, std::int64_t sensitivity, double epsilon) {
  const auto square = static_cast<double>(s * s);
  const auto d = static_cast<double>(sensitivity);
  const double middle = epsilon * square / d;
  double sum = 0;
  double first = 0;
  double second = 0;
  for (std::int64_t x = 40 * s; x >= -40 * s; --x) {  // small terms first
    const auto value = static_cast<double>(x);
    const double weight = std::exp(-value * value / (2 * square));
    sum += weight;
    if (value > middle - d / 2) first += weight;
    if (value > middle + d / 2) second += weight;
  }
  return (first - std::exp(epsilon) * second) / sum;
}

}  // namespace

TEST_CASE("the exact curve of the discrete Gaussian has its known values") {
  CHECK(exact_curve(4, 1, 1) == Approx(3.0554546492668e-6).epsilon(1e-10));
  CHECK(exact_curve(10, 1, 0.5) == Approx(6.9343703475179e-9).epsilon(1e-8));
  CHECK(exact_curve(38, 10, 1) == Approx(7.3320369446282e-6).epsilon(1e-10));
  CHECK(exact_curve(2, 1, 2) == Approx(1.0740901033403e-5).epsilon(1e-10));
}

// What GaussianScale relies on, at scales where it can be checked and the slack is far from 0.
TEST_CASE("the exact curve lies above the continuous one, and below it plus the slack") {
  int above = 0;
  for (const std::int64_t s : {1, 2, 4, 10, 38}) {
    for (std::int64_t sensitivity = 1; sensitivity <= s; sensitivity += (s + 4) / 5) {
      for (const double epsilon : {0.1, 0.5, 1.0, 2.0}) {
        CAPTURE(s, sensitivity, epsilon);
        const double mu = static_cast<double>(sensitivity) / static_cast<double>(s);
        const double exact = exact_curve(s, sensitivity, epsilon);
        const double continuous = gaussian_delta(epsilon, mu);
        const double variation = 1 / (23.0 * static_cast<double>(s * s));
        REQUIRE(exact <= continuous + gaussian_slack(epsilon, variation));
        above += exact > continuous ? 1 : 0;
      }
    }
  }
  CHECK(above > 10);  // so the continuous calibration alone would be false on a coarse grid
}

TEST_CASE("the total variation between DGAUSS(s) and a rounded Gaussian is below 1/(23 s^2)") {
  for (const int s : {1, 2, 4, 64}) {
    double sum = 0;
    for (int x = -40 * s; x <= 40 * s; ++x) sum += std::exp(-0.5 * x * x / (s * s));
    const auto upper_tail = [s](double x) { return std::erfc(x / s / std::sqrt(2)) / 2; };
    double distance = 0;
    for (int x = -12 * s; x <= 12 * s; ++x) {
      // By symmetry, where the tails are small.
      const double near = std::abs(x) - 0.5;
      const double rounded = upper_tail(near) - upper_tail(near + 1);
      distance += std::abs(std::exp(-0.5 * x * x / (s * s)) / sum - rounded) / 2;
    }
    CAPTURE(s);
    CHECK(distance * s * s < 1.0 / 23);
    CHECK(distance * s * s > 0.016);
  }
}

// 10,000 random pairs, and the ends of the range.
TEST_CASE("the scale keeps its word: the curve of s and k plus the slack is at most delta") {
  SplitMix64 random(12);
  int refused = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double epsilon = i % 100 == 0 ? 16 : std::exp2(-10 + 14 * random.real());
    const double delta = i % 77 == 0 ? kMinDelta : std::pow(10, -12 + 11 * random.real());
    CAPTURE(epsilon, delta);
    const auto result = GaussianScale::create(epsilon, delta);
    if (!result) {
      REQUIRE(epsilon > 10);
      REQUIRE(delta < 2e-10);
      REQUIRE(result.error().parameter == "delta");
      ++refused;
      continue;
    }
    const GaussianScale& law = result.value();
    REQUIRE(law.s() >= GaussianScale::kMinScale);
    REQUIRE(law.s() <= 2 * GaussianScale::kMinScale);
    REQUIRE(12 * law.s() < (std::uint64_t{1} << 31));
    REQUIRE(law.grid_bits() >= 13);
    REQUIRE(law.grid_bits() <= 29);
    const double mu = static_cast<double>(law.sensitivity()) / static_cast<double>(law.s());
    const double square = static_cast<double>(law.s()) * static_cast<double>(law.s());
    const double slack = (1 + std::exp(epsilon)) / (23 * square);
    REQUIRE(gaussian_delta(epsilon, mu) + slack <= delta);
    // No more noise than needed: one part in 2^20 less would break the promise.
    if (slack < 1e-6 * delta) REQUIRE(gaussian_delta(epsilon, mu * (1 + 0x1p-20)) > delta);
    REQUIRE(law.guarantee().epsilon() <= epsilon);
    REQUIRE(law.guarantee().delta() <= delta);
    REQUIRE(law.guarantee().delta_at(law.guarantee().epsilon()) <= law.guarantee().delta());
    REQUIRE(law.guarantee().delta_at(epsilon) <= delta);
  }
  CHECK(refused > 0);
}

TEST_CASE("the noise of a few levels: no unit is lost to the grid") {
  struct Known {
    double epsilon, delta, sigma;
  };
  for (const auto& [epsilon, delta, sigma] :
       {Known{1, 1e-6, 4.2246788893268353}, Known{0.5, 1e-6, 8.0576184807250443},
        Known{4, 1e-6, 1.1935185871579852}, Known{1, 0.1, 1.0858777651918565}}) {
    CAPTURE(epsilon, delta);
    CHECK(scale(epsilon, delta).sigma() >= sigma);
    CHECK(scale(epsilon, delta).sigma() <= sigma * (1 + 0x1p-25));
  }
  CHECK(scale(1, 1e-6).grid_bits() == 24);
}

TEST_CASE("the ledger charges a Gaussian report the decimals that were written") {
  for (const double delta : {1e-12, 1e-9, 1e-6, 1e-5, 1e-3, 0.1}) {
    for (int thousandths = 1; thousandths <= 10'000; thousandths += 37) {
      const double epsilon = thousandths / 1000.0;
      const Cost cost = scale(epsilon, delta).guarantee().cost();
      CAPTURE(epsilon, delta);
      REQUIRE(cost.delta_femto == static_cast<std::uint64_t>(std::llround(delta * 1e15)));
      REQUIRE(cost.epsilon_micro <= static_cast<std::uint64_t>(thousandths) * 1000);
      if (delta >= 1e-9) {  // below, the slack of the integer noise begins to show
        REQUIRE(cost.epsilon_micro + 64 >= static_cast<std::uint64_t>(thousandths) * 1000);
      }
    }
  }
}

TEST_CASE("the scale refuses what a Gaussian report cannot keep") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double epsilon : {0.0, -1.0, 0x1p-11, 16.001, 33.0, 1e9, nan}) {
    CAPTURE(epsilon);
    CHECK(GaussianScale::create(epsilon, 1e-6).error().parameter == "epsilon");
  }
  for (const double delta : {0.0, -1e-6, 9e-13, 0.1001, 1.0, nan}) {
    CAPTURE(delta);
    CHECK(GaussianScale::create(1, delta).error().parameter == "delta");
  }
  CHECK(GaussianScale::create(16, 1e-12).error().parameter == "delta");
  CHECK(GaussianScale::create(10, 1e-12).ok());
}

// What integer_gaussian_delta() relies on, pointwise, where it is far from 1.
TEST_CASE("rounded Gaussian and discrete Gaussian noise are apart by a known factor") {
  for (const int s : {4, 16, 64}) {
    long double sum = 0;
    for (int x = -40 * s; x <= 40 * s; ++x) sum += std::exp(-0.5L * x * x / (s * s));
    const auto upper_tail = [s](long double x) { return std::erfc(x / s / std::sqrt(2.0L)) / 2; };
    for (int x = 0; x <= 20 * s; ++x) {
      const long double discrete = std::exp(-0.5L * x * x / (s * s)) / sum;
      const long double rounded =
          x == 0 ? 1 - 2 * upper_tail(0.5L) : upper_tail(x - 0.5L) - upper_tail(x + 0.5L);
      const long double quotient = std::log(rounded / discrete);
      CAPTURE(s, x);
      REQUIRE(-quotient <= 1 / (23.0L * s * s));
      REQUIRE(quotient <= static_cast<long double>(x) * x / (24.0L * s * s * s * s) + 1e-15L);
    }
  }
}

TEST_CASE("the exact curve of integer noise is below the bound by a factor at large epsilons") {
  for (const std::int64_t s : {512, 2048}) {
    for (const double mu : {0.5, 1.5, 3.0}) {
      const auto sensitivity = static_cast<std::int64_t>(mu * static_cast<double>(s));
      const double variation = 1 / (23.0 * static_cast<double>(s * s));
      for (const double epsilon : {1.0, 4.0, 8.0, 12.0, 16.0}) {
        const double exact = exact_curve(s, sensitivity, epsilon);
        const double bound = integer_gaussian_delta(epsilon, mu, variation);
        CAPTURE(s, mu, epsilon, exact);
        REQUIRE(exact <= bound * (1 + 1e-9) + 1e-13);
        REQUIRE(bound <= gaussian_delta(epsilon, mu) + gaussian_slack(epsilon, variation));
      }
    }
  }
  // Where total variation would cost 6.5 times as much as the curve itself.
  const double curve = gaussian_delta(16, 2.5);
  const double variation = 1 / (23.0 * 512 * 512);
  CHECK(gaussian_slack(16, variation) > 6 * curve);
  CHECK(integer_gaussian_delta(16, 2.5, variation) < 1.001 * curve);
}

TEST_CASE("coarse noise has the bound by total variation only") {
  CHECK(integer_gaussian_delta(10, 1, 0x1p-20) ==
        gaussian_delta(10, 1) + gaussian_slack(10, 0x1p-20));
  CHECK(integer_gaussian_delta(0, 1, 1e-9) == gaussian_delta(0, 1) + gaussian_slack(0, 1e-9));
}
