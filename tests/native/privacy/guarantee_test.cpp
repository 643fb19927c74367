#include "privacy/guarantee.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "catch.hpp"
#include "privacy/composition.hpp"
#include "privacy/epsilon_grid.hpp"
#include "privacy/natural.hpp"
#include "privacy/released.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

const double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kFull = ~std::uint64_t{0};

Guarantee pure(double epsilon) { return Guarantee::pure(epsilon).value(); }

}  // namespace

static_assert(!std::is_default_constructible_v<Released<std::uint8_t>>);
static_assert(!std::is_constructible_v<Released<std::uint8_t>, std::uint8_t>,
              "only a mechanism can release a value");
static_assert(!std::is_convertible_v<std::int32_t, Released<std::int32_t>>);
static_assert(!std::is_aggregate_v<Released<std::int32_t>>);

TEST_CASE("the curve of a pure guarantee is that of randomised response") {
  const Guarantee one = pure(1);
  CHECK(one.delta() == 0);
  CHECK(one.delta_at(1) == 0);
  CHECK(one.delta_at(2) == 0);
  // (e - e^{1/2})/(e + 1), and tanh(1/2) at 0: the total variation of randomised response.
  CHECK(one.delta_at(0.5) == Approx(0.28764913664496792).epsilon(1e-12));
  CHECK(one.delta_at(0) == Approx(std::tanh(0.5)).epsilon(1e-14));
  CHECK(pure(30000).delta_at(0) == 1);
}

TEST_CASE("zero-concentrated privacy of a pure guarantee: epsilon tanh(epsilon/2) <= epsilon^2/2") {
  CHECK(pure(2).rho() == Approx(1.5231883119115297).epsilon(1e-14));
  for (const double epsilon : epsilon_grid()) {
    REQUIRE(pure(epsilon).rho() <= epsilon * epsilon / 2);
    // rho_nano is rounded up, by less than one unit and the rounding of tanh.
    const double nano = pure(epsilon).rho() * 1e9;
    REQUIRE(static_cast<double>(pure(epsilon).cost().rho_nano) >= nano);
    REQUIRE(static_cast<double>(pure(epsilon).cost().rho_nano) < nano + 1.1);
  }
}

TEST_CASE(
    "the rho that is charged is never below epsilon tanh(epsilon/2), nor a unit and 2^-39 above "
    "it") {
  test::SplitMix64 words(1);
  for (int i = 0; i < 200'000; ++i) {
    // From 2^-24, the loss of much composition, to 2^8.
    const double epsilon = std::exp2(32 * words.real() - 24);
    const Guarantee guarantee = pure(epsilon);
    const long double exact = epsilon * std::tanh(static_cast<long double>(epsilon) / 2);
    REQUIRE(static_cast<long double>(guarantee.cost().rho_nano) >= exact * 1e9L);
    REQUIRE(static_cast<long double>(guarantee.cost().rho_nano) <
            exact * 1e9L * (1 + 0x1p-39L) + 1);
    REQUIRE(std::abs(guarantee.rho() - exact) <= 0x1p-44L * exact);
  }
  // Both sides of where the series ends.
  for (const double epsilon : {0x1p-5, 0x1.fffffffffffffp-6}) {
    CHECK(pure(epsilon).rho() == Approx(epsilon * std::tanh(epsilon / 2)).epsilon(1e-13));
  }
  CHECK(pure(0).rho() == 0);
  CHECK(pure(800).rho() == 800);
}

TEST_CASE("millionths of epsilon are the exact product rounded up") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const ExactDouble value = exact(epsilon);
    const Natural product = Natural(value.mantissa) * Natural(1'000'000);
    const std::uint64_t micro = pure(epsilon).cost().epsilon_micro;
    REQUIRE(product <= Natural(micro) << value.shift);
    REQUIRE_FALSE(product <= Natural(micro - 1) << value.shift);
  }
  CHECK(pure(0).cost() == Cost{});
  CHECK(pure(5e-324).cost().epsilon_micro == 1);
  CHECK(pure(0.1).cost().epsilon_micro == 100'001);  // the double 0.1 is more than 1/10
  CHECK(Guarantee::pure_ratio(1, 10).value().cost().epsilon_micro == 100'000);
  CHECK(pure(0x1p32).cost().epsilon_micro == 4294967296000000);
}

TEST_CASE("a rational guarantee is rounded up to the next double and no further") {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 1023u, 629144u}) {
    for (const std::uint64_t d : {1u, 3u, 10u, 10240u, 2147478187u}) {
      CAPTURE(n, d);
      const double epsilon = Guarantee::pure_ratio(n, d).value().epsilon();
      const auto at_least = [n, d](double x) {
        const ExactDouble value = exact(x);
        return Natural(n) << value.shift <= Natural(d) * Natural(value.mantissa);
      };
      CHECK(at_least(epsilon));
      CHECK_FALSE(at_least(std::nextafter(epsilon, 0.0)));
    }
  }
  CHECK(Guarantee::pure_ratio(0, 5).value().epsilon() == 0);
  CHECK(Guarantee::pure_ratio(kFull, kFull).value().epsilon() == 1);
}

TEST_CASE("guarantees refuse what is not a loss") {
  for (const double epsilon : {-1.0, -5e-324, 0x1.0000000000001p32, kInfinity, -kInfinity, kNan}) {
    CAPTURE(epsilon);
    REQUIRE_FALSE(Guarantee::pure(epsilon).ok());
    CHECK(Guarantee::pure(epsilon).error().code == ErrorCode::invalid_argument);
    CHECK(Guarantee::pure(epsilon).error().parameter == "epsilon");
  }
  CHECK(Guarantee::pure_ratio(1, 0).error().parameter == "denominator");
  CHECK(Guarantee::pure_ratio((std::uint64_t{1} << 32) + 1, 1).error().parameter == "numerator");
}

TEST_CASE("a Gaussian guarantee has the curve, the rho and the cost of its mu") {
  const Guarantee guarantee = Guarantee::gaussian(1, 1e-5, 0.26805, 0).value();
  CHECK(guarantee.delta() == 1e-5);
  CHECK(guarantee.epsilon() < 1);
  CHECK(guarantee.epsilon() > 0.9999);
  CHECK(guarantee.delta_at(1) == Approx(9.99930428013276e-6).epsilon(1e-9));
  CHECK(guarantee.delta_at(0) == Approx(0.10661719432).epsilon(1e-9));  // 2 Phi(mu/2) - 1
  CHECK(guarantee.delta_at(guarantee.epsilon()) <= 1e-5);
  CHECK(guarantee.rho() == Approx(0.26805 * 0.26805 / 2).epsilon(1e-15));
  CHECK(guarantee.cost().epsilon_micro == 999'996);
  CHECK(guarantee.cost().delta_femto == 10'000'000'001);  // the double 1e-5 is more than 1/10^5
  CHECK(guarantee.cost().rho_nano == 35'925'402);

  // 10^-6 more total variation costs (1 + e) of it.
  const Guarantee slack = Guarantee::gaussian(1.1, 1e-5, 0.26805, 1e-6).value();
  CHECK(slack.delta_at(1) - guarantee.delta_at(1) == Approx((1 + std::exp(1)) * 1e-6));
  CHECK(slack.epsilon() > guarantee.epsilon());
  CHECK(pure(1).cost().delta_femto == 0);
  CHECK(Guarantee::gaussian(1, 0.9, 100, 0).ok() == false);
}

TEST_CASE("a Gaussian guarantee is not given where the curve is above it") {
  CHECK(Guarantee::gaussian(1, 1e-5, 0.2681, 0).error().parameter == "delta");
  CHECK(Guarantee::gaussian(1, 1e-5, 0.26805, 1e-6).error().parameter == "delta");
  // Finer noise has a factor close to 1 instead, which costs 3e-10 of delta here, not 4e-8.
  CHECK(Guarantee::gaussian(1, 1e-5, 0.26805, 1e-8).ok());
  CHECK(Guarantee::gaussian(0.99, 1e-5, 0.26805, 0).error().parameter == "delta");
  CHECK(Guarantee::gaussian(1, kNan, 0.26805, 0).error().parameter == "delta");
  CHECK(Guarantee::gaussian(1, 1, 0.26805, 0).error().parameter == "delta");
  for (const double mu : {0.0, -1.0, kInfinity, kNan}) {
    CHECK(Guarantee::gaussian(1, 1e-5, mu, 0).error().parameter == "mu");
  }
  for (const double variation : {-1e-9, 1.0, kNan}) {
    CHECK(Guarantee::gaussian(1, 1e-5, 0.2, variation).error().parameter == "variation");
  }
  CHECK(Guarantee::gaussian(0, 1e-5, 0.2, 0).error().parameter == "epsilon");
}

TEST_CASE("composition adds in any order and saturates") {
  const Cost a{100'000, 5, 7};
  const Cost b{250'001, 0, 11};
  CHECK(compose(a, b) == Cost{350'001, 5, 18});
  CHECK(compose(a, b) == compose(b, a));
  CHECK(repeat(a, 3) == compose(a, compose(a, a)));
  CHECK(repeat(a, 0) == Cost{});

  const Cost full{kFull, kFull, kFull};
  CHECK(compose(full, a) == full);
  CHECK(compose({kFull - 1, 0, 0}, {1, 0, 0}).epsilon_micro == kFull);
  CHECK(repeat(a, kFull) == full);
}

TEST_CASE("ten reports of 0.1 fit into a budget of 1, an eleventh does not") {
  const Cost each = Guarantee::pure_ratio(1, 10).value().cost();
  const Cost limit{1'000'000, 0, 0};
  CHECK(fits(repeat(each, 9), each, limit));
  CHECK_FALSE(fits(repeat(each, 10), each, limit));
}

TEST_CASE("a full ledger fits into nothing, not even into a full limit") {
  const Cost full{kFull, 0, 0};
  CHECK_FALSE(fits(full, {}, full));
  CHECK_FALSE(fits(full, {1, 0, 0}, full));
  CHECK_FALSE(fits({}, {0, 1, 0}, {1, 0, 0}));
  CHECK(fits({}, {1, 1, kFull}, {1, 1, 0}));  // rho is recorded, not limited
}

TEST_CASE("delta has a limit of its own, which a pure report does not touch") {
  CHECK(fits({0, 5, 0}, {1, 5, 0}, {9, 10, 0}));
  CHECK_FALSE(fits({0, 6, 0}, {1, 5, 0}, {9, 10, 0}));
  CHECK(fits({1, 6, 0}, {1, 0, 0}, {9, 0, 0}));
  CHECK_FALSE(fits({0, kFull, 0}, {1, 1, 0}, {9, kFull, 0}));
}

TEST_CASE("error codes are spelt as the public API spells them") {
  CHECK(name(ErrorCode::invalid_argument) == "invalid_argument");
  CHECK(name(ErrorCode::insecure_randomness) == "insecure_randomness");
  CHECK(name(ErrorCode::manifest_mismatch) == "manifest_mismatch");
  CHECK(name(ErrorCode::already_reported) == "already_reported");
  CHECK(name(ErrorCode::report_rejected) == "report_rejected");
  CHECK(name(ErrorCode::spec_invalid) == "spec_invalid");
}
