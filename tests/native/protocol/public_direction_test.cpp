#include "protocol/public_direction.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

std::vector<std::int32_t> direction(std::uint64_t coin, std::size_t size) {
  std::vector<std::int32_t> grid(size);
  public_direction(coin, grid);
  return grid;
}

TEST_CASE("a coin means the same direction everywhere") {
  // By tests/reference/combinatorial.py.
  CHECK(direction(0x0706050403020100, 3) == std::vector<std::int32_t>{10492, -2640, 12302});
  CHECK(direction(42, 2) == std::vector<std::int32_t>{-13833, 8779});
  CHECK(direction(~std::uint64_t{0}, 5) ==
        std::vector<std::int32_t>{16119, 223, -1234, -1924, -1822});
  CHECK(direction(0, 1) == std::vector<std::int32_t>{-16384});
}

TEST_CASE("no direction is longer than 1, and none is shorter by more than the grid") {
  test::SplitMix64 random(1);
  for (const std::size_t size : {1, 2, 3, 5, 31, 32}) {
    for (int i = 0; i < 300; ++i) {
      std::int64_t square = 0;
      for (const std::int32_t x : direction(random.next(), size)) square += std::int64_t{x} * x;
      CAPTURE(size, square);
      CHECK(square <= std::int64_t{1} << 28);
      const double length = std::sqrt(static_cast<double>(square)) * kDirectionStep;
      CHECK(length > 1 - 0x1p-14 * std::sqrt(static_cast<double>(size)));
    }
  }
}

TEST_CASE("directions are uniform on the sphere") {
  // The mean of u is 0 and that of u u^T the identity over d, each entry of 20,000 directions
  // within 5 standard errors: a false alarm once in 60,000 sets of seeds, and the coins are fixed.
  constexpr std::size_t kSize = 4;
  constexpr int kDraws = 20'000;
  test::SplitMix64 random(7);
  double first[kSize] = {};
  double second[kSize][kSize] = {};
  for (int draw = 0; draw < kDraws; ++draw) {
    const std::vector<std::int32_t> grid = direction(random.next(), kSize);
    for (std::size_t i = 0; i < kSize; ++i) {
      first[i] += grid[i] * kDirectionStep / kDraws;
      for (std::size_t j = 0; j < kSize; ++j) {
        second[i][j] += grid[i] * kDirectionStep * grid[j] * kDirectionStep / kDraws;
      }
    }
  }
  for (std::size_t i = 0; i < kSize; ++i) {
    CHECK(std::abs(first[i]) < 5 * std::sqrt(1.0 / kSize / kDraws));
    for (std::size_t j = 0; j < kSize; ++j) {
      // E u_i^2 u_j^2 = 1/(d (d + 2)), three times as much for i = j.
      const double variance = i == j ? 3.0 / 24 - 1.0 / 16 : 1.0 / 24;
      CAPTURE(i, j, second[i][j]);
      CHECK(std::abs(second[i][j] - (i == j ? 0.25 : 0)) < 5 * std::sqrt(variance / kDraws) + 4e-5);
    }
  }
}

}  // namespace
}  // namespace ldp
