// Which reports an epoch takes: those about arms that its snapshot shows.
#include "server/serving/shown_arms.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "client/arm_choice.hpp"
#include "client/fixtures.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kId = 12;

ReceivedReport about(std::uint32_t arm, std::uint32_t level, std::uint32_t id = kId) {
  return {{}, id, arm, level, 1};
}

bool takes(const std::vector<std::uint8_t>& shown, const MultiArmedExperiment& e,
           ReceivedReport report) {
  const Status status = check_shown(shown, e, kId, {&report, 1});
  if (status.ok()) return true;
  CHECK(status.error().code == ErrorCode::report_rejected);
  CHECK(status.error().parameter == "arm");
  return false;
}

TEST_CASE("an epoch takes exactly the arms that devices of each level play") {
  MultiArmedExperiment plain = test::experiment(Algorithm::weighted_ldp_ucb, {0.5, 1, 2});
  MultiArmedExperiment aware = plain;
  aware.level_aware_from = 1;
  std::vector<MultiArmedSnapshot> snapshots(5, test::snapshot());  // indices: arms 1 and 3 lead
  snapshots[1].weights = {0.25, 0, 0.75, 0};
  snapshots[2].incumbent = 0;
  snapshots[3].forced_arm = 2;
  snapshots[4].weights = {0, 1, 0, 0};
  snapshots[4].incumbent = 3;
  for (const MultiArmedExperiment& e : {plain, aware}) {
    for (const MultiArmedSnapshot& snapshot : snapshots) {
      REQUIRE(validate(snapshot, e).ok());
      const std::vector<std::uint8_t> shown = shown_arms(snapshot, e);
      CHECK(shown.size() == (e.level_aware_from > 0 ? 2 : 1));
      for (std::uint32_t level = 0; level < 3; ++level) {
        const ArmChoice choice(ArmOdds::of(snapshot, e, e.levels[level]));
        test::SplitMix64 random(1);
        std::vector<bool> played(4);
        for (int i = 0; i < 300; ++i) played[choice(random)] = true;
        const bool is_aware = e.level_aware_from > 0;
        for (std::uint32_t arm = 0; arm < 4; ++arm) {
          CAPTURE(arm, level, is_aware);
          CHECK(takes(shown, e, about(arm, level)) == played[arm]);
        }
      }
    }
  }
}

TEST_CASE("reports to other snapshots are not looked at, and one wrong report refuses a body") {
  const MultiArmedExperiment e = test::experiment(Algorithm::weighted_ldp_ucb);
  const std::vector<std::uint8_t> shown = shown_arms(test::snapshot(), e);
  CHECK(takes(shown, e, about(0, 0, kId + 1)));
  const std::vector<ReceivedReport> body{about(1, 0), about(0, 0)};
  CHECK_FALSE(check_shown(shown, e, kId, body).ok());
  CHECK(check_shown(shown, e, kId, {body.data(), 1}).ok());
}

TEST_CASE("bytes of another experiment take nothing") {
  const MultiArmedExperiment e = test::experiment(Algorithm::weighted_ldp_ucb);
  CHECK_FALSE(takes({}, e, about(1, 0)));
  CHECK_FALSE(takes({0xff, 0xff}, e, about(1, 0)));
}

TEST_CASE("the largest experiment has 512 bytes, and its last arm is told from its neighbours") {
  MultiArmedExperiment e = test::experiment(Algorithm::weighted_ldp_ucb);
  e.arms = kMaximumArms;
  MultiArmedSnapshot snapshot;
  snapshot.id = kId;
  snapshot.mean.assign(e.arms, 0.5);
  snapshot.width.assign(e.arms, 0.1);
  snapshot.mean.back() = 0.75;
  const std::vector<std::uint8_t> shown = shown_arms(snapshot, e);
  CHECK(shown.size() == 512);
  CHECK(takes(shown, e, about(4095, 0)));
  CHECK_FALSE(takes(shown, e, about(4094, 0)));
  CHECK_FALSE(takes(shown, e, about(0, 0)));
}

TEST_CASE("of three points those of positive weight are shown; directions show everything") {
  ConvexSnapshot snapshot;
  CHECK(shown_points(snapshot).empty());
  snapshot.points = {0.25, 0.5, 0.75};
  snapshot.weights = {0.5, 0, 0.5};
  const std::vector<std::uint8_t> shown = shown_points(snapshot);
  for (std::uint32_t point = 0; point < kConvexPoints; ++point) {
    ReceivedConvexReport report;
    report.snapshot = kId;
    report.arm = point;
    CHECK(check_shown(shown, kId, {&report, 1}).ok() == (point != 1));
    CHECK(check_shown({}, kId, {&report, 1}).ok());
  }
}

}  // namespace
}  // namespace ldp
