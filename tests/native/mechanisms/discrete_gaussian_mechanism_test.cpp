#include "mechanisms/discrete_gaussian_mechanism.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::uint64_t kLast = ~std::uint64_t{0};

DiscreteGaussianMechanism gaussian(double epsilon, double delta = 1e-6) {
  return DiscreteGaussianMechanism::create(epsilon, delta).value();
}

UnitReward reward(double r) { return UnitReward::from(r).value(); }

// Words that make DiscreteGaussian return 0, then `rounding`. The proposal is 0 (a zero uniform, a
// lost race, an even sign) at distance s, and accepted: no hit of 1/2, and two races for exp(0).
std::vector<std::uint64_t> no_noise(std::uint64_t rounding) {
  return {0, 0, 1, 0, 1, 0, 0, rounding};
}

std::int32_t noiseless(const DiscreteGaussianMechanism& mechanism, std::uint64_t rounding,
                       UnitReward r) {
  ScriptedSource source(no_noise(rounding));
  const auto prepared = mechanism.prepare(source).value();
  REQUIRE(prepared.noise() == 0);
  REQUIRE(source.used() == 8);
  return mechanism.release(prepared, r).value();
}

}  // namespace

static_assert(
    !std::is_constructible_v<DiscreteGaussianMechanism::Prepared, std::int64_t, std::uint32_t, int>,
    "randomness comes from prepare() only");

TEST_CASE("the Gaussian report adds the sampler's own draw, then a word for the rounding") {
  for (const double epsilon : {0.3, 1.0, 8.0}) {
    const DiscreteGaussianMechanism mechanism = gaussian(epsilon);
    const double unit = std::ldexp(1, -mechanism.scale().grid_bits());
    SplitMix64 one(42);
    SplitMix64 other(42);
    for (int i = 0; i < 200; ++i) {
      const auto prepared = mechanism.prepare(one).value();
      const std::int64_t noise = discrete_gaussian(other, mechanism.scale().s());
      (void)other.next();
      REQUIRE(prepared.noise() == static_cast<double>(noise) * unit);
      REQUIRE(mechanism.release(prepared, reward(0)).value() == noise);
      REQUIRE(mechanism.release(prepared, reward(1)).value() ==
              noise + static_cast<std::int64_t>(mechanism.scale().sensitivity()));
      REQUIRE(one.words() == other.words());
    }
  }
}

TEST_CASE("a Gaussian report counts the reward on its grid, rounded up as often as its fraction") {
  const DiscreteGaussianMechanism mechanism = gaussian(1);
  REQUIRE(mechanism.scale().grid_bits() == 24);
  // 2^24 steps of 2^8 reward units: 5 units above a step, so up for the 5 largest of 256 words.
  const UnitReward r = reward((1000 + 5 / 256.0) * 0x1p-24);
  for (const std::uint64_t word : {0u, 128u, 250u}) {
    CHECK(noiseless(mechanism, word << 56, r) == 1000);
  }
  for (const std::uint64_t word : {251u, 255u}) {
    CHECK(noiseless(mechanism, word << 56, r) == 1001);
    CHECK(noiseless(mechanism, word << 56 | 0xffffffffffffffu, r) == 1001);
  }
}

TEST_CASE("the integer sensitivity of a Gaussian report is exactly its grid, for every rounding") {
  SplitMix64 random(3);
  for (const double epsilon : {kMinEpsilon, 0.1, 1.0, kMaxGaussianEpsilon}) {
    const DiscreteGaussianMechanism mechanism = gaussian(epsilon);
    const auto steps = static_cast<std::int32_t>(mechanism.scale().sensitivity());
    for (const std::uint64_t rounding : {std::uint64_t{0}, kLast, random.next()}) {
      CHECK(noiseless(mechanism, rounding, reward(0)) == 0);
      CHECK(noiseless(mechanism, rounding, reward(1)) == steps);
      std::int32_t previous = 0;
      for (int i = 0; i <= 1 << 12; ++i) {
        const std::int32_t k = noiseless(mechanism, rounding, reward(i * 0x1p-12));
        if (k < previous || k > steps) FAIL("out of the grid or not increasing: " << k);
        previous = k;
      }
    }
  }
}

TEST_CASE("a Gaussian report saturates at 9.5 scales beyond the range of rewards") {
  // Each pair (0, 1) takes the Laplace proposal one scale further out; no hit in 39^2 coins of 1/2
  // keeps what a healthy source would never propose.
  const DiscreteGaussianMechanism mechanism = gaussian(1);
  for (const std::uint64_t sign : {0u, 1u}) {
    std::vector<std::uint64_t> words{0, 0};
    for (int v = 0; v < 40; ++v) words.insert(words.end(), {0, 1});
    words.insert(words.end(), {1, sign});
    words.insert(words.end(), 39 * 39, 1);
    words.insert(words.end(), 39, 0);
    words.insert(words.end(), {0, 0});
    ScriptedSource source(words);
    const auto prepared = mechanism.prepare(source);
    REQUIRE(prepared.ok());
    REQUIRE(std::abs(prepared.value().noise()) == 40 * mechanism.scale().sigma());
    const std::int32_t released = mechanism.release(prepared.value(), reward(0.5)).value();
    const GaussianScale& scale = mechanism.scale();
    const auto most = static_cast<std::int64_t>(std::ceil(9.5 * static_cast<double>(scale.s())));
    const auto grid = static_cast<std::int64_t>(scale.sensitivity());
    CHECK(scale.largest_noise() == most);
    CHECK(released == (sign == 0 ? grid + most : -most));
    CHECK(grid + most < std::numeric_limits<std::int32_t>::max());
  }
}

// 40,000 reports: the mean of the noise is 0 and its variance that of the scale, to 5 standard
// errors, which a healthy sampler exceeds once in 1.7 million; 6 tests with fixed seeds.
TEST_CASE("a Gaussian report is unbiased and has the variance that the server reckons with") {
  for (const double epsilon : {0.1, 1.0, 10.0}) {
    const DiscreteGaussianMechanism mechanism = gaussian(epsilon, 1e-5);
    const double unit = std::ldexp(1, -mechanism.scale().grid_bits());
    const double variance = mechanism.scale().sigma() * mechanism.scale().sigma();
    SplitMix64 random(static_cast<std::uint64_t>(100 * epsilon));
    constexpr int kReports = 40'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kReports; ++i) {
      const auto prepared = mechanism.prepare(random).value();
      const double noise = mechanism.release(prepared, reward(0.3)).value() * unit - 0.3;
      sum += noise;
      squares += noise * noise;
    }
    CAPTURE(epsilon);
    CHECK(std::abs(sum / kReports) < 5 * std::sqrt(variance / kReports));
    CHECK(std::abs(squares / kReports / variance - 1) < 5 * std::sqrt(2.0 / kReports));
  }
}

TEST_CASE("a Gaussian report carries the guarantee of its integers, never above what was asked") {
  for (const double epsilon : {kMinEpsilon, 0.1, 0.3, 1.0, 2.0, 7.7, kMaxGaussianEpsilon}) {
    for (const double delta : {1e-9, 1e-6, 1e-5, kMaxDelta}) {
      const Guarantee guarantee = gaussian(epsilon, delta).guarantee();
      CAPTURE(epsilon, delta);
      CHECK(guarantee.epsilon() <= epsilon);
      CHECK(guarantee.delta() <= delta);
      CHECK(guarantee.delta() > delta * (1 - 1e-14));
      CHECK(guarantee.delta_at(0) > delta);
    }
  }
}

TEST_CASE("no randomness, no Gaussian noise") {
  // Whichever word is the one that is missing.
  for (std::size_t words = 0; words < 8; ++words) {
    std::vector<std::uint64_t> script = no_noise(0);
    script.resize(words);
    ScriptedSource broken(script);
    const auto noise = gaussian(1).prepare(broken);
    REQUIRE_FALSE(noise.ok());
    CHECK(noise.error().code == ErrorCode::insecure_randomness);
  }
}

TEST_CASE("Gaussian reports refuse what they cannot keep and draw nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double epsilon : {0.0, -1.0, std::nextafter(kMinEpsilon, 0.0), 16.001, nan}) {
    CAPTURE(epsilon);
    CHECK(DiscreteGaussianMechanism::create(epsilon, 1e-6).error().parameter == "epsilon");
  }
  for (const double delta : {0.0, 1e-13, 0.2, nan}) {
    CAPTURE(delta);
    CHECK(DiscreteGaussianMechanism::create(1, delta).error().parameter == "delta");
  }
}
