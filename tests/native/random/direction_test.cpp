#include "random/direction.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/chi_square.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::int32_t kNorm = 32767;

std::vector<std::int32_t> direction(SplitMix64& source, std::size_t size) {
  std::vector<std::int32_t> drawn(size);
  draw_direction(source, kNorm, drawn);
  return drawn;
}

// p-value of `draws`, each a bin 0..bins-1, against equal probabilities.
double uniform_p_value(const std::vector<std::int64_t>& draws, int bins) {
  return chi_square_p_value(
      draws, [bins](std::int64_t bin) { return bin >= 0 && bin < bins ? 1.0 / bins : 0; }, bins);
}

std::int64_t bin_of(double from_minus_one_to_one, int bins) {
  return std::min<std::int64_t>(bins - 1,
                                static_cast<std::int64_t>((from_minus_one_to_one + 1) / 2 * bins));
}

}  // namespace

// By tests/reference/privacy.py.
TEST_CASE("directions are golden: the same words, the same direction") {
  SplitMix64 source(42);
  CHECK(direction(source, 5) == std::vector<std::int32_t>{-15360, 11125, 8116, -15384, 20283});
  CHECK(direction(source, 2) == std::vector<std::int32_t>{32344, 5246});
  CHECK(direction(source, 1) == std::vector<std::int32_t>{32767});
}

// 100,000 directions, chi-square at p < 1e-6: 4 tests with fixed seeds. The control draws from the
// cube instead of the sphere, at the same size.
TEST_CASE("in three dimensions every coordinate of a direction is uniform (Archimedes)") {
  SplitMix64 random(3);
  constexpr int kBins = 40;
  std::array<std::vector<std::int64_t>, 3> drawn;
  std::vector<std::int64_t> control;
  for (int i = 0; i < 100'000; ++i) {
    const std::vector<std::int32_t> g = direction(random, 3);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      drawn[axis].push_back(bin_of(static_cast<double>(g[axis]) / (kNorm + 0.5), kBins));
    }
    const double x = 2 * random.real() - 1;
    const double y = 2 * random.real() - 1;
    const double z = 2 * random.real() - 1;
    control.push_back(bin_of(x / std::sqrt(x * x + y * y + z * z), kBins));
  }
  for (const auto& axis : drawn) CHECK(uniform_p_value(axis, kBins) > 1e-6);
  CHECK(uniform_p_value(control, kBins) < 1e-12);
}

TEST_CASE("in two dimensions the angle of a direction is uniform") {
  SplitMix64 random(4);
  std::vector<std::int64_t> angles;
  for (int i = 0; i < 100'000; ++i) {
    const std::vector<std::int32_t> g = direction(random, 2);
    angles.push_back(bin_of(std::atan2(g[1], g[0]) / std::acos(-1.0), 60));
  }
  CHECK(uniform_p_value(angles, 60) > 1e-6);
}

TEST_CASE("a direction has the length that was asked for, up to rounding, and is never 0") {
  SplitMix64 random(5);
  for (const std::size_t size : {1, 2, 3, 20, 230, 8384}) {
    for (int i = 0; i < 20; ++i) {
      double squares = 0;
      for (const double entry : direction(random, size)) squares += entry * entry;
      const double rounding = std::sqrt(static_cast<double>(size)) / 2;
      CAPTURE(size);
      CHECK(std::abs(std::sqrt(squares) - kNorm) <= rounding);
    }
  }
}

TEST_CASE("a pair of halves outside the unit disc is drawn again") {
  // (2^31 - 1, 2^31 - 1) is the corner; (2^30, 0) is inside.
  ScriptedSource source({0x7fffffff7fffffffu, 0x4000000000000000u});
  double first = 0;
  double second = 0;
  normal_pair(source, first, second);
  CHECK(source.used() == 2);
  CHECK_FALSE(source.failed());
  CHECK(first == Approx(std::sqrt(-2 * std::log(0.25))).epsilon(1e-8));
  CHECK(second > 0);
  CHECK(second < 1e-9);
}

TEST_CASE("a stuck generator gives no direction and is found out") {
  StuckSource corner(0x7fffffff7fffffffu);
  std::vector<std::int32_t> drawn(4);
  draw_direction(corner, kNorm, drawn);
  CHECK(corner.failed());
}
