// Public coins are the same on every device and in every version, and look random.
#include "oracles/public_coins.hpp"

#include <vector>

#include "catch.hpp"

namespace ldp {
namespace {

// Computed by tests/reference/combinatorial.py: mix(mix(mix(seed + g) + g (a + 1)) + g (b + 1)), g
// = 2^64/phi.
TEST_CASE("public coins never change: slates that were published can be drawn again") {
  constexpr std::uint64_t kLast = ~std::uint64_t{0};
  REQUIRE(public_word(0, 0) == 0x238275bc38fcbe91);
  REQUIRE(public_word(1, 2, 3) == 0x8568f7c4e53b5a35);
  REQUIRE(public_word(kLast, kLast, kLast) == 0x179f01f0d2fba97a);
  REQUIRE(public_word(42, 4095, 63) == 0xb81028fb13c8ff6b);
  REQUIRE(public_uniform(42, 4095, 63) == Approx(0x0.b81028fb13c8ff6bp0).epsilon(1e-15));
}

// 64 cells each with 1,000 expected draws; the words are fixed, so this is no random test.
TEST_CASE("coins are uniform along each of their three numbers") {
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<int> cells(64);
    for (std::uint64_t i = 0; i < 64'000; ++i) {
      const std::uint64_t seed = axis == 0 ? i : 11;
      const double coin = public_uniform(seed, axis == 1 ? i : 5, axis == 2 ? i : 3);
      REQUIRE(coin >= 0);
      REQUIRE(coin < 1);
      ++cells[static_cast<std::size_t>(64 * coin)];
    }
    double chi_square = 0;
    for (const int cell : cells) chi_square += (cell - 1e3) * (cell - 1e3) / 1e3;
    REQUIRE(chi_square < 103.5);  // 63 degrees of freedom: 0.001
    REQUIRE(chi_square > 33);     // and not more even than chance: 0.001
  }
}

TEST_CASE("a bit of any number changes about half of the coin's bits") {
  for (int axis = 0; axis < 3; ++axis) {
    for (int bit = 0; bit < 64; ++bit) {
      int changed = 0;
      for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t flip = std::uint64_t{1} << bit;
        const std::uint64_t one = public_word(i, 7 * i, 13 * i);
        const std::uint64_t other =
            public_word(i ^ (axis == 0 ? flip : 0), (7 * i) ^ (axis == 1 ? flip : 0),
                        (13 * i) ^ (axis == 2 ? flip : 0));
        changed += __builtin_popcountll(one ^ other);
      }
      REQUIRE(changed > 2950);  // of 6,400: 3,200 +- 40; 6 standard deviations
      REQUIRE(changed < 3450);
    }
  }
}

}  // namespace
}  // namespace ldp
