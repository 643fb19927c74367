#include "mechanisms/feature_vector.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "privacy/vector_scale.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double norm(const std::vector<double>& x) {
  double squares = 0;
  for (const double entry : x) squares += entry * entry;
  return std::sqrt(squares);
}

std::vector<double> scaled(const std::vector<double>& x, double bound, bool expect_rescaled) {
  std::vector<double> out(x.size());
  const auto rescaled = scale_to_unit_ball(x, bound, NormPolicy::clip, out);
  REQUIRE(rescaled.ok());
  CHECK(rescaled.value() == expect_rescaled);
  return out;
}

std::vector<std::int32_t> rounded(const std::vector<double>& x, std::uint32_t steps) {
  std::vector<std::int32_t> out(x.size());
  round_to_grid(x, steps, out);
  return out;
}

std::uint64_t squares_of(const std::vector<std::int32_t>& integers) {
  std::uint64_t sum = 0;
  for (const std::int64_t entry : integers) sum += static_cast<std::uint64_t>(entry * entry);
  return sum;
}

std::vector<double> unit_vector(SplitMix64& random, std::size_t d) {
  std::vector<double> x(d);
  for (double& entry : x) entry = 2 * random.real() - 1;
  const double length = norm(x);
  for (double& entry : x) entry /= length;
  return x;
}

// Any finite or infinite double, NaN too: random bits.
double wild(SplitMix64& random) {
  switch (random.next() % 8) {
    case 0:
      return kNan;
    case 1:
      return kInfinity;
    case 2:
      return -1e300;
    case 3:
      return 0x1p-1074;
    default:
      return std::ldexp(2 * random.real() - 1, static_cast<int>(random.next() % 2000) - 1000);
  }
}

}  // namespace

TEST_CASE("features within the bound are divided by it") {
  CHECK(scaled({1, 2, 2}, 6, false) == std::vector<double>{1 / 6.0, 2 / 6.0, 2 / 6.0});
  CHECK(scaled({0, 0}, 1, false) == std::vector<double>{0, 0});
  CHECK(scaled({3, -4}, 5, false) == std::vector<double>{0.6, -0.8});
}

TEST_CASE("features beyond the bound are scaled down to norm 1, and counted") {
  for (const std::vector<double>& x : {std::vector<double>{3, 4},
                                       {1e300, -1e300, 1e300},
                                       {1e-300, 2e-300},
                                       {1.0001},
                                       {std::numeric_limits<double>::max(), 1}}) {
    // Against a bound that is below the norm of each, by a little or by 600 powers of ten.
    for (const double bound : {0x1p-1074, 1e-308, 0.9e-300}) {
      const std::vector<double> unit = scaled(x, bound, true);
      CHECK(norm(unit) == Approx(1).epsilon(1e-14));
      CHECK(unit[0] * x.back() == Approx(unit.back() * x[0]).epsilon(1e-12));
    }
  }
  CHECK(scaled({6, 8}, 5, true)[0] == Approx(0.6).epsilon(1e-15));
  CHECK(norm(scaled({0x1p-1074, 0x1p-1073}, 0x1p-1074, true)) == Approx(1).epsilon(1e-14));
}

TEST_CASE("a unit vector whose norm exceeds 1 by rounding is not counted as scaled down") {
  SplitMix64 random(8);
  for (int i = 0; i < 10'000; ++i) {
    const std::vector<double> x = unit_vector(random, 1 + random.next() % 128);
    std::vector<double> out(x.size());
    REQUIRE(scale_to_unit_ball(x, 1, NormPolicy::reject, out).ok());
    REQUIRE(scale_to_unit_ball(x, 1, NormPolicy::clip, out).value() == false);
  }
  CHECK(scaled({1 + 1e-9}, 1, true)[0] == 1);
}

TEST_CASE("features may be scaled where they are") {
  std::vector<double> x{30, 40};
  CHECK(scale_to_unit_ball(x, 10, NormPolicy::clip, x).value());
  CHECK(x == std::vector<double>{0.6, 0.8});
}

TEST_CASE("bad features are an error without the value, and nothing is written") {
  std::vector<double> out{7, 7};
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    const auto result = scale_to_unit_ball(std::vector<double>{0.1, bad}, 1, NormPolicy::clip, out);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().parameter == "features");
    CHECK(result.error().value == 0);
  }
  const auto beyond = scale_to_unit_ball(std::vector<double>{3, 4}, 4.9, NormPolicy::reject, out);
  REQUIRE_FALSE(beyond.ok());
  CHECK(beyond.error().value == 0);
  CHECK(out == std::vector<double>{7, 7});
  CHECK(scale_to_unit_ball(std::vector<double>{3, 4}, 5, NormPolicy::reject, out).ok());
}

TEST_CASE("features of norm 1 are rounded to the nearest steps and never shortened") {
  SplitMix64 random(9);
  for (int i = 0; i < 60'000; ++i) {
    const std::vector<double> x = unit_vector(random, 1 + random.next() % 8);
    const auto steps = static_cast<std::uint32_t>(8 + random.next() % 500);
    const std::vector<std::int32_t> integers = rounded(x, steps);
    for (std::size_t j = 0; j < x.size(); ++j) {
      REQUIRE(integers[j] == std::lround(x[j] * steps));
    }
    REQUIRE(squares_of(integers) <=
            squared_norm_bound(steps, static_cast<std::uint32_t>(x.size())));
  }
  // All entries round up by a half: the bound is met exactly, and not passed.
  CHECK(rounded({0.5, 0.5, 0.5, 0.5}, 13) == std::vector<std::int32_t>{7, 7, 7, 7});
  CHECK(squared_norm_bound(13, 4) == 197);  // 14^2 and the margin
}

TEST_CASE("whatever is to be rounded, the integers keep to their norm") {
  SplitMix64 random(10);
  for (int i = 0; i < 60'000; ++i) {
    std::vector<double> x(1 + random.next() % 128);
    for (double& entry : x) entry = wild(random);
    const auto d = static_cast<std::uint32_t>(x.size());
    for (const std::uint32_t steps : {1u, 13u, 415u, 1'000'000u, (1u << 23) - 1}) {
      REQUIRE(squares_of(rounded(x, steps)) <= squared_norm_bound(steps, d));
    }
  }
  // Twice and 1.5 times the norm: shortened to it, not to nothing.
  for (const double factor : {1.5, 2.0, 1e9}) {
    const std::vector<std::int32_t> integers = rounded({0.6 * factor, 0.8 * factor}, 1000);
    CHECK(squares_of(integers) <= squared_norm_bound(1000, 2));
    CHECK(squares_of(integers) >= 990 * 990);
  }
}
