#include "simulation/best_arm/arm_draw.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "client/arm_choice.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

// Weights as a snapshot has them: they sum to 1, some arms nearly nothing.
ArmOdds odds_of(std::uint32_t arms, test::SplitMix64& random) {
  MultiArmedSnapshot snapshot;
  double sum = 0;
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    const double share = random.real();
    snapshot.weights.push_back(share * share * share);
    sum += snapshot.weights.back();
  }
  for (double& weight : snapshot.weights) weight /= sum;
  return ArmOdds::of(snapshot, {}, 0);
}

}  // namespace

TEST_CASE("the simulation draws the arms that a device draws from the same words") {
  test::SplitMix64 random(5);
  ArmDraw draw;
  for (const std::uint32_t arms : {2u, 3u, 10u, 50u, 200u, 4096u}) {
    for (const bool is_weighted : {true, false}) {
      const ArmOdds odds = is_weighted ? odds_of(arms, random) : ArmOdds::uniform(arms);
      const ArmChoice device(odds);
      draw.set(odds.arms, odds.cumulative);
      test::SplitMix64 words(arms);
      test::SplitMix64 same(arms);
      int differ = 0;
      for (int i = 0; i < 20'000; ++i) differ += static_cast<int>(draw(words) != device(same));
      CHECK(differ == 0);
    }
  }
}

// Fewer tickets than groups of them, and one arm.
TEST_CASE("a draw from very few tickets is the device's, too") {
  const ArmOdds odds{{3, 5, 8}, {1, 2, 7}};
  const ArmOdds one{{4}, {9}};
  ArmDraw draw;
  draw.set(odds.arms, odds.cumulative);
  const ArmChoice device(odds);
  test::SplitMix64 words(1);
  test::SplitMix64 same(1);
  for (int i = 0; i < 1'000; ++i) REQUIRE(draw(words) == device(same));
  draw.set(one.arms, one.cumulative);
  CHECK(draw(words) == 4);
}

}  // namespace ldp
