#include "privacy/vector_scale.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/gram_layout.hpp"
#include "privacy/gram_scale.hpp"
#include "privacy/pair_scale.hpp"
#include "privacy/sensitivity.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr Calibration kTight = Calibration::tight;
constexpr Calibration kPublished = Calibration::published;

GramScale gram(double epsilon, double delta, std::uint32_t d, Calibration calibration = kTight) {
  return GramScale::create(epsilon, delta, d, calibration).value();
}

PairScale pair(double epsilon, double delta, std::uint32_t d, Calibration calibration = kTight) {
  return PairScale::create(epsilon, delta, d, calibration).value();
}

// The smallest epsilon of a Gaussian of this mu, by the curve alone.
double true_epsilon(double mu, double delta) {
  double low = 0;
  double high = 200;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (gaussian_delta(middle, mu) <= delta ? high : low) = middle;
  }
  return high;
}

}  // namespace

TEST_CASE("the multipliers of the linear bandits have their known values") {
  CHECK(calibrate_gaussian(1, 0.1).value() == Approx(1.0858777652).epsilon(1e-9));
  CHECK(calibrate_gaussian(0.2, 0.1).value() == Approx(2.2990263454).epsilon(1e-9));
  CHECK(calibrate_gaussian(10, 0.1).value() == Approx(0.2818120721).epsilon(1e-9));
  CHECK(calibrate_gaussian(1, 1e-6).value() == Approx(4.2246788893).epsilon(1e-9));
}

TEST_CASE("the noise of a Gram matrix is the joint one, and what 24 bits cost is below 1 %") {
  // Delta = 3/sqrt 2 at (1, 1e-5).
  constexpr double kIdeal = 7.9138647812622241;
  for (const std::uint32_t d : {1u, 2u, 5u, 20u}) {
    const GramScale scale = gram(1, 1e-5, d);
    CAPTURE(d, scale.steps(), scale.s());
    CHECK(scale.sigma() >= kIdeal);
    CHECK(scale.sigma() < 1.01 * kIdeal);
    CHECK(scale.sigma_off_diagonal() * std::sqrt(2) == Approx(scale.sigma()).epsilon(2e-6));
  }
  CHECK(gram(1, 1e-5, 128).sigma() < 1.02 * kIdeal);
  CHECK(pair(1, 1e-5, 20).sigma() ==
        Approx(std::sqrt(5) * calibrate_gaussian(1, 1e-5).value()).epsilon(2e-5));
}

// 1,000 random triples, and the ends of the ranges. Everything follows from the integers.
TEST_CASE("the integers of a vector keep their word and no noise is wasted") {
  SplitMix64 random(5);
  for (int i = 0; i < 1000; ++i) {
    const double epsilon = i % 50 == 0 ? 16 : std::exp2(-6 + 10 * random.real());
    const double delta = i % 77 == 0 ? kMinDelta : std::pow(10, -12 + 11 * random.real());
    const auto d = static_cast<std::uint32_t>(i % 60 == 0 ? 128 : 1 + random.next() % 40);
    const GramScale scale = gram(epsilon, delta, d);
    CAPTURE(epsilon, delta, d, scale.steps(), scale.s());

    const double r = scale.steps();
    const auto squares = static_cast<double>(squared_norm_bound(scale.steps(), d));
    const auto s = static_cast<double>(scale.s());
    const auto off = static_cast<double>(scale.s_off_diagonal());
    REQUIRE(squares >= (r + std::sqrt(d) / 2) * (r + std::sqrt(d) / 2));
    REQUIRE(squares + 6 * s <= kLargestReleased);
    REQUIRE(2 * off * off >= s * s);
    REQUIRE(2 * (off - 1) * (off - 1) < s * s);

    const double mu = std::sqrt(2) * (squares + r * r / 2) / s;
    const double variation = gram_length(d) / (23 * off * off);
    const double curve = integer_gaussian_delta(epsilon, mu, variation);
    REQUIRE(curve <= delta);
    // One part in 2^12 less noise would break the promise; the grid is as fine as 24 bits allow.
    REQUIRE(gaussian_delta(epsilon, mu * (1 + 0x1p-12)) > delta);
    REQUIRE(squares * (1 + 3 / r) + 6 * s * (1 + 3 / r) > kLargestReleased);
    REQUIRE(scale.guarantee().epsilon() <= epsilon);
    REQUIRE(scale.guarantee().delta() <= delta);
    REQUIRE(scale.guarantee().delta_at(epsilon) <= delta);

    const PairScale both = pair(epsilon, delta, d);
    const double steps = both.steps();
    const auto norm = static_cast<double>(squared_norm_bound(both.steps(), d));
    const auto scale_of_pair = static_cast<double>(both.s());
    REQUIRE(std::sqrt(norm) + 6 * scale_of_pair <= kLargestReleased);
    const double mu_of_pair = std::sqrt(4 * norm + steps * steps) / scale_of_pair;
    const double variation_of_pair = (d + 1) / (23 * scale_of_pair * scale_of_pair);
    REQUIRE(integer_gaussian_delta(epsilon, mu_of_pair, variation_of_pair) <= delta);
    REQUIRE(gaussian_delta(epsilon, mu_of_pair * (1 + 0x1p-12)) > delta);
    REQUIRE(both.guarantee().epsilon() <= epsilon);
  }
}

// Claimed (1, 1e-5) and (10, 1e-5). Above 1: the paper's claim is false.
TEST_CASE("published noise keeps another promise than it claims, and says which") {
  CHECK(gram(1, 1e-5, 5, kPublished).guarantee().epsilon() == Approx(0.364).epsilon(0.01));
  CHECK(gram(10, 1e-5, 5, kPublished).guarantee().epsilon() == Approx(4.70).epsilon(0.005));
  CHECK(pair(1, 1e-5, 5, kPublished).guarantee().epsilon() == Approx(0.849).epsilon(0.001));
  CHECK(pair(10, 1e-5, 5, kPublished).guarantee().epsilon() == Approx(11.94).epsilon(0.001));

  CHECK(gram(1, 1e-5, 5, kPublished).sigma() == Approx(19.943).epsilon(1e-4));
  CHECK(gram(1, 1e-5, 5, kPublished).sigma_off_diagonal() == Approx(19.943).epsilon(1e-4));
  CHECK(pair(1, 1e-5, 5, kPublished).sigma() == Approx(9.690).epsilon(1e-4));
}

TEST_CASE("the published formulas have their known true guarantees") {
  const auto two_parts = [](double epsilon, double delta) {
    return gram_sensitivity(1) * epsilon / (4 * std::sqrt(2 * std::log(2.5 / delta)));
  };
  const auto each_alone = [](double epsilon, double delta, double range) {
    return pair_sensitivity(range) * epsilon / (2 * std::sqrt(2 * std::log(1.25 / delta)));
  };
  CHECK(true_epsilon(two_parts(1, 1e-5), 1e-5) == Approx(0.364).epsilon(0.002));
  CHECK(true_epsilon(two_parts(10, 1e-5), 1e-5) == Approx(4.70).epsilon(0.002));
  // Rewards in [-1, 1]: false at both claims.
  CHECK(true_epsilon(each_alone(1, 1e-5, 2), 1e-5) == Approx(1.098).epsilon(0.001));
  CHECK(true_epsilon(each_alone(10, 1e-5, 2), 1e-5) == Approx(16.10).epsilon(0.001));
  CHECK(gaussian_delta(1, each_alone(1, 1e-5, 2)) == Approx(3.7e-5).epsilon(0.01));
  CHECK(gaussian_delta(10, each_alone(10, 1e-5, 2)) == Approx(0.0133).epsilon(0.01));
  CHECK(gaussian_delta(10, each_alone(10, 0.1, 2)) == Approx(0.916).epsilon(0.001));
  CHECK(gaussian_delta(1, each_alone(1, 1e-6, 2)) == Approx(9.3e-6).epsilon(0.01));
}

TEST_CASE("the guarantee of published noise is the smallest that its curve gives") {
  for (const double delta : {1e-6, 1e-5, 0.01}) {
    for (const double epsilon : {0.2, 1.0, 4.0, 10.0}) {
      const Guarantee guarantee = pair(epsilon, delta, 20, kPublished).guarantee();
      CAPTURE(epsilon, delta, guarantee.epsilon());
      CHECK(guarantee.delta() <= delta);
      CHECK(guarantee.delta_at(guarantee.epsilon()) <= delta);
      CHECK(guarantee.delta_at(guarantee.epsilon() * (1 - 1e-9)) > delta * (1 - 1e-12));
    }
  }
  // Less than delta is lost whatever epsilon is: there is nothing to find, and nothing to pay.
  CHECK(gram(0.2, 0.1, 5, kPublished).guarantee().epsilon() < 1e-15);
}

TEST_CASE("published noise that keeps no promise is refused") {
  const auto refused = PairScale::create(16, 0.1, 5, kPublished);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().parameter == "epsilon");
  CHECK(PairScale::create(10, 0.1, 5, kPublished).ok());
}

// The bound by a factor holds where the one by total variation is lost in e^epsilon: at 16 and
// 1e-12, on 8384 numbers, 10^6 times delta would be lost to the integers.
TEST_CASE("no Gaussian release is refused for its integers") {
  for (const std::uint32_t d : {1u, 20u, 128u}) {
    const GramScale scale = gram(16, 1e-12, d);
    const auto off = static_cast<double>(scale.s_off_diagonal());
    CHECK(gaussian_slack(16, gram_length(d) / (23 * off * off)) > 1e-6);
    CHECK(scale.guarantee().epsilon() <= 16);
    CHECK(scale.guarantee().epsilon() > 15.99);
  }
}

TEST_CASE("the scales refuse what a Gaussian release cannot keep") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Calibration calibration : {kTight, kPublished}) {
    for (const double epsilon : {0.0, -1.0, 0x1p-11, 16.001, nan}) {
      CAPTURE(epsilon);
      CHECK(GramScale::create(epsilon, 1e-6, 5, calibration).error().parameter == "epsilon");
      CHECK(PairScale::create(epsilon, 1e-6, 5, calibration).error().parameter == "epsilon");
    }
    for (const double delta : {0.0, -1e-6, 9e-13, 0.1001, 1.0, nan}) {
      CAPTURE(delta);
      CHECK(GramScale::create(1, delta, 5, calibration).error().parameter == "delta");
      CHECK(PairScale::create(1, delta, 5, calibration).error().parameter == "delta");
    }
    for (const std::uint32_t dimension : {0u, 129u}) {
      CHECK(GramScale::create(1, 1e-6, dimension, calibration).error().parameter == "dimension");
      CHECK(PairScale::create(1, 1e-6, dimension, calibration).error().parameter == "dimension");
    }
  }
}

TEST_CASE("a grid on which rounding could double a feature is refused") {
  // Four times the sensitivity of a Gram matrix, at the most noise that may be asked for.
  const ShapeAt wide = [](const ReleaseTerms& terms, std::uint32_t steps) {
    const auto squares = static_cast<double>(squared_norm_bound(steps, terms.dimension));
    return ReleaseShape{8 * squares, squares, double{1} * steps * steps, 1, 1};
  };
  const auto refused = VectorScale::tight(kMinEpsilon, kMinDelta, ReleaseTerms{128}, wide);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().parameter == "epsilon");
  CHECK(VectorScale::tight(kMinEpsilon, kMinDelta, ReleaseTerms{4}, wide).ok());
  CHECK(GramScale::create(kMinEpsilon, kMinDelta, 128, kTight).ok());
  CHECK(GramScale::create(kMinEpsilon, kMinDelta, 128, kPublished).ok());
}
