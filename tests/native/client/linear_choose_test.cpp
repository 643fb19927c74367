#include <cstdint>
#include <set>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "client/linear_client.hpp"
#include "client/linear_fixtures.hpp"
#include "random/entropy_pool.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

// How often each of the three arms of kRows is chosen.
std::vector<int> counts(LinearClient& client, int decisions,
                        const std::vector<double>& rows = kRows) {
  SplitMix64 random(5);
  std::vector<int> count(3);
  for (int i = 0; i < decisions; ++i) ++count[client.choose(rows, 3, random).value().arm];
  return count;
}

}  // namespace

TEST_CASE("a linear client plays the largest <theta, x> + radius ||F x||") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = linear_client(experiment);
    LinearSnapshot s = linear_snapshot();
    REQUIRE(client.set_snapshot(s).ok());
    CHECK(counts(client, 50) == std::vector<int>{0, 50, 0});
    // The second feature is not known yet: its width decides.
    s.factor = {0, 0, 1, 0, 0, 0};
    s.radius = 10;
    REQUIRE(client.set_snapshot(s).ok());
    CHECK(counts(client, 50) == std::vector<int>{50, 0, 0});
  }
}

TEST_CASE("before the first snapshot every arm is as likely, whatever its features") {
  LinearClient client = linear_client(linear_experiment());
  SplitMix64 random(6);
  const PreparedLinearDecision decision = client.choose(kRows, 3, random).value();
  CHECK(decision.policy == Policy::offline_uniform);
  CHECK(decision.answer.snapshot == 0);
  // 7 standard deviations: a false alarm of 3e-12 an arm.
  for (const int count : counts(client, 9000)) CHECK(std::abs(count - 3000) < 313);
}

TEST_CASE("ties are broken evenly") {
  LinearClient client = linear_client(linear_experiment());
  REQUIRE(client.set_snapshot(linear_snapshot()).ok());
  const std::vector<double> rows{0.5, 0.1, 0, 0.5, 0, 0.3, 0.4, 0.9, 0};
  const std::vector<int> count = counts(client, 2000, rows);
  CHECK(count[2] == 0);
  CHECK(std::abs(count[0] - 1000) < 157);  // 7 standard deviations
}

TEST_CASE("a share of the decisions is uniform, as the snapshot says") {
  LinearClient client = linear_client(linear_experiment());
  LinearSnapshot s = linear_snapshot();
  s.exploration = 0.3;
  REQUIRE(client.set_snapshot(s).ok());
  const std::vector<int> count = counts(client, 9000);
  for (const int other : {count[0], count[2]}) CHECK(std::abs(other - 900) < 200);  // 7 sd
  s.exploration = 1;
  REQUIRE(client.set_snapshot(s).ok());
  for (const int each : counts(client, 9000)) CHECK(std::abs(each - 3000) < 313);
}

TEST_CASE("rows beyond the bound are counted, and chosen by what they are shortened to") {
  LinearClient client = linear_client(linear_experiment());
  REQUIRE(client.set_snapshot(linear_snapshot()).ok());
  SplitMix64 random(7);
  const std::vector<double> rows{3, 4, 0, 0.7, 0, 0, 0, 0, 9};
  CHECK(client.choose(rows, 3, random).value().arm == 1);
  CHECK(client.rescaled() == 2);
  CHECK(client.choose(kRows, 3, random).value().arm == 1);
  CHECK(client.rescaled() == 0);
}

TEST_CASE(
    "bad features are an error before a word is drawn, and the next decision is as if never") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = linear_client(experiment);
    LinearClient untouched = linear_client(experiment);
    SplitMix64 random(8);
    SplitMix64 same(8);
    std::vector<double> bad = kRows;
    bad[4] = kNan;
    const auto refused = client.choose(bad, 3, random);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    CHECK(refused.error().parameter == "features");
    CHECK(refused.error().value == 1);
    const auto next = client.choose(kRows, 3, random).value();
    const auto other = untouched.choose(kRows, 3, same).value();
    CHECK(next.arm == other.arm);
    CHECK(next.answer.seal() == other.answer.seal());
    CHECK(next.silence.value() == other.silence.value());
  }
}

TEST_CASE("no randomness, no linear decision: whichever word is missing") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = linear_client(experiment);
    REQUIRE(client.set_snapshot(linear_snapshot()).ok());
    for (std::size_t words = 0; words < 8; ++words) {
      ScriptedSource source(std::vector<std::uint64_t>(words, 5));
      const auto decision = client.choose(kRows, 3, source);
      REQUIRE_FALSE(decision.ok());
      CHECK(decision.error().code == ErrorCode::insecure_randomness);
    }
    EntropyPool missing(nullptr, nullptr);
    CHECK(client.choose(kRows, 3, missing).error().code == ErrorCode::insecure_randomness);
  }
}

TEST_CASE("a bad linear snapshot is refused and the one in use stays") {
  LinearClient client = linear_client(linear_experiment());
  REQUIRE(client.set_snapshot(linear_snapshot()).ok());
  struct Case {
    const char* parameter;
    void (*spoil)(LinearSnapshot&);
  };
  for (const Case& bad : {
           Case{"theta", [](LinearSnapshot& s) { s.theta.pop_back(); }},
           Case{"theta", [](LinearSnapshot& s) { s.theta[0] = kNan; }},
           Case{"factor",
                [](LinearSnapshot& s) {
                  s.factor = {1, 2};
                }},
           Case{"radius", [](LinearSnapshot& s) { s.radius = -1; }},
           Case{"radius", [](LinearSnapshot& s) { s.radius = kInfinity; }},
           Case{"exploration", [](LinearSnapshot& s) { s.exploration = 1.5; }},
           Case{"exploration", [](LinearSnapshot& s) { s.exploration = kNan; }},
       }) {
    LinearSnapshot s = linear_snapshot();
    s.id = 77;
    bad.spoil(s);
    const Status status = client.set_snapshot(s);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().parameter == bad.parameter);
    SplitMix64 random(11);
    const auto decision = client.choose(kRows, 3, random).value();
    CHECK(decision.answer.snapshot == 12);
    CHECK(decision.arm == 1);
  }
}

TEST_CASE("creation refuses what it cannot randomise or the page has not pinned") {
  const auto create = [](LinearExperiment e, double neutral, double norm, double epsilon,
                         double delta) {
    const auto made = LinearClient::create(e, RewardTransform::unit(), neutral, norm,
                                           NormPolicy::clip, epsilon, delta);
    REQUIRE_FALSE(made.ok());
    return made.error();
  };
  const LinearExperiment good = linear_experiment();
  for (const double norm : {0.0, -1.0, kNan, kInfinity}) {
    CHECK(create(good, 0, norm, 1, 0).parameter == "norm");
  }
  for (const double neutral : {kNan, kInfinity}) {
    CHECK(create(good, neutral, 1, 1, 0).parameter == "neutral");
  }
  for (const double epsilon : {0.0, 33.0, kNan}) {
    CHECK(create(good, 0, 1, epsilon, 0).parameter == "epsilon");
  }
  for (const Algorithm algorithm : {Algorithm::oful, Algorithm::jdp_linucb,
                                    Algorithm::shuffle_linucb, Algorithm::weighted_ldp_ucb}) {
    LinearExperiment e = good;
    e.algorithm = algorithm;
    CHECK(create(e, 0, 1, 1, 0).parameter == "algorithm");
  }
  CHECK(create(good, 0, 1, 0.9, 0).code == ErrorCode::manifest_mismatch);
  const LinearExperiment gaussian =
      linear_experiment(Algorithm::ldp_linucb, LinearMechanism::gaussian);
  for (const double delta : {0.0, 0.9e-5, kNan}) {
    const Error error = create(gaussian, 0, 1, 1, delta);
    CHECK(error.code == ErrorCode::manifest_mismatch);
    CHECK(error.parameter == "delta");
  }
}

TEST_CASE("published noise that keeps less than it claims is refused by what is pinned") {
  // docs/spec/privacy.md, section 6, P5: the claim 10 at delta 1e-5 is really 11.94 for rewards in
  // [0, 1].
  LinearExperiment e = linear_experiment(Algorithm::online_ldp_linucb);
  e.calibration = Calibration::published;
  e.epsilon = 10;
  const auto create = [&e](double pinned) {
    return LinearClient::create(e, RewardTransform::unit(), 0, 1, NormPolicy::clip, pinned, 1e-5);
  };
  REQUIRE_FALSE(create(10).ok());
  CHECK(create(10).error().code == ErrorCode::manifest_mismatch);
  CHECK(create(10).error().value == Approx(11.94).margin(0.01));
  CHECK(create(12).value().guarantee().epsilon() == Approx(11.94).margin(0.01));
}
