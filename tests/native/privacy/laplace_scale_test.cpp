#include "privacy/laplace_scale.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "catch.hpp"
#include "privacy/epsilon_grid.hpp"
#include "privacy/natural.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

// Whether D s/t <= epsilon: t m >= D s 2^e for epsilon = m 2^-e, in unlimited integers.
bool proves_scale(std::uint64_t t, std::uint64_t s, std::uint64_t sensitivity, double epsilon) {
  const ExactDouble value = exact(epsilon);
  return Natural(sensitivity) * Natural(s) << value.shift <= Natural(t) * Natural(value.mantissa);
}

LaplaceScale scale(double epsilon, std::uint64_t sensitivity = kRewardGrid) {
  return LaplaceScale::create(epsilon, sensitivity).value();
}

}  // namespace

// |k - k'| <= D gives P(k + Z = y)/P(k' + Z = y) = e^{(|y-k'| - |y-k|) s/t} <= e^{D s/t}.
TEST_CASE("discrete Laplace: D s/t <= epsilon, by exact arithmetic") {
  for (const double epsilon : epsilon_grid()) {
    for (const std::uint64_t sensitivity :
         {std::uint64_t{1}, std::uint64_t{1024}, kMaxSensitivity}) {
      CAPTURE(epsilon, sensitivity);
      const LaplaceScale law = scale(epsilon, sensitivity);
      REQUIRE(proves_scale(law.t(), law.s(), sensitivity, epsilon));
    }
  }
}

TEST_CASE("discrete Laplace: the same for 100,000 random epsilons") {
  SplitMix64 random(5);
  for (int i = 0; i < 100'000; ++i) {
    const double epsilon = std::exp2(-10 + 17 * random.real());
    const LaplaceScale law = scale(epsilon);
    if (!proves_scale(law.t(), law.s(), kRewardGrid, epsilon)) FAIL("not private: " << epsilon);
  }
}

TEST_CASE("discrete Laplace: no fraction s/t with a smaller t wastes less") {
  SplitMix64 random(3);
  for (int i = 0; i < 60; ++i) {
    // Few bits, so that the search can be done by hand for every t.
    const double epsilon = static_cast<double>(1 + random.next() % 4096) / 128;
    const LaplaceScale law = scale(epsilon, 7);
    CAPTURE(epsilon, law.t(), law.s());
    for (std::uint64_t t = 1; t <= 3000; ++t) {
      const auto s = static_cast<std::uint64_t>(std::floor(epsilon * static_cast<double>(t) / 7));
      REQUIRE(s * law.t() <= law.s() * t);
    }
  }
}

TEST_CASE(
    "discrete Laplace: the waste is below 1e-9 for every level of the grid, in lowest terms") {
  for (const double epsilon : epsilon_grid()) {
    const LaplaceScale law = scale(epsilon);
    REQUIRE(law.epsilon() <= epsilon);
    REQUIRE(law.epsilon() > epsilon * (1 - 1e-9));
    REQUIRE(law.t() <= kMaxLaplaceNumerator);
    REQUIRE(std::gcd(law.t(), law.s()) == 1);
  }
}

TEST_CASE("discrete Laplace: epsilons that the grid divides are exact") {
  struct Exact {
    double epsilon;
    std::uint64_t t, s;
  };
  for (const auto& [epsilon, t, s] :
       {Exact{1, 1024, 1}, Exact{0.5, 2048, 1}, Exact{2, 512, 1}, Exact{0.1, 10240, 1},
        Exact{0.2, 5120, 1}, Exact{32, 32, 1}, Exact{100, 256, 25}, Exact{128, 8, 1},
        Exact{3, 1024, 3}, Exact{kMinEpsilon, 1 << 20, 1}}) {
    CAPTURE(epsilon);
    CHECK(scale(epsilon).t() == t);
    CHECK(scale(epsilon).s() == s);
    CHECK(scale(epsilon).epsilon() == epsilon);
  }
}

// 3/10240 is exactly epsilon/1024 for the number 3/10, but the double 0.3 is 3/10 - 1.1e-17, so the
// exact check refuses what the decimal would allow. The scale chosen instead loses 2e-10.
TEST_CASE("discrete Laplace: the double 0.3 is less than 3/10, so (10240, 3) is not private") {
  CHECK_FALSE(proves_scale(10240, 3, 1024, 0.3));
  CHECK_FALSE(is_private_scale(10240, 3, 1024, 0.3));
  CHECK(is_private_scale(10240, 3, 1024, std::nextafter(0.3, 1.0)));
  CHECK(scale(0.3).epsilon() < 0.3);
  CHECK(scale(0.3).epsilon() > 0.3 - 1e-10);
  // The double 0.1 is a little more than 1/10 and allows it.
  CHECK(is_private_scale(10240, 1, 1024, 0.1));
}

TEST_CASE("the exact check agrees with unlimited integers, on both sides of equality") {
  SplitMix64 random(4);
  int allowed = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double epsilon = std::exp2(-10 + 17 * random.real());
    const std::uint64_t sensitivity = 1 + (random.next() >> (44 + random.next() % 20));
    const std::uint64_t t = 1 + (random.next() >> (16 + random.next() % 40));
    const double ideal = epsilon * static_cast<double>(t) / static_cast<double>(sensitivity);
    if (ideal < 1 || ideal > 0x1p47) continue;
    for (const std::uint64_t nudge : {0, 1}) {
      const std::uint64_t s = static_cast<std::uint64_t>(ideal) + nudge;
      const bool expected = proves_scale(t, s, sensitivity, epsilon);
      REQUIRE(is_private_scale(t, s, sensitivity, epsilon) == expected);
      allowed += expected ? 1 : 0;
    }
  }
  CHECK(allowed > 1000);
}

TEST_CASE("the reported loss of discrete Laplace is D s/t rounded up") {
  for (const double epsilon : epsilon_grid()) {
    const LaplaceScale law = scale(epsilon);
    CAPTURE(epsilon, law.t(), law.s());
    REQUIRE(law.guarantee().epsilon() == law.epsilon());
    REQUIRE(proves_scale(law.t(), law.s(), 1024, law.epsilon()));
    REQUIRE_FALSE(proves_scale(law.t(), law.s(), 1024, std::nextafter(law.epsilon(), 0.0)));
  }
}

TEST_CASE("the ledger charges discrete Laplace the decimal that was written") {
  for (int thousandths = 1; thousandths <= 32000; ++thousandths) {
    const double epsilon = thousandths / 1000.0;
    REQUIRE(scale(epsilon).guarantee().cost().epsilon_micro ==
            static_cast<std::uint64_t>(thousandths) * 1000);
  }
}

TEST_CASE("discrete Laplace: parameters out of range are refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon :
       {std::nextafter(kMinEpsilon, 0.0), std::nextafter(kMaxEpsilon, infinity), 0.0, -0.0, -1.0,
        5e-324, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(epsilon);
    REQUIRE_FALSE(LaplaceScale::create(epsilon, 1024).ok());
    CHECK(LaplaceScale::create(epsilon, 1024).error().parameter == "epsilon");
    CHECK_FALSE(is_private_scale(1 << 20, 1, 1, epsilon));
  }
  for (const std::uint64_t sensitivity :
       {std::uint64_t{0}, kMaxSensitivity + 1, ~std::uint64_t{0}}) {
    REQUIRE_FALSE(LaplaceScale::create(1, sensitivity).ok());
    CHECK(LaplaceScale::create(1, sensitivity).error().parameter == "sensitivity");
    CHECK_FALSE(is_private_scale(std::uint64_t{1} << 48, 1, sensitivity, 1));
  }
  constexpr std::uint64_t kBeyond = (std::uint64_t{1} << 48) + 1;
  CHECK_FALSE(is_private_scale(0, 1, 1, 1));
  CHECK_FALSE(is_private_scale(1, 0, 1, 1));
  CHECK_FALSE(is_private_scale(kBeyond, 1, 1, 1));
  CHECK_FALSE(is_private_scale(kBeyond - 1, kBeyond, 1, 128));
}
