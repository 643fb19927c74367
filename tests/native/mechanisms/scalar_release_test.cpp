#include "mechanisms/scalar_release.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

// What a released value says of v, given no noise at all: 2 r - 1 of the reward r.
double estimate(const ScalarRelease::Value& value, double p0) {
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&value)) {
    return 2 * (bit->value() - p0) / (1 - 2 * p0) - 1;
  }
  return 2.0 * std::get<Released<std::int32_t>>(value).value() / kRewardGrid - 1;
}

TEST_CASE("a released number is unbiased, with the variance of the spec") {
  // Mean within 4 standard errors of 20,000 releases: a false alarm once in 15,000; the seed is
  // fixed. Variances of docs/spec/convex-and-reductions.md, section 1: c^2 - v^2 and 2 b^2 at
  // epsilon 1.
  constexpr double kEpsilon = 1;
  constexpr int kDraws = 20'000;
  const double p0 = 1 / (1 + std::exp(kEpsilon));
  const double c = 1 / (1 - 2 * p0);
  CHECK(c == Approx(2.163953).margin(1e-6));
  test::SplitMix64 random(4);
  const ScalarRelease bit = ScalarRelease::bit(kEpsilon).value();
  const ScalarRelease laplace = ScalarRelease::laplace(kEpsilon).value();
  for (const double v : {-1.0, -0.3, 0.0, 1.0}) {
    for (const ScalarRelease& release : {bit, laplace}) {
      double sum = 0;
      double square = 0;
      for (int draw = 0; draw < kDraws; ++draw) {
        const auto prepared = release.prepare(random).value();
        const double r = estimate(release.release(prepared, unit_of(v).value()), p0);
        sum += r;
        square += (r - v) * (r - v);
      }
      const bool is_bit = release.fits(bit.prepare(random).value());
      const double variance = is_bit ? c * c - v * v : 2 * 2 * 2 / (kEpsilon * kEpsilon);
      CAPTURE(v, is_bit);
      CHECK(std::abs(sum / kDraws - v) < 4 * std::sqrt(variance / kDraws));
      CHECK(square / kDraws == Approx(variance).epsilon(0.08));
    }
  }
}

TEST_CASE("Gaussian noise of a number has the calibration for a sensitivity of 2") {
  // tau(1, 1e-5) = 7.461263 for v in [-1, 1]: docs/spec/convex-and-reductions.md, section 12.
  const ScalarRelease release = ScalarRelease::gaussian(1, 1e-5).value();
  test::SplitMix64 random(8);
  constexpr int kDraws = 20'000;
  double square = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto prepared = release.prepare(random).value();
    const double noise = 2 * std::get<DiscreteGaussianMechanism::Prepared>(prepared).noise();
    square += noise * noise;
  }
  // The standard error of a variance is sqrt(2/n) of it: 1 %; 4 of them.
  CHECK(std::sqrt(square / kDraws) == Approx(7.461263).epsilon(0.02));
  CHECK(release.guarantee().epsilon() <= 1);
}

TEST_CASE("what is beyond the range counts as its end, and nothing else fails") {
  CHECK(unit_of(-1).value().value() == 0);
  CHECK(unit_of(1).value().value() == kUnitReward);
  CHECK(unit_of(0).value().value() == kUnitReward / 2);
  CHECK(unit_of(-1e308).value().value() == 0);
  CHECK(unit_of(1e308).value().value() == kUnitReward);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {nan, HUGE_VAL, -HUGE_VAL}) {
    REQUIRE_FALSE(unit_of(wrong).ok());
    CHECK(unit_of(wrong).error().value == 0);
  }
}

TEST_CASE("a number's randomness is that of its own mechanism, and a failed source gives none") {
  const ScalarRelease bit = ScalarRelease::bit(1).value();
  const ScalarRelease laplace = ScalarRelease::laplace(1).value();
  test::SplitMix64 random(1);
  CHECK_FALSE(bit.fits(laplace.prepare(random).value()));
  test::ScriptedSource empty({});
  CHECK(bit.prepare(empty).error().code == ErrorCode::insecure_randomness);
  CHECK_FALSE(ScalarRelease::bit(0).ok());
  CHECK_FALSE(ScalarRelease::laplace(129).ok());
  CHECK_FALSE(ScalarRelease::gaussian(1, 0).ok());
}

}  // namespace
}  // namespace ldp
