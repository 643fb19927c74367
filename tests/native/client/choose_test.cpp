#include <algorithm>
#include <cstdint>
#include <set>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "client/multi_armed_client.hpp"
#include "random/chi_square.hpp"
#include "random/entropy_pool.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

std::set<std::uint32_t> chosen(const MultiArmedClient& c, int draws = 200) {
  SplitMix64 random(1);
  std::set<std::uint32_t> arms;
  for (int i = 0; i < draws; ++i) arms.insert(c.choose(random).value().arm());
  return arms;
}

}  // namespace

static_assert(!std::is_default_constructible_v<PreparedDecision>);

TEST_CASE("the client plays the arm of the largest upper confidence index") {
  MultiArmedClient c = client();
  MultiArmedSnapshot s = snapshot();
  s.mean[2] = 0.8 + 1e-12;  // index 1 + 1e-12, where arms 1 and 3 have 1
  REQUIRE(c.set_snapshot(s).ok());
  CHECK(chosen(c) == std::set<std::uint32_t>{2});
}

TEST_CASE("ties are broken uniformly, with the client's own randomness") {
  MultiArmedClient c = client();
  REQUIRE(c.set_snapshot(snapshot()).ok());
  SplitMix64 random(3);
  std::vector<std::int64_t> arms(40'000);
  for (std::int64_t& arm : arms) arm = c.choose(random).value().arm();
  const auto half = [](std::int64_t x) { return x == 1 || x == 3 ? 0.5 : 0.0; };
  CHECK(chi_square_p_value(arms, half, 4) > 1e-6);
  CHECK(std::all_of(arms.begin(), arms.end(), [](auto arm) { return arm == 1 || arm == 3; }));
}

TEST_CASE("arms that were never pulled come first, also at scale 0") {
  MultiArmedClient c = client();
  MultiArmedSnapshot s = snapshot();
  s.mean[0] = 1e308;
  s.width[2] = kNeverPulled;
  for (const double scale : {0.0, 2.0}) {
    s.scale = scale;
    REQUIRE(c.set_snapshot(s).ok());
    CHECK(chosen(c) == std::set<std::uint32_t>{2});
  }
}

TEST_CASE("a forced arm is played whatever the indices say") {
  MultiArmedClient c = client();
  MultiArmedSnapshot s = snapshot();
  s.forced_arm = 2;
  REQUIRE(c.set_snapshot(s).ok());
  CHECK(chosen(c) == std::set<std::uint32_t>{2});
}

TEST_CASE("without a snapshot the choice is uniform, and says so") {
  MultiArmedClient c = client();
  CHECK(chosen(c).size() == 4);
  SplitMix64 random(5);
  CHECK(c.choose(random).value().policy() == Policy::offline_uniform);
  CHECK(c.choose(random).value().snapshot() == 0);
  REQUIRE(c.set_snapshot(snapshot()).ok());
  CHECK(c.choose(random).value().policy() == Policy::snapshot);
  CHECK(c.choose(random).value().snapshot() == 12);
}

TEST_CASE("negative indices compare like any others") {
  MultiArmedClient c = client();
  MultiArmedSnapshot s = snapshot();
  s.mean = {-5, -4, -6, -7};
  s.width = {0, 0, 0, 0};
  REQUIRE(c.set_snapshot(s).ok());
  CHECK(chosen(c) == std::set<std::uint32_t>{1});
}

TEST_CASE("no randomness, no decision: whichever word is missing") {
  for (const Algorithm algorithm :
       {Algorithm::weighted_ldp_ucb, Algorithm::he_ldp_ucb_laplace, Algorithm::ldp_gaussian_ucb}) {
    MultiArmedClient c = client(algorithm);
    REQUIRE(c.set_snapshot(snapshot()).ok());
    for (std::size_t words = 0; words < 3; ++words) {
      ScriptedSource source(std::vector<std::uint64_t>(words, 5));
      const auto decision = c.choose(source);
      REQUIRE_FALSE(decision.ok());
      CHECK(decision.error().code == ErrorCode::insecure_randomness);
    }
  }
  EntropyPool missing(nullptr, nullptr);
  CHECK(client().choose(missing).error().code == ErrorCode::insecure_randomness);
}

TEST_CASE("a bad snapshot is refused and the one in use stays") {
  MultiArmedClient c = client();
  MultiArmedSnapshot good = snapshot();
  good.mean[0] = 5;
  REQUIRE(c.set_snapshot(good).ok());

  struct Case {
    const char* parameter;
    void (*spoil)(MultiArmedSnapshot&);
  };
  for (const Case& bad : {
           Case{"mean", [](MultiArmedSnapshot& s) { s.mean[1] = kNan; }},
           Case{"mean", [](MultiArmedSnapshot& s) { s.mean[1] = kInfinity; }},
           Case{"mean", [](MultiArmedSnapshot& s) { s.mean.pop_back(); }},
           Case{"mean", [](MultiArmedSnapshot& s) { s.mean.clear(); }},
           Case{"width", [](MultiArmedSnapshot& s) { s.width[1] = kNan; }},
           Case{"width", [](MultiArmedSnapshot& s) { s.width[1] = -1; }},
           Case{"width", [](MultiArmedSnapshot& s) { s.width.push_back(1); }},
           Case{"scale", [](MultiArmedSnapshot& s) { s.scale = kNan; }},
           Case{"scale", [](MultiArmedSnapshot& s) { s.scale = -1; }},
           Case{"forced", [](MultiArmedSnapshot& s) { s.forced_arm = 4; }},
           Case{"forced", [](MultiArmedSnapshot& s) { s.forced_arm = -2; }},
           Case{"incumbent", [](MultiArmedSnapshot& s) { s.incumbent = 4; }},
           Case{"tilt",
                [](MultiArmedSnapshot& s) {
                  s.tilt = {0, 0, 0};
                }},
           Case{"weights",
                [](MultiArmedSnapshot& s) {
                  s.weights = {0.5, 0.5, 0.1, 0};
                }},
           Case{"weights",
                [](MultiArmedSnapshot& s) {
                  s.weights = {1.5, -0.5, 0, 0};
                }},
       }) {
    MultiArmedSnapshot s = snapshot();
    s.id = 77;
    bad.spoil(s);
    const Status status = c.set_snapshot(s);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::invalid_argument);
    CHECK(status.error().parameter == bad.parameter);
    SplitMix64 random(11);
    const PreparedDecision decision = c.choose(random).value();
    CHECK(decision.snapshot() == 12);
    CHECK(decision.arm() == 0);
  }
}

TEST_CASE("a single arm is played and reported like any other") {
  MultiArmedExperiment e = experiment(Algorithm::weighted_ldp_ucb);
  e.arms = 1;
  const auto c = MultiArmedClient::create(e, RewardTransform::unit(), 0, 1).value();
  ScriptedSource source({5, 5});
  CHECK(c.choose(source).value().arm() == 0);
  CHECK(source.used() == 2);
}
