#include "privacy/natural.hpp"

#include <cstdint>

#include "catch.hpp"
#include "random/split_mix64.hpp"

using namespace ldp::test;

TEST_CASE("natural numbers: the laws of arithmetic on numbers of hundreds of bits") {
  SplitMix64 random(1);
  const auto big = [&random] {
    Natural value(random.next());
    for (std::uint64_t i = random.next() % 10; i > 0; --i) {
      value = value * Natural(random.next()) + Natural(random.next());
    }
    return value;
  };
  for (int i = 0; i < 300; ++i) {
    const Natural a = big();
    const Natural b = big();
    const Natural c = big();
    const auto shift = static_cast<unsigned>(random.next() % 200);
    const auto divisor = static_cast<std::uint32_t>(random.next() | 1);
    REQUIRE((a + b) * c == a * c + b * c);
    REQUIRE(a * b == b * a);
    REQUIRE((a << shift >> shift) == a);
    REQUIRE((a * Natural(divisor) + Natural(divisor - 1)) / divisor == a);
    REQUIRE(a <= a + b);
    REQUIRE_FALSE(a + b + Natural(1) <= a);
  }
}

// e 10^60 = 2718281828459045235360287471352662497757247093699959574966967.6..., sqrt(e) likewise.
TEST_CASE("the bounds of the exponential enclose e and its root to 60 digits") {
  const auto parse = [](const char* digits) {
    Natural value;
    for (; *digits != 0; ++digits) {
      value = value * Natural(10) + Natural(static_cast<std::uint64_t>(*digits - '0'));
    }
    return value;
  };
  Natural scale(1);
  for (int i = 0; i < 60; ++i) scale = scale * Natural(10);
  const auto floor_scaled = [&scale](const Natural& bound) { return bound * scale >> kExpBits; };

  const ExpBounds e = exp_bounds(1);
  const Natural digits = parse("2718281828459045235360287471352662497757247093699959574966967");
  CHECK(floor_scaled(e.lower) == digits);
  CHECK(floor_scaled(e.upper) == digits);

  const ExpBounds root = exp_bounds(0.5);
  const Natural root_digits =
      parse("1648721270700128146848650787814163571653776100710148011575079");
  CHECK(floor_scaled(root.lower) == root_digits);
  CHECK(floor_scaled(root.upper) == root_digits);
}

TEST_CASE("the bounds of the exponential multiply: e^x e^y = e^(x+y)") {
  for (const double x : {0x1p-10, 0.25, 1.5, 7.0, 20.0}) {
    for (const double y : {0x1p-10, 0.5, 3.0, 12.0}) {
      const ExpBounds a = exp_bounds(x);
      const ExpBounds b = exp_bounds(y);
      const ExpBounds sum = exp_bounds(x + y);
      CHECK((a.lower * b.lower >> kExpBits) <= sum.upper);
      CHECK(sum.lower <= (a.upper * b.upper >> kExpBits) + Natural(1));
    }
  }
}
