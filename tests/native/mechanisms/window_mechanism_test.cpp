// Window reports: docs/spec/graded.md, section 1.
#include "mechanisms/window_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "random/chi_square.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::uint32_t kM = WindowScale::kGrid;
constexpr std::uint64_t kLast = ~std::uint64_t{0};

WindowMechanism mechanism(double epsilon) { return WindowMechanism::create(epsilon).value(); }
UnitReward reward(double r) { return UnitReward::from(r).value(); }

// Small words pass the rejection, and i and o are these words.
std::int32_t report(const WindowMechanism& window, std::uint64_t coin, std::uint64_t i,
                    std::uint64_t o, std::uint64_t rounding, UnitReward r) {
  ScriptedSource source({coin, i, o, rounding});
  return window.release(window.prepare(source).value(), r).value();
}

}  // namespace

static_assert(!std::is_constructible_v<WindowMechanism::Prepared, std::uint64_t, std::uint16_t,
                                       std::uint16_t, std::uint32_t>,
              "randomness comes from prepare() only");
static_assert(sizeof(WindowMechanism::Prepared) == 16);

// The whole law by counting: each j of the window for one i, each other one for one o. So a report
// has the probability T1/(2^64 L) or U/(2^64 M), whose ratio window_scale_test proves to be at most
// e^epsilon.
TEST_CASE("windows: every report of every k has one of two probabilities, by counting all draws") {
  for (const double epsilon : {.5, 1., 5., 10., 20.}) {
    CAPTURE(epsilon);
    const WindowMechanism window = mechanism(epsilon);
    const std::uint32_t length = window.scale().length();
    std::vector<int> inside(kM + length);
    std::vector<int> outside(kM + length);
    for (std::uint32_t k = 0; k <= kM; ++k) {
      std::fill(inside.begin(), inside.end(), 0);
      std::fill(outside.begin(), outside.end(), 0);
      const UnitReward r = reward(k / double{kM});
      if (length > 1) {
        for (std::uint32_t i = 0; i < length; ++i) {
          inside[static_cast<std::size_t>(
              report(window, window.scale().inside() - 1, i, i % kM, 0, r))] += 1;
        }
        for (std::uint32_t o = 0; o < kM; ++o) {
          outside[static_cast<std::size_t>(
              report(window, window.scale().inside(), o % length, o, kLast, r))] += 1;
        }
      } else {  // a window of 1 needs no word for a place in it
        inside[k] = 1;
        for (std::uint64_t o = 0; o < kM; ++o) {
          ScriptedSource source({kLast, o, 0});
          outside[static_cast<std::size_t>(
              window.release(window.prepare(source).value(), r).value())] += 1;
        }
      }
      bool is_right = true;
      for (std::uint32_t j = 0; j < kM + length; ++j) {
        const bool is_inside = j >= k && j < k + length;
        is_right = is_right && inside[j] == int{is_inside} && outside[j] == int{!is_inside};
      }
      REQUIRE(is_right);
    }
  }
}

TEST_CASE("windows: the coin decides at T1, and the ends of the range are met") {
  const WindowMechanism window = mechanism(1);  // L = 795
  const std::uint64_t inside = window.scale().inside();
  for (const std::uint64_t coin : {std::uint64_t{0}, inside - 1}) {
    CHECK(report(window, coin, 794, 0, 0, reward(1)) == 1818);
    CHECK(report(window, coin, 0, 1023, 0, reward(0)) == 0);
  }
  for (const std::uint64_t coin : {inside, kLast}) {
    CHECK(report(window, coin, 0, 0, 0, reward(0)) == 795);
    CHECK(report(window, coin, 0, 1023, 0, reward(0)) == 1818);
    CHECK(report(window, coin, 0, 0, 0, reward(1)) == 0);
    CHECK(report(window, coin, 0, 1023, 0, reward(1)) == 1023);
  }
  CHECK(report(window, 0, 3, 0, 0, reward(7)) == 1027);
  CHECK(report(window, 0, 3, 0, 0, reward(-7)) == 3);
}

TEST_CASE("windows round the reward to the grid, exactly as often up as its fraction says") {
  const WindowMechanism window = mechanism(1);
  // reward = (3 + 5/2^22)/1024: up for the 5 largest of 2^22 equally likely rounding words.
  const UnitReward r = reward((3 + 5 * 0x1p-22) / 1024);
  constexpr std::uint64_t kSteps = std::uint64_t{1} << 22;
  for (const std::uint64_t word : {std::uint64_t{0}, kSteps / 2, kSteps - 6}) {
    CHECK(report(window, 0, 0, 0, word << 42, r) == 3);
  }
  for (const std::uint64_t word : {kSteps - 5, kSteps - 1}) {
    CHECK(report(window, 0, 0, 0, word << 42, r) == 4);
  }
}

// prepare() has no reward, so it cannot depend on one; nor does it on the coin.
TEST_CASE(
    "windows draw four words, inside and outside alike, and one more for each that is rejected") {
  const WindowMechanism window = mechanism(1);
  const auto used = [&](std::vector<std::uint64_t> words) {
    words.insert(words.end(), {1, 2, 3, 4});
    ScriptedSource source(words);
    REQUIRE(window.prepare(source).ok());
    return source.used();
  };
  CHECK(used({0}) == 4);
  CHECK(used({kLast}) == 4);
  // 2^64 mod 795 of the largest words are no place in the window; for M = 1024 all words are good.
  CHECK(used({0, kLast}) == 5);
  CHECK(used({kLast, kLast}) == 5);
  CHECK(used({kLast, kLast, kLast, 0, kLast}) == 6);
  ScriptedSource source({1, 2, 3});
  CHECK(mechanism(32).prepare(source).ok());  // L = 1
  CHECK(source.used() == 3);
}

TEST_CASE("windows: a source that fails releases nothing") {
  for (std::size_t words = 0; words < 4; ++words) {
    ScriptedSource source(std::vector<std::uint64_t>(words, 7));
    const auto prepared = mechanism(1).prepare(source);
    REQUIRE_FALSE(prepared.ok());
    CHECK(prepared.error().code == ErrorCode::insecure_randomness);
  }
}

// 6 tests at p < 1e-6: with fresh seeds they would fail once in 160,000 runs; the seeds are fixed.
TEST_CASE("windows: a million draws pass chi-square, and an epsilon 10 % larger fails") {
  for (const double epsilon : {1., 5.}) {
    for (const std::uint32_t k : {0u, 300u, 1024u}) {
      CAPTURE(epsilon, k);
      SplitMix64 random(static_cast<std::uint64_t>(1000 * epsilon) + k);
      const WindowMechanism window = mechanism(epsilon);
      std::vector<std::int64_t> draws(1'000'000);
      for (std::int64_t& draw : draws) {
        draw = window.release(window.prepare(random).value(), reward(k / double{kM})).value();
      }
      const auto p_value = [&](double claimed) {
        const std::uint32_t length = window.scale().length();
        const double odds = length * std::exp(claimed) / (length * std::exp(claimed) + kM);
        return chi_square_p_value(
            draws,
            [&](std::int64_t j) {
              if (j < 0 || j >= kM + length) return 0.0;
              return j >= k && j < k + length ? odds / length : (1 - odds) / kM;
            },
            kM + length);
      };
      CHECK(p_value(epsilon) > 1e-6);
      CHECK(p_value(1.1 * epsilon) < 1e-6);
    }
  }
}
