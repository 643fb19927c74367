#include "foundation/natural_exp.hpp"

#include <cmath>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

TEST_CASE("the exponential agrees with the platform's to 6e-16") {
  test::SplitMix64 words(1);
  for (int i = 0; i < 100'000; ++i) {
    const double x = (i % 2 == 0 ? 1400 : 4) * (words.real() - 0.5);
    const double expected = std::exp(x);
    REQUIRE(std::abs(natural_exp(x) - expected) <= 6e-16 * expected);
  }
  CHECK(natural_exp(0) == 1);
  CHECK(natural_exp(1) == Approx(2.718281828459045).epsilon(4e-16));
  CHECK(natural_exp(-701) == 0);
  CHECK(natural_exp(-1e300) == 0);
}

}  // namespace
}  // namespace ldp
