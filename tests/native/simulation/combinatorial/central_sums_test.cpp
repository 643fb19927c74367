// What a trusted server releases of one arm: which noise is in which sum, and how much there is.
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "privacy/laplace_scale.hpp"
#include "simulation/combinatorial/batches.hpp"
#include "simulation/combinatorial/central_noise.hpp"
#include "simulation/combinatorial/tree.hpp"

namespace ldp {
namespace {

// The t-th value of a stream, 0..1024.
std::int64_t value_at(std::uint64_t t) { return static_cast<std::int64_t>(t * t * 7919 % 1025); }

// Noise by number of the draw: no two alike, none 0.
std::int64_t noise(std::uint64_t draw) {
  return static_cast<std::int64_t>((draw * 0x9e3779b97f4a7c15) >> 40) + 1;
}

// Whether the node that closes with value c (from 1) has value p.
bool node_has(std::uint64_t c, std::uint64_t p) {
  return c - (std::uint64_t{1} << __builtin_ctzll(c)) < p && p <= c;
}

// Whether the batch that closes with value c has value p.
bool batch_has(std::uint64_t c, std::uint64_t p) {
  std::uint64_t start = 0;
  std::uint64_t end = 8;
  while (end < c) {
    start = end;
    end = (5 * end + 3) / 4;
  }
  return end == c && start < p && p <= c;
}

// The most noises that must be moved, each by what one value changes, so that the released sums of
// a stream with another value at `p` stay what they were. That they stay is checked.
template <class Sums, class Has>
int moved_noises(const Sums& empty, std::uint64_t horizon, std::uint64_t p, Has has) {
  constexpr std::int64_t kChange = 1024;
  Sums one = empty;
  Sums other = empty;
  int moved = 0;
  for (std::uint64_t t = 1; t <= horizon; ++t) {
    const std::int64_t value = value_at(t);
    one.add(value, [&] { return noise(t); });
    other.add(t == p ? value + kChange : value, [&] {
      if (!has(t, p)) return noise(t);
      ++moved;
      return noise(t) - kChange;
    });
    REQUIRE(other.released() == one.released());
    REQUIRE(other.released_count() == one.released_count());
  }
  return moved;
}

TEST_CASE("after six values a tree releases its nodes of levels 1 and 2") {
  PrefixTree tree(8);
  for (std::int64_t value = 1; value <= 6; ++value) {
    // Noise 1000 x 10^(number of values when its node closes): 4 for level 2, 6 for level 1.
    tree.add(value, [&] { return std::int64_t{1000} * std::llround(std::pow(10, value)); });
  }
  CHECK(tree.noises() == 2);
  CHECK(tree.released() == (1 + 2 + 3 + 4 + 10'000'000) + (5 + 6 + 1'000'000'000));
}

TEST_CASE("a released sum of a tree is the sum of all values and of the noises of its bits") {
  PrefixTree tree(300);
  std::int64_t sum = 0;
  for (std::uint64_t t = 1; t <= 300; ++t) {
    sum += value_at(t);
    int draws = 0;
    CHECK(tree.add(value_at(t), [&] {
      ++draws;
      return noise(t);
    }));
    CHECK(draws == 1);
    std::int64_t expected = sum;
    for (std::uint64_t end = t; end > 0; end &= end - 1) expected += noise(end);
    CHECK(tree.released() == expected);
    CHECK(tree.noises() == static_cast<std::uint32_t>(__builtin_popcountll(t)));
  }
  CHECK_FALSE(tree.add(5, [] { return 1; }));
  CHECK(tree.count() == 300);
}

TEST_CASE("a value is in at most floor(log2 T) + 1 nodes of a tree, the first in that many") {
  CHECK(PrefixTree(1'000'000).levels() == 20);  // docs/spec/combinatorial.md, section 8
  for (const std::uint64_t horizon : {1, 2, 3, 8, 37, 64, 100}) {
    const PrefixTree tree(horizon);
    int most = 0;
    for (std::uint64_t p = 1; p <= horizon; ++p) {
      most = std::max(most, moved_noises(tree, horizon, p, node_has));
    }
    CHECK(most == static_cast<int>(tree.levels()));
    CHECK(most == 1 + static_cast<int>(std::floor(std::log2(static_cast<double>(horizon)))));
  }
}

TEST_CASE("a value is in exactly one batch, or in none that has closed") {
  constexpr std::uint64_t kHorizon = 100;  // batches close at 8, 10, ..., 69, 87
  for (std::uint64_t p = 1; p <= kHorizon; ++p) {
    CHECK(moved_noises(GrowingBatches(), kHorizon, p, batch_has) == (p <= 87 ? 1 : 0));
  }
}

TEST_CASE("batches close at 8, 10, 13, 17, 22 and so on, whatever the values are") {
  GrowingBatches batches;
  std::vector<std::uint64_t> closed;
  std::int64_t sum = 0;
  std::int64_t noises = 0;
  for (std::uint64_t t = 1; t <= 90; ++t) {
    sum += value_at(t);
    if (batches.add(value_at(t), [&] {
          noises += noise(t);
          return noise(t);
        })) {
      closed.push_back(t);
      CHECK(batches.released() == sum + noises);
    }
    CHECK(batches.count() == t);
    // The delay costs at most a factor 1.25, rounded up.
    CHECK((t < 8 || 4 * t < 5 * batches.released_count() + 4));
  }
  CHECK(closed == std::vector<std::uint64_t>{8, 10, 13, 17, 22, 28, 35, 44, 55, 69, 87});
  CHECK(batches.noises() == 11);
  CHECK(batches.released_count() == 87);
}

CentralScale scale(CentralNoise noise, double epsilon, std::uint32_t sums, std::uint64_t horizon) {
  return CentralScale::of(noise, epsilon, sums, horizon).value();
}

TEST_CASE("noise is as wide as its sensitivity: K L of a tree, K of batches, L and 1 of one arm") {
  constexpr std::uint64_t kRounds = 1'000'000;
  CHECK(scale(CentralNoise::tree, 1, 4, kRounds).scale() == 80);  // K L/epsilon, L = 20
  CHECK(scale(CentralNoise::tree, 1, 1, kRounds).scale() == 20);
  CHECK(scale(CentralNoise::batches, 1, 4, kRounds).scale() == 4);
  CHECK(scale(CentralNoise::batches, 0.5, 1, kRounds).scale() == 2);
  for (const CentralNoise noise : {CentralNoise::tree, CentralNoise::batches}) {
    CHECK(scale(noise, 1, 4, kRounds).epsilon() == 1);
    CHECK(scale(noise, 1, 1, kRounds).epsilon() == 1);
  }
  // The paper's Lap(2 K ceil(log2 T)/epsilon) promises half of epsilon here.
  CHECK(scale(CentralNoise::published, 1, 4, kRounds).scale() == 160);
  CHECK(scale(CentralNoise::published, 1, 4, kRounds).epsilon() == 0.5);
  // With T a power of two it has 10 for 11 levels, for which its 2 makes up.
  CHECK(scale(CentralNoise::published, 1, 1, 1024).scale() == 20);
  CHECK(scale(CentralNoise::published, 1, 1, 1024).epsilon() == Approx(0.55));
}

TEST_CASE("no choice of epsilon, K and T makes noise narrower than its promise, exactly") {
  for (const double epsilon : {0x1p-10, 0.1, 0.3, 1.0, 2.7, 128.0}) {
    for (const std::uint32_t sums : {1U, 3U, 10U, 64U, 4096U}) {
      for (const std::uint64_t horizon : {1ULL, 8ULL, 1000ULL, 1'000'000'000ULL}) {
        for (const auto noise :
             {CentralNoise::published, CentralNoise::tree, CentralNoise::batches}) {
          const CentralScale made = scale(noise, epsilon, sums, horizon);
          const std::uint64_t levels =
              noise == CentralNoise::batches ? 1 : PrefixTree(horizon).levels();
          CHECK(made.releases() == levels);
          const std::uint64_t sensitivity = std::uint64_t{1024} * sums * levels;
          // The exact check takes kMaxSensitivity at most: it has 1/parts of a larger one, and of
          // epsilon.
          std::uint64_t parts = 1;
          while (sensitivity / parts > kMaxSensitivity) parts *= 2;
          if (epsilon / static_cast<double>(parts) >= 0x1p-10) {
            const double part = epsilon / static_cast<double>(parts);  // exact
            CHECK(is_private_scale(made.t(), made.s(), (sensitivity + parts - 1) / parts, part));
          } else {
            CHECK(static_cast<long double>(made.t()) * epsilon >=
                  static_cast<long double>(sensitivity) * made.s());
          }
          CHECK(made.epsilon() <= epsilon);
          const double wanted = static_cast<double>(sensitivity) / epsilon;
          if (noise != CentralNoise::published) {
            CHECK(made.scale() * 1024 < wanted * (1 + 0x1p-12) + 1e-9);
          }
        }
      }
    }
  }
  const auto refused = CentralScale::of(CentralNoise::tree, 1e-4, 1, 10);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::spec_invalid);
  CHECK(refused.error().parameter == "epsilon");
}

}  // namespace
}  // namespace ldp
