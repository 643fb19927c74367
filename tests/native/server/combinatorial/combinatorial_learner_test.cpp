#include "server/combinatorial/combinatorial_learner.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "catch.hpp"
#include "oracles/oracle.hpp"
#include "oracles/super_arm.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/combinatorial/open_slates.hpp"

namespace ldp {
namespace {

using test::all_combinatorial;
using test::combinatorial;
using test::slate_learner;
using test::SlateDevices;

using Reports = std::vector<ReceivedSlateReport>;

std::vector<CombinatorialExperiment> small_ones() {
  return all_combinatorial(test::top_k(4, 2), 6);
}

const std::vector<double> kMeans{.9, .2, .6, .4};

TEST_CASE("every snapshot is valid, its slates feasible, and it is a function of the reports") {
  for (const CombinatorialExperiment& experiment : small_ones()) {
    CombinatorialLearner learner = slate_learner(experiment);
    CombinatorialLearner witness = slate_learner(experiment);
    SlateDevices devices(experiment, kMeans, 3);
    for (std::uint32_t epoch = 0; epoch < 20; ++epoch) {
      const std::uint64_t decisions = 1 + 13 * (epoch % 8);
      const CombinatorialSnapshot snapshot = learner.publish(decisions);
      CHECK(snapshot == witness.publish(decisions));
      CHECK(snapshot.id == epoch + 1);
      CHECK(snapshot.reports == 9 * epoch);
      CHECK(snapshot.ends.size() == std::min<std::uint64_t>(decisions, kMaximumSlates));
      REQUIRE(validate(snapshot, experiment).ok());
      for (std::size_t i = 0; i < snapshot.ends.size(); ++i) {
        CHECK(check_super_arm(experiment.set, slate(snapshot, i)).ok());
      }
      for (int n = 0; n < 9; ++n) {
        const ReceivedSlateReport report = devices.report(snapshot);
        REQUIRE(learner.ingest(report).ok());
        REQUIRE(witness.ingest(report).ok());
      }
    }
  }
}

TEST_CASE("what a report adds to the sums is what the store is told to add") {
  for (const CombinatorialExperiment& experiment : small_ones()) {
    CombinatorialLearner learner = slate_learner(experiment);
    SlateDevices devices(experiment, kMeans, 6);
    const CombinatorialSnapshot snapshot = learner.publish(10);
    std::vector<std::int64_t> sums(learner.statistics().sums().size());
    for (int n = 0; n < 30; ++n) {
      const ReceivedSlateReport report = devices.report(snapshot);
      REQUIRE(learner.ingest(report).ok());
      std::vector<std::uint32_t> indices;
      std::vector<std::int32_t> values;
      learner.statistics().append_terms(report, indices, values);
      REQUIRE(indices.size() == values.size());
      CHECK(values[0] == 1);
      for (std::size_t i = 0; i < indices.size(); ++i) sums[indices[i]] += values[i];
    }
    CHECK(sums == learner.statistics().sums());
  }
}

TEST_CASE("only what an open snapshot asked for is taken") {
  CombinatorialLearner learner =
      slate_learner(combinatorial(Algorithm::cucb_ldp_bit, test::top_k(4, 2)));
  const CombinatorialSnapshot snapshot = learner.publish();
  const std::uint32_t asked = snapshot.reported[0];
  const ReceivedSlateReport good{{}, 1, 0, {asked}, {1}};
  REQUIRE(learner.ingest(good).ok());

  // An arm of the slate that is not the one to be reported, and one outside of it.
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    if (arm == asked) continue;
    const Reports both{good, {{}, 1, 0, {arm}, {1}}};
    const Status status = learner.ingest(both);
    REQUIRE(!status.ok());
    CHECK(status.error().code == ErrorCode::report_rejected);
    CHECK(status.error().parameter == "arm");
  }
  for (const std::uint32_t other : {0U, 2U}) {  // before the first, after the last
    const Status status = learner.ingest({{}, other, 0, {asked}, {1}});
    REQUIRE(!status.ok());
    CHECK(status.error().parameter == "snapshot");
  }
  CHECK(!learner.ingest({{}, 1, 1, {asked}, {1}}).ok());  // no such level
  CHECK(!learner.ingest({{}, 1, 0, {asked}, {2}}).ok());  // no bit
  CHECK(!learner.ingest({{}, 1, 0, {asked}, {}}).ok());   // no value
  CHECK(!learner.ingest({{}, 1, 0, {asked, asked + 1}, {1, 1}}).ok());
  CHECK(learner.statistics().reports() == 1);  // all or nothing, every time

  learner.fold(2);
  CHECK(learner.check({&good, 1}).error().parameter == "snapshot");
}

TEST_CASE("what an open snapshot asked for is told without the learner that has it open") {
  for (const CombinatorialExperiment& experiment : small_ones()) {
    CombinatorialLearner learner = slate_learner(experiment);
    const CombinatorialSnapshot snapshot = learner.publish();
    SlateDevices devices(experiment, kMeans, 3);
    std::vector<std::uint8_t> bytes = learner.shown(1);
    const std::span<const std::uint8_t> part = std::span(bytes).first(bytes.size() - 1);
    const ShownSlates first(experiment, bytes, 1);
    const ShownSlates second(experiment, bytes, 2);
    const ShownSlates folded(experiment, learner.shown(2), 2);
    const ShownSlates damaged(experiment, part, 1);
    // Read once: none of them needs the bytes any more.
    bytes.assign(bytes.size(), 0xff);
    for (int n = 0; n < 20; ++n) {
      ReceivedSlateReport report = devices.report(snapshot);
      REQUIRE(first({&report, 1}).ok());
      report.arms[0] = 1000;
      const Status status = first({&report, 1});
      REQUIRE(!status.ok());
      CHECK(status.error().code == ErrorCode::report_rejected);
      CHECK(second({&report, 1}).ok());  // it names another snapshot
    }
    ReceivedSlateReport report = devices.report(snapshot);
    CHECK(damaged({&report, 1}).error().code == ErrorCode::invalid_argument);
    report.snapshot = 2;
    CHECK(folded({&report, 1}).error().parameter == "snapshot");
  }
}

TEST_CASE("a uniform coordinate may be any arm of a slate, and CUCB-LDP1 reports a whole one") {
  CombinatorialExperiment uniform = combinatorial(Algorithm::cucb_ldp_bit, test::top_k(4, 2));
  uniform.coordinate = Coordinate::uniform;
  CombinatorialLearner learner = slate_learner(uniform);
  CombinatorialSnapshot snapshot = learner.publish();
  CHECK(snapshot.reported.empty());
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    const bool is_in = std::count(snapshot.arms.begin(), snapshot.arms.end(), arm) > 0;
    CHECK(learner.ingest({{}, 1, 0, {arm}, {1}}).ok() == is_in);
  }

  learner = slate_learner(combinatorial(Algorithm::cucb_ldp1, test::top_k(4, 2)));
  snapshot = learner.publish();
  const std::vector<std::uint32_t> arms = snapshot.arms;
  CHECK(learner.ingest({{}, 1, 0, arms, {500, -2000}}).ok());
  CHECK(learner.check(Reports{{{}, 1, 0, {arms[0]}, {1}}}).error().parameter == "arms");
  const std::vector<std::uint32_t> others = arms == std::vector<std::uint32_t>{0, 1}
                                                ? std::vector<std::uint32_t>{2, 3}
                                                : std::vector<std::uint32_t>{0, 1};
  CHECK(learner.check(Reports{{{}, 1, 0, others, {1, 1}}}).error().parameter == "arms");
  CHECK(learner.statistics().reports() == 1);
  CHECK(learner.statistics().coordinates().reports() == 2);
}

TEST_CASE("sums of reports that a snapshot did not ask for are not taken either") {
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_bit, test::top_k(4, 2));
  CombinatorialLearner learner = slate_learner(experiment);
  const std::uint32_t asked = learner.publish().reported[0];
  CombinatorialStatistics sums(experiment);
  REQUIRE(sums.add({{}, 1, 0, {(asked + 1) % 4}, {1}}).ok());
  CHECK(learner.ingest(1, sums).error().parameter == "slates");
  CHECK(learner.ingest(2, sums).error().parameter == "epoch");
  CHECK(learner.statistics().reports() == 0);
}

TEST_CASE("with an oracle from outside a learner does what it does with its own") {
  for (const Algorithm algorithm : {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_bit,
                                    Algorithm::cucb_ldp2, Algorithm::cucb_ldp1}) {
    const DecisionSet set = test::top_k(7, 3);
    const DecisionSet custom = test::custom(7, 3, {0, 1, 2});
    const CombinatorialExperiment own = combinatorial(algorithm, set);
    CombinatorialLearner expected = slate_learner(own);
    CombinatorialLearner learner = slate_learner(combinatorial(algorithm, custom));
    CHECK(learner.publish(3).arms == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2});
    (void)expected.publish(3);
    Oracle oracle = Oracle::create(set, kPublicSeed).value();
    SlateDevices devices(own, {.1, .2, .3, .4, .5, .6, .7}, 8);
    for (int epoch = 0; epoch < 10; ++epoch) {
      learner.begin_publish(7);
      std::vector<std::uint32_t> arms;
      for (auto weights = learner.next_weights(); !weights.empty();
           weights = learner.next_weights()) {
        oracle.solve(weights, arms);
        REQUIRE(learner.propose(arms).ok());
      }
      const CombinatorialSnapshot snapshot = learner.finish();
      REQUIRE(snapshot == expected.publish(7));
      for (int n = 0; n < 30; ++n) {
        const ReceivedSlateReport report = devices.report(snapshot);
        REQUIRE(learner.ingest(report).ok());
        REQUIRE(expected.ingest(report).ok());
      }
    }
  }
}

TEST_CASE("what an outside oracle must not answer is refused, and the plan waits") {
  const DecisionSet custom = test::custom(5, 2, {0, 1});
  CombinatorialLearner learner = slate_learner(combinatorial(Algorithm::cucb_ldp_bit, custom));
  CHECK(learner.next_weights().empty());
  CHECK(!learner.propose(std::vector<std::uint32_t>{0, 1}).ok());  // no plan was begun
  learner.begin_publish(1);
  for (const std::vector<std::uint32_t>& arms :
       std::vector<std::vector<std::uint32_t>>{{}, {0, 1, 2}, {1, 0}, {1, 1}, {3, 5}}) {
    const Status status = learner.propose(arms);
    REQUIRE(!status.ok());
    CHECK(status.error().code == ErrorCode::invalid_argument);
    CHECK(status.error().parameter == "arms");
    CHECK(learner.next_weights().size() == 5);
  }
  CHECK(learner.snapshot_id() == 0);
  REQUIRE(learner.propose(std::vector<std::uint32_t>{2, 4}).ok());
  CHECK(learner.next_weights().empty());
  CHECK(!learner.propose(std::vector<std::uint32_t>{0, 1}).ok());
  CHECK(learner.finish().arms == std::vector<std::uint32_t>{2, 4});
  CHECK(learner.snapshot_id() == 1);
}

TEST_CASE("another's snapshot is checked before its slates are taken over") {
  for (const CombinatorialExperiment& experiment : small_ones()) {
    CombinatorialLearner learner = slate_learner(experiment);
    const CombinatorialSnapshot good = slate_learner(experiment).publish(3);
    CombinatorialSnapshot infeasible = good;
    infeasible.arms[1] = infeasible.arms[0];
    CHECK(!learner.adopt(infeasible).ok());
    if (experiment.reports.algorithm == Algorithm::cucb_ldp_sum) {
      CombinatorialSnapshot wrong = good;
      wrong.reported[0] = (wrong.reported[0] + 1) % 6;
      CHECK(learner.adopt(wrong).error().parameter == "reported");
    }
    CHECK(learner.snapshot_id() == 0);
    REQUIRE(learner.adopt(good).ok());
    CHECK(learner.snapshot_id() == 1);
    CHECK(learner.adopt(good).error().parameter == "id");
    SlateDevices devices(experiment, kMeans, 9);
    CHECK(learner.ingest(devices.report(good)).ok());
  }
}

TEST_CASE("learners of different seeds or slates do not merge, nor load each other") {
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_bit, test::top_k(4, 2));
  CombinatorialLearner learner = slate_learner(experiment);
  CombinatorialLearner seeded = CombinatorialLearner::create(experiment, 1).value();
  CHECK(learner.merge(seeded).error().code == ErrorCode::manifest_mismatch);
  CHECK(learner.load(seeded.save()).error().code == ErrorCode::manifest_mismatch);

  CombinatorialLearner other = slate_learner(experiment);
  CombinatorialSnapshot snapshot = learner.publish();
  const std::vector<std::uint8_t> before = learner.save();
  snapshot.arms = snapshot.arms == std::vector<std::uint32_t>{0, 1}
                      ? std::vector<std::uint32_t>{2, 3}
                      : std::vector<std::uint32_t>{0, 1};
  snapshot.reported[0] = snapshot.arms[0];
  REQUIRE(other.adopt(snapshot).ok());
  CHECK(learner.merge(other).error().parameter == "slates");
  CHECK(learner.save() == before);
}

TEST_CASE("an experiment that no device can play or report to is refused with a reason") {
  // Two groups of one arm each, three to be chosen.
  CHECK(CombinatorialLearner::create(
            combinatorial(Algorithm::cucb_ldp_bit, test::partition({0, 1, 1}, {1, 1}, 3)))
            .error()
            .parameter == "set");
  // 5 of 40 are 658,008 super arms.
  CHECK(CombinatorialLearner::create(combinatorial(Algorithm::cucb_ldp_joint, test::top_k(40, 5)))
            .error()
            .parameter == "set");
  CHECK(CombinatorialLearner::create(test::of_sums(test::top_k(4, 2), 5)).error().parameter ==
        "arms");
  // 1/512 over 4 outcomes is below 2^-10 each.
  CHECK(CombinatorialLearner::create(
            combinatorial(Algorithm::cucb_ldp1, test::top_k(9, 4), {1.0 / 512}))
            .error()
            .parameter == "levels");
  // A device reports 1024 arms at once at most.
  const auto all_of = [](std::uint32_t arms) {
    return combinatorial(Algorithm::cucb_ldp1, test::top_k(arms, arms), {32});
  };
  CHECK(CombinatorialLearner::create(all_of(1024)).ok());
  CHECK(CombinatorialLearner::create(all_of(1025)).error().parameter == "set");
}

TEST_CASE("a snapshot of long slates has fewer of them: devices refuse a megabyte") {
  const auto slates_of = [](std::uint32_t choose) {
    const auto experiment = combinatorial(Algorithm::cucb_ldp_bit, test::top_k(4096, choose));
    return CombinatorialLearner::create(experiment).value().publish(1000).ends.size();
  };
  CHECK(slates_of(1024) == kMaximumSlates);
  CHECK(slates_of(1025) == kMaximumSlates - 1);
  CHECK(slates_of(4096) == 16);
}

}  // namespace
}  // namespace ldp
