// What devices play once the operator has ended an experiment.
#include "server/serving/final_snapshot.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "protocol/arm_odds.hpp"

namespace ldp {
namespace {

using Arms = std::vector<std::uint32_t>;

TEST_CASE("every device, of every level, plays the arm of the largest mean, or the operator's") {
  MultiArmedExperiment e = test::experiment(Algorithm::weighted_ldp_ucb, {0.5, 2});
  e.level_aware_from = 1;
  MultiArmedSnapshot published = test::snapshot();  // means 0.5, 0.6, 0.4, 0.6
  published.incumbent = 2;
  published.forced_arm = 3;
  const auto played = [&](const MultiArmedSnapshot& snapshot, double level) {
    REQUIRE(validate(snapshot, e).ok());
    return ArmOdds::of(snapshot, e, level).arms;
  };
  MultiArmedSnapshot best = published;
  REQUIRE(make_final(best, {}).ok());
  MultiArmedSnapshot given = published;
  REQUIRE(make_final(given, 2).ok());
  for (const double level : e.levels) {
    CHECK(played(best, level) == Arms{1});
    CHECK(played(given, level) == Arms{2});
  }
  CHECK(best.mean == published.mean);
}

TEST_CASE("an arm without a report is no answer, unless the operator names it") {
  MultiArmedSnapshot snapshot = test::snapshot();
  snapshot.mean = {0, -0.2, 0, 0};
  snapshot.width = {kNeverPulled, 0.1, kNeverPulled, kNeverPulled};
  MultiArmedSnapshot best = snapshot;
  REQUIRE(make_final(best, {}).ok());
  CHECK(best.weights == std::vector<double>{0, 1, 0, 0});
  snapshot.width[1] = kNeverPulled;
  const Status none = make_final(snapshot, {});
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().parameter == "experiment");
  const Status outside = make_final(snapshot, 4);
  REQUIRE_FALSE(outside.ok());
  CHECK(outside.error().parameter == "answer");
  CHECK(make_final(snapshot, 3).ok());
}

TEST_CASE("of slates the one of the largest estimated reward stays, with what is reported of it") {
  CombinatorialExperiment e;
  e.reports = test::experiment(Algorithm::cucb_ldp_bit);
  e.set.kind = SetKind::top_k;
  e.set.arms = 4;
  e.set.choose = 2;
  CombinatorialSnapshot snapshot;
  snapshot.reports = 10;
  snapshot.mean = {0.1, 0.9, 1.4, 0.6};  // 1.4 is at most 1
  snapshot.width = {1, 1, 1, 1};
  snapshot.ends = {2, 4, 6};
  snapshot.arms = {0, 2, 1, 3, 1, 2};
  snapshot.reported = {0, 3, 2};
  REQUIRE(make_final(snapshot, e).ok());
  CHECK(snapshot.ends == Arms{2});
  CHECK(snapshot.arms == Arms{1, 2});
  CHECK(snapshot.reported == Arms{2});
  snapshot.reports = 0;
  CHECK_FALSE(make_final(snapshot, e).ok());
}

TEST_CASE("of sum reports the super arm of the largest mean stays") {
  CombinatorialExperiment e;
  e.reports = test::experiment(Algorithm::cucb_ldp_sum);
  e.set.kind = SetKind::top_k;
  e.set.arms = 3;
  e.set.choose = 2;
  CombinatorialSnapshot snapshot;
  snapshot.reports = 10;
  snapshot.mean = {0.2, 0.7, 0.4};
  snapshot.width = {1, 1, 1};
  snapshot.ends = {2, 4};
  snapshot.arms = {0, 1, 0, 2};
  snapshot.reported = {0, 1};
  REQUIRE(make_final(snapshot, e).ok());
  CHECK(snapshot.arms == Arms{0, 2});
  CHECK(snapshot.reported == Arms{1});
}

TEST_CASE("contextual devices follow the estimate and explore no more") {
  LinearSnapshot snapshot;
  snapshot.reports = 5;
  snapshot.theta = {1, 2};
  snapshot.factor = {1, 0, 1};
  snapshot.radius = 3;
  snapshot.exploration = 0.5;
  REQUIRE(make_final(snapshot).ok());
  CHECK(snapshot.theta == std::vector<double>{1, 2});
  CHECK(snapshot.factor.empty());
  CHECK(snapshot.radius == 0);
  CHECK(snapshot.exploration == 0);
  snapshot.reports = 0;
  CHECK_FALSE(make_final(snapshot).ok());
}

}  // namespace
}  // namespace ldp
