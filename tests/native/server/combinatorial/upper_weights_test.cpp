#include "server/combinatorial/upper_weights.hpp"

#include <cmath>

#include "catch.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {
namespace {

// Reference values: docs/spec/combinatorial.md, section 8, golden values, of eight digits.
constexpr double kTolerance = 1e-8;
constexpr double kHalfOfLastDigit = 5e-9;
constexpr double kBeta = 4.6826943768;  // of epsilon = 1

TEST_CASE("the radii of the paper and of the one-bit reports have their golden values") {
  CHECK(std::abs(cucb_ldp2_law(1e6, 1).at(1000) - .66490325) <= kHalfOfLastDigit);
  CHECK(std::abs(bit_law(1e6).at(1000 / kBeta) - .21128816) <= kHalfOfLastDigit);
  CHECK(bound_at(Bound::la, 1e6) == Approx(19.0670943922).epsilon(1e-10));
  CHECK(bound_at(Bound::la, 1000) == Approx(10.7730657034).epsilon(1e-10));
  const double theta = RandomizedResponse::create(1).value().theta();
  CHECK(1 / (theta * theta) == Approx(kBeta).epsilon(1e-9));
}

TEST_CASE("Bernstein's radius counts the noise and the outcome, and has a part linear in La") {
  // 2 sqrt((1/8 + 1) La/n) + La/n with La(1e6) at n = 1000, epsilon = 1.
  const double la = 19.0670943922;
  CHECK(bernstein_law(1e6, 1).at(1000) ==
        Approx(2 * std::sqrt(1.125 * la / 1000) + la / 1000).epsilon(kTolerance));
  // With hardly any noise it is the radius of the outcome alone, sqrt(La/(2 n)).
  CHECK(bernstein_law(1e6, 1e9).at(1000) == Approx(std::sqrt(la / 2000)).epsilon(1e-6));
}

TEST_CASE("reporting K outcomes widens the radius by K, and by sqrt(K) as it was printed") {
  for (const double largest : {1, 4, 16}) {
    const double one = cucb_ldp2_law(1e6, 1).at(1e5);
    CHECK(cucb_ldp1_law(1e6, 1, largest).at(1e5) == Approx(largest * one).epsilon(1e-12));
    CHECK(cucb_ldp1_printed_law(1e6, 1, largest).at(1e5) ==
          Approx(std::sqrt(largest) * one).epsilon(1e-12));
  }
}

TEST_CASE("where the tail bound of the noise does not hold yet, the index is 1") {
  const RadiusLaw law = cucb_ldp2_law(1e6, 4);
  const double least = 4 * std::log(1e6);  // 55.3 reports
  REQUIRE(law.at(least) < 0.75);           // so that it is not the clipping
  CHECK(upper_weight(0, 55, law) == 1);
  CHECK(upper_weight(0, 56, law) < 0.75);
}

TEST_CASE("beyond level 4 the outcome's own variation is not covered by the noise any more") {
  // 4 sqrt(2 ln T/(25 n)) + sqrt(2 ln T/n)
  CHECK(cucb_ldp2_law(1e6, 5).at(1000) == Approx(1.8 * std::sqrt(2 * std::log(1e6) / 1000)));
  CHECK(cucb_ldp2_law(1e6, 4).at(1000) == Approx(std::sqrt(2 * std::log(1e6) / 1000)));
  // Of CUCB-LDP1 it is the level of one outcome that counts.
  CHECK(cucb_ldp1_law(1e6, 16, 4).at(1000) == Approx(std::sqrt(2 * std::log(1e6) / 1000)));
}

TEST_CASE("an index is a probability: clipped to [0, 1], and 1 of an arm without reports") {
  const RadiusLaw law = bit_law(1000);
  CHECK(upper_weight(0, 0, law) == 1);
  CHECK(upper_weight(-3, 1e6, law) == 0);
  CHECK(upper_weight(0.9, 10, law) == 1);
  CHECK(upper_weight(0.25, 1e4, law) ==
        Approx(0.25 + std::sqrt(10.7730657034 / 2e4)).epsilon(1e-10));
}

TEST_CASE(
    "the first round knows no confidence: La(1) = 0, and an arm that was reported is its mean") {
  CHECK(upper_weight(0.5, 1, bit_law(1)) == 0.5);
}

TEST_CASE("CUCB has 3/2 ln t where the private ones have La/2") {
  CHECK(cucb_law(1e6).at(1000) == Approx(std::sqrt(1.5 * std::log(1e6) / 1000)));
}

TEST_CASE("a horizon that is not stated is the next power of two, at least 1024") {
  CHECK(horizon_above(0) == 1024);
  CHECK(horizon_above(1023) == 1024);
  CHECK(horizon_above(1024) == 2048);
  CHECK(horizon_above(1e6) == 1048576);
}

TEST_CASE("the joint radius of K equal arms is sqrt(K) times that of one, not K times") {
  const RadiusLaw law = bit_law(1e6);
  CHECK(joint_radius(law, 4 / 50.0) == Approx(2 * law.at(50)).epsilon(1e-12));
}

}  // namespace
}  // namespace ldp
