// A decision that lasts gets fresh noise for its answer: the old noise may have been stored, and
// with the report it would reveal the answer.
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "client/combinatorial_fixtures.hpp"
#include "client/convex_client.hpp"
#include "client/fixtures.hpp"
#include "client/linear_fixtures.hpp"
#include "client/multi_armed_client.hpp"
#include "protocol/convex_experiments.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

// Whether two answers are the same but for their noise, and whether that differs.
void check_redrawn(const std::vector<std::byte>& before, const std::vector<std::byte>& after) {
  REQUIRE(before.size() == after.size());
  CHECK(before != after);
}

std::vector<MultiArmedClient> clients() {
  return {client(), client(Algorithm::he_ldp_ucb_laplace), client(Algorithm::ldp_gaussian_ucb)};
}

}  // namespace

TEST_CASE("a redrawn decision has fresh noise for an answer, and all else as it was") {
  for (MultiArmedClient& c : clients()) {
    REQUIRE(c.set_snapshot(snapshot()).ok());
    SplitMix64 random(1);
    const PreparedDecision drawn = c.choose(random).value();
    const std::string silence = c.neutral_report(drawn, kId).value().encode();
    bool differs = false;
    for (int i = 0; i < 20; ++i) {  // A bit is the same again with probability below 3/4.
      const PreparedDecision again = c.redraw(drawn, random).value();
      CHECK(again.arm() == drawn.arm());
      CHECK(again.level() == drawn.level());
      CHECK(again.snapshot() == 12);
      CHECK(again.policy() == Policy::snapshot);
      CHECK(c.neutral_report(again, kId).value().encode() == silence);
      differs = differs || c.report(again, 0.5, kId).value().encode() !=
                               c.report(drawn, 0.5, kId).value().encode();
    }
    CHECK(differs);
  }
}

TEST_CASE("the noise of a redrawn decision is what the source gives, not what was there") {
  MultiArmedClient c = client();
  ScriptedSource first({0, 5, 6});
  const PreparedDecision drawn = c.choose(first).value();
  ScriptedSource second({7, 8});
  const PreparedDecision again = c.redraw(drawn, second).value();
  CHECK(std::get<ConvertToBernoulli::Prepared>(again.noise()).coin() == 7);
  CHECK(again.policy() == Policy::offline_uniform);
}

TEST_CASE("a reopened decision has the public parts that it is given, and noise of its own") {
  for (MultiArmedClient& c : clients()) {
    SplitMix64 random(2);
    const PreparedDecision decision = c.reopen(3, 0, 77, random).value();
    CHECK(decision.arm() == 3);
    CHECK(decision.snapshot() == 77);
    const ArmReport report = c.report(decision, 1, kId).value();
    CHECK(report.arm() == 3);
    CHECK(report.snapshot() == 77);
    CHECK(report.level() == 0);
  }
}

TEST_CASE("another client's decision is neither redrawn nor reopened") {
  MultiArmedClient c = client(Algorithm::weighted_ldp_ucb, {0.5, 1}, 1);
  SplitMix64 random(3);
  const PreparedDecision foreign =
      client(Algorithm::he_ldp_ucb_laplace, {0.5, 1}, 1).choose(random).value();
  CHECK(c.redraw(foreign, random).error().parameter == "decision");
  CHECK(c.reopen(4, 1, 0, random).error().parameter == "decision");  // arms are 0..3
  CHECK(c.reopen(0, 0, 0, random).error().parameter == "decision");  // reports are at level 1
  CHECK(c.reopen(0, 1, 0, random).ok());
}

TEST_CASE("without randomness nothing is redrawn or reopened") {
  for (MultiArmedClient& c : clients()) {
    SplitMix64 random(4);
    const PreparedDecision drawn = c.choose(random).value();
    ScriptedSource empty({});
    CHECK(c.redraw(drawn, empty).error().code == ErrorCode::insecure_randomness);
    CHECK(c.reopen(0, 0, 0, empty).error().code == ErrorCode::insecure_randomness);
  }
}

TEST_CASE("a redrawn answer about features keeps them, its part and its message") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient c = linear_client(experiment);
    LinearSnapshot exploring = linear_snapshot();
    exploring.exploration = 1;  // of LDP linear moments: a report with feedback in it
    REQUIRE(c.set_snapshot(exploring).ok());
    SplitMix64 random(5);
    const LinearAnswer drawn = c.choose(kRows, 3, random).value().answer;
    LinearAnswer again = drawn;
    REQUIRE(c.redraw(again, random).ok());
    CHECK(again.part == drawn.part);
    CHECK(again.snapshot == drawn.snapshot);
    CHECK(again.features == drawn.features);
    CHECK(again.message == drawn.message);
    check_redrawn(drawn.seal(), again.seal());
    CHECK(c.report(again, 0.5, kId).ok());

    ScriptedSource empty({});
    const std::vector<std::byte> kept = again.seal();
    CHECK(c.redraw(again, empty).error().code == ErrorCode::insecure_randomness);
    CHECK(again.seal() == kept);
  }
}

TEST_CASE("a vector without feedback is not randomised a second time: redrawing leaves it") {
  LinearClient c = linear_client(linear_experiment(Algorithm::ldp_linear_moments));
  LinearSnapshot greedy = linear_snapshot();
  greedy.exploration = 0;  // every report is the design
  REQUIRE(c.set_snapshot(greedy).ok());
  SplitMix64 random(6);
  const PreparedLinearDecision drawn = c.choose(kRows, 3, random).value();
  LinearAnswer again = drawn.answer;
  REQUIRE(c.redraw(again, random).ok());
  CHECK(again.seal() == drawn.answer.seal());
  CHECK(c.report(again, 1, kId).value().encode() == c.neutral_report(drawn, kId).encode());
}

TEST_CASE("a redrawn answer about a slate keeps its arms and what it reports") {
  for (const Algorithm algorithm : kSlateAlgorithms) {
    const CombinatorialExperiment experiment = slate_experiment(algorithm);
    CombinatorialClient c = slate_client(experiment);
    REQUIRE(c.set_snapshot(slate_snapshot(experiment)).ok());
    SplitMix64 random(7);
    const SlateAnswer drawn = c.choose(random).value().answer;
    SlateAnswer again = drawn;
    REQUIRE(c.redraw(again, random).ok());
    CHECK(again.snapshot == drawn.snapshot);
    CHECK(again.reported == drawn.reported);
    CHECK(again.arms == drawn.arms);
    check_redrawn(drawn.seal(), again.seal());
    CHECK(c.report(again, std::vector<double>(3, 0.5), kId).ok());

    ScriptedSource empty({});
    const std::vector<std::byte> kept = again.seal();
    CHECK(c.redraw(again, empty).error().code == ErrorCode::insecure_randomness);
    CHECK(again.seal() == kept);
    again.arms.clear();
    CHECK(c.redraw(again, random).error().parameter == "decision");
  }
}

TEST_CASE("a redrawn answer about points keeps them") {
  for (const ScalarMechanism mechanism :
       {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
    ConvexExperiment experiment = two_point(box({0, 0, 0}, {1, 2, 4}));
    experiment.mechanism = mechanism;
    if (mechanism == ScalarMechanism::gaussian) experiment.delta = 1e-6;
    ConvexClient c = ConvexClient::create(experiment, 0, 32, 1e-6).value();
    SplitMix64 random(8);
    const ConvexAnswer drawn = c.choose(random).value().answer;
    ConvexAnswer again = drawn;
    REQUIRE(c.redraw(again, random).ok());
    CHECK(again.coin == drawn.coin);
    CHECK(again.scale == drawn.scale);
    check_redrawn(drawn.seal(), again.seal());

    ScriptedSource empty({});
    CHECK(c.redraw(again, empty).error().code == ErrorCode::insecure_randomness);
    again.arm = 2;  // there are no three points here
    CHECK(c.redraw(again, random).error().parameter == "decision");
  }
}
