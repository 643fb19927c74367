#include "privacy/randomized_response.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "foundation/uint128.hpp"
#include "privacy/epsilon_grid.hpp"
#include "privacy/exponential.hpp"
#include "privacy/natural.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

RandomizedResponse response(double epsilon) { return RandomizedResponse::create(epsilon).value(); }

const Natural kWords = Natural(1) << 64;

// 2^64 - T0.
Natural complement(std::uint64_t threshold) { return Natural(0 - threshold); }

// Whether (2^64 - T0)/T0 <= e^x, decided by a lower bound of e^x.
bool proves_ratio(std::uint64_t threshold, double x) {
  return complement(threshold) << kExpBits <= Natural(threshold) * exp_bounds(x).lower;
}

// Whether (2^64 - T0)/T0 > e^x, decided by an upper bound of e^x.
bool refutes_ratio(std::uint64_t threshold, double x) {
  return Natural(threshold) * exp_bounds(x).upper <= complement(threshold) << kExpBits;
}

}  // namespace

TEST_CASE("thresholds: the likelihood ratio is at most e^epsilon, by exact arithmetic") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    REQUIRE(proves_ratio(response(epsilon).threshold(), epsilon));
  }
}

TEST_CASE("thresholds: the proof can fail, since a threshold 2^-40 smaller is refuted") {
  for (const double epsilon : {0.1, 1.0, 3.3, 8.0}) {
    const std::uint64_t threshold = response(epsilon).threshold();
    CHECK(refutes_ratio(threshold - (threshold >> 40), epsilon));
    CHECK_FALSE(proves_ratio(threshold - (threshold >> 40), epsilon));
  }
}

TEST_CASE("thresholds: no more noise than the margin 2^-46 and two words") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    // T0 - 2 <= (1 + 2^-46) 2^64/(1 + e^epsilon): one word for the ceiling, one on top.
    const Natural less(response(epsilon).threshold() - 2);
    const Natural one_plus_exp = (Natural(1) << kExpBits) + exp_bounds(epsilon).upper;
    REQUIRE(less * one_plus_exp << 46 <= ((kWords << 46) + kWords) << kExpBits);
  }
}

TEST_CASE("thresholds: known values of ceil(2^64/(1 + e^epsilon)) are lower bounds, and close") {
  struct Known {
    double epsilon;
    std::uint64_t least;
  };
  for (const auto& [epsilon, least] :
       {Known{0.1, 8762587358261559785u}, Known{0.5, 6964396094736529935u},
        Known{1, 4961093570831980854u}, Known{2, 2198905795380358826u},
        Known{4, 331787012026708148u}, Known{8, 6186118031800230u}, Known{16, 2075907333724u}}) {
    CAPTURE(epsilon);
    CHECK(response(epsilon).threshold() >= least);
    CHECK(response(epsilon).threshold() <= least + (least >> 46) + 1);
    // The same numbers on every platform, since no libm takes part. The value for 0.1 is that of
    // 1/10; the double is larger and its own least threshold 26 words smaller.
    if (epsilon != 0.1) CHECK(response(epsilon).threshold() == least + (least >> 48) + 1);
  }
}

// 2^64/(1 + e^epsilon) is below 1 from 44.4 on.
TEST_CASE(
    "thresholds: an epsilon that 64 bits cannot tell apart from more gives less loss, not more") {
  for (const double epsilon : {44.5, 64.0, 100.0, 128.0}) {
    CAPTURE(epsilon);
    CHECK(response(epsilon).threshold() == 2);
    CHECK(response(epsilon).epsilon() == Approx(43.668272).epsilon(1e-7));  // ln(2^63 - 1)
    CHECK(response(epsilon).theta() == 1 - 0x1p-62);
  }
}

TEST_CASE("P(1 | r = 1) has its known values") {
  const double epsilons[] = {0.1, 0.5, 1, 2, 4, 8, 16};
  const double truths[] = {.524979187478939986, .622459331201854565, .731058578630004879,
                           .880797077977882444, .982013790037908442, .999664649869533522,
                           .999999887464837945};
  for (int i = 0; i < 7; ++i) {
    CHECK(1 - response(epsilons[i]).flip_probability() == Approx(truths[i]).epsilon(1e-13));
  }
}

TEST_CASE("T(R) at 0, one half and 1") {
  const RandomizedResponse one = response(1);
  CHECK(one.threshold_at(0) == one.threshold());
  CHECK(one.threshold_at(kUnitReward / 2) == std::uint64_t{1} << 63);
  CHECK(one.threshold_at(kUnitReward) == 0 - one.threshold());
}

TEST_CASE("T(R) is the 128-bit formula, increases, and never leaves [T0, 2^64 - T0]") {
  SplitMix64 random(7);
  for (const double epsilon : epsilon_grid()) {
    const RandomizedResponse law = response(epsilon);
    const std::uint64_t t0 = law.threshold();
    std::uint64_t previous = t0;
    std::uint64_t reward = 0;
    while (reward <= kUnitReward) {
      const uint128 span = (static_cast<uint128>(1) << 64) - 2 * static_cast<uint128>(t0);
      const auto expected = static_cast<std::uint64_t>(t0 + (span * reward >> 32));
      REQUIRE(law.threshold_at(reward) == expected);
      REQUIRE(expected >= previous);
      REQUIRE(expected <= 0 - t0);
      previous = expected;
      if (reward == kUnitReward) break;
      reward = std::min(kUnitReward, reward + 1 + (random.next() >> (32 + random.next() % 32)));
    }
  }
}

TEST_CASE("the reported loss is what the integers give: never less, and less than two ulps more") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const RandomizedResponse law = response(epsilon);
    REQUIRE(law.epsilon() <= epsilon);
    REQUIRE(proves_ratio(law.threshold(), law.epsilon()));
    const double below = std::nextafter(std::nextafter(law.epsilon(), 0.0), 0.0);
    REQUIRE(refutes_ratio(law.threshold(), below));
    REQUIRE(law.guarantee().epsilon() == law.epsilon());
    REQUIRE(law.guarantee().delta() == 0);
  }
}

TEST_CASE("the ledger charges the decimal that was written, although its double may exceed it") {
  for (int thousandths = 1; thousandths <= 16000; ++thousandths) {
    const double epsilon = thousandths / 1000.0;
    CAPTURE(epsilon);
    REQUIRE(response(epsilon).guarantee().cost().epsilon_micro ==
            static_cast<std::uint64_t>(thousandths) * 1000);
  }
}

TEST_CASE("theta is 1 - 2 p0 and close to tanh(epsilon/2)") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const RandomizedResponse law = response(epsilon);
    REQUIRE(law.theta() == Approx(1 - 2 * law.flip_probability()).epsilon(1e-12));
    REQUIRE(law.theta() == Approx(std::tanh(epsilon / 2)).epsilon(1e-11));
  }
  // Variance factors 1/theta^2 of Ren et al. 2020.
  CHECK(std::pow(response(0.2).theta(), -2) == Approx(100.667).epsilon(1e-5));
  CHECK(std::pow(response(1).theta(), -2) == Approx(4.68269).epsilon(1e-5));
  CHECK(std::pow(response(2).theta(), -2) == Approx(1.72406).epsilon(1e-5));
}

TEST_CASE("the estimate is unbiased: E[(bit - p0)/theta] = r") {
  for (const double epsilon : {0.01, 0.5, 1.0, 4.0, 20.0}) {
    const RandomizedResponse law = response(epsilon);
    for (const double r : {0.0, 0.25, 0.5, 1.0}) {
      const auto reward = static_cast<std::uint64_t>(r * 0x1p32);
      const double mean = std::ldexp(static_cast<double>(law.threshold_at(reward)), -64);
      CHECK((mean - law.flip_probability()) / law.theta() == Approx(r).margin(1e-9));
    }
  }
}

TEST_CASE("the fixed-point bound of e^-x is a bound, and within 2^-112") {
  for (const double x : epsilon_grid()) {
    CAPTURE(x);
    // y e^x >= 1 and (y - 2^-112) e^x <= 1, with y = bound 2^-120.
    const uint128 bound = exp_minus_upper(x);
    const Natural y = (Natural(static_cast<std::uint64_t>(bound >> 64)) << 64) +
                      Natural(static_cast<std::uint64_t>(bound));
    const Natural one = Natural(1) << (120 + kExpBits);
    const ExpBounds exponential = exp_bounds(x);
    REQUIRE(one <= y * exponential.lower);
    REQUIRE(y * exponential.upper <= one + (exponential.upper << 8));
  }
}

TEST_CASE("epsilon outside [2^-10, 128] is refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon :
       {std::nextafter(kMinEpsilon, 0.0), std::nextafter(kMaxEpsilon, infinity), 0.0, -0.0, -1.0,
        5e-324, 0x1p53 + 2, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(epsilon);
    const auto result = RandomizedResponse::create(epsilon);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::invalid_argument);
    CHECK(result.error().parameter == "epsilon");
  }
}
