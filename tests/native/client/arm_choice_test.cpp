#include "client/arm_choice.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "random/chi_square.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

MultiArmedExperiment level_aware() {
  MultiArmedExperiment e = experiment(Algorithm::weighted_ldp_ucb, {0.5, 1, 2});
  e.level_aware_from = 1;
  return e;
}

std::set<std::uint32_t> played(const MultiArmedSnapshot& s, double level = 2,
                               const MultiArmedExperiment& e = level_aware()) {
  REQUIRE(validate(s, e).ok());
  const ArmChoice choice(ArmOdds::of(s, e, level));
  SplitMix64 random(1);
  std::set<std::uint32_t> arms;
  for (int i = 0; i < 200; ++i) arms.insert(choice(random));
  return arms;
}

using Arms = std::set<std::uint32_t>;

}  // namespace

TEST_CASE("first the forced arm, then the incumbent, then the weights, then the index") {
  MultiArmedSnapshot s = snapshot();
  CHECK(played(s) == Arms{1, 3});
  s.weights = {0, 0, 1, 0};
  CHECK(played(s) == Arms{2});
  s.incumbent = 0;
  CHECK(played(s, 0.5) == Arms{0});
  CHECK(played(s, 2) == Arms{2});
  s.forced_arm = 3;
  CHECK(played(s, 0.5) == Arms{3});
  CHECK(played(s, 2) == Arms{3});
}

TEST_CASE("the incumbent is for levels below the threshold, and only where there is a threshold") {
  MultiArmedSnapshot s = snapshot();
  s.incumbent = 0;
  CHECK(played(s, 0.5) == Arms{0});
  CHECK(played(s, 1) == Arms{1, 3});
  CHECK(played(s, 0.5, experiment(Algorithm::weighted_ldp_ucb, {0.5, 1, 2})) == Arms{1, 3});
  s.incumbent = -1;
  CHECK(played(s, 0.5) == Arms{1, 3});
}

TEST_CASE("the tilt adds to the index with the square of the scale") {
  MultiArmedSnapshot s = snapshot();  // indices 0.7, 1, 0.6, 1 at scale 2
  s.tilt = {0.08, 0, 0.1001, 0};      // adds 0.32 and 0.4004
  CHECK(played(s) == Arms{0});
  s.tilt[2] = 0.11;
  CHECK(played(s) == Arms{2});
  s.width[3] = kNeverPulled;
  CHECK(played(s) == Arms{3});
}

// 2 tests at p < 1e-6; the seeds are fixed.
TEST_CASE("arms are drawn with the probabilities of the weights, and other ones fail the test") {
  MultiArmedSnapshot s = snapshot();
  s.weights = {0.1, 0.2, 0, 0.7};
  const ArmChoice choice(ArmOdds::of(s, level_aware(), 2));
  SplitMix64 random(4);
  std::vector<std::int64_t> arms(40'000);
  for (std::int64_t& arm : arms) arm = choice(random);
  const auto p_value = [&arms](std::vector<double> weights) {
    return chi_square_p_value(
        arms,
        [&weights](std::int64_t x) {
          return x >= 0 && x < 4 ? weights[static_cast<std::size_t>(x)] : 0;
        },
        4);
  };
  CHECK(p_value(s.weights) > 1e-6);
  CHECK(p_value({0.11, 0.2, 0, 0.69}) < 1e-6);
}

TEST_CASE("the draw from the weights is exact: tickets of 2^-53, none for a weight of 0") {
  MultiArmedSnapshot s = snapshot();
  s.weights = {0, 0.25, 0, 0.75};
  const ArmChoice choice(ArmOdds::of(s, level_aware(), 2));
  const auto arm = [&choice](std::uint64_t word) {
    ScriptedSource source({word});
    const std::uint32_t drawn = choice(source);
    CHECK(source.used() == 1);
    return drawn;
  };
  constexpr std::uint64_t kQuarter = std::uint64_t{1} << 51;  // words count modulo 2^53
  CHECK(arm(0) == 1);
  CHECK(arm(kQuarter - 1) == 1);
  CHECK(arm(kQuarter) == 3);
  CHECK(arm((std::uint64_t{1} << 53) - 1) == 3);
}

TEST_CASE("weights over 4096 arms: the smallest and the last one can be drawn, and cost one word") {
  MultiArmedExperiment e = experiment(Algorithm::ldp_tsallis_inf);
  e.arms = 4096;
  MultiArmedSnapshot s;
  s.mean.assign(4096, 0);
  s.width.assign(4096, 1);
  s.weights.assign(4096, 1.0 / 4096);
  REQUIRE(validate(s, e).ok());
  const ArmChoice choice(ArmOdds::of(s, e, 1));
  for (const std::uint64_t arm : {0u, 1u, 2047u, 4095u}) {
    ScriptedSource source({arm << 41});
    CHECK(choice(source) == arm);
  }
}

TEST_CASE("nothing is drawn where there is nothing to choose") {
  MultiArmedSnapshot s = snapshot();
  s.incumbent = 2;
  ScriptedSource source({});
  CHECK(ArmChoice(ArmOdds::of(s, level_aware(), 0.5))(source) == 2);
  CHECK(ArmChoice(ArmOdds::uniform(1))(source) == 0);
  CHECK_FALSE(source.failed());
}
