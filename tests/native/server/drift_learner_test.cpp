// The learner of ldp-thompson-drift over reports: epochs count in their order, reports inside of
// one do not (docs/spec/drift.md, section 3).
#include "server/multi_armed/drift_learner.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"

namespace ldp {
namespace {

MultiArmedExperiment drift(std::uint32_t arms) {
  MultiArmedExperiment experiment;
  experiment.algorithm = Algorithm::ldp_thompson_drift;
  experiment.arms = arms;
  experiment.levels = {3};
  experiment.horizon = 10'000;
  return experiment;
}

// `count` reports about arms in turn to a snapshot, with this rate of ones; in the second arm less.
std::vector<ReceivedReport> reports_to(std::uint32_t snapshot, int count, double rate,
                                       test::SplitMix64& random) {
  std::vector<ReceivedReport> reports(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < reports.size(); ++i) {
    reports[i].snapshot = snapshot;
    reports[i].arm = static_cast<std::uint32_t>(i % 2);
    reports[i].value = random.real() < (i % 2 == 0 ? rate : .4);
  }
  return reports;
}

TEST_CASE("snapshots say how many changes were noticed, and when the last one was") {
  test::SplitMix64 random(94);
  DriftLearner learner(drift(2));
  MultiArmedSnapshot snapshot = learner.publish();
  CHECK(snapshot.alarms == 0);
  CHECK(snapshot.last_alarm == 0);
  for (int epoch = 0; epoch < 40; ++epoch) {
    REQUIRE(learner.ingest(reports_to(snapshot.id, 50, epoch < 20 ? .9 : .1, random)).ok());
    snapshot = learner.publish();
  }
  CHECK(snapshot.alarms == 1);
  CHECK(snapshot.last_alarm > 1000);
  CHECK(snapshot.last_alarm <= 1150);
  CHECK(snapshot.last_alarm % 50 == 0);
  CHECK(snapshot.reports == 2000);
  CHECK(snapshot.mean[0] < .2);  // of what came after the change
  CHECK(snapshot.weights[1] > .9);

  MultiArmedExperiment other = drift(2);
  other.algorithm = Algorithm::ldp_thompson;
  other.horizon = 0;
  CHECK(MultiArmedLearner::create(other).value().publish().alarms == -1);
  other = drift(2);
  other.discount = 100;
  CHECK(DriftLearner(other).publish().alarms == -1);
}

TEST_CASE("the order of epochs counts: late reports stand where their snapshot stands") {
  test::SplitMix64 random(95);
  const auto falling = [&](bool is_reversed) {
    DriftLearner learner(drift(2));
    for (std::uint32_t id = 1; id <= 40; ++id) (void)learner.publish();
    test::SplitMix64 same(96);
    std::vector<std::vector<ReceivedReport>> epochs;
    for (std::uint32_t id = 1; id <= 40; ++id) {
      const bool is_high = (id <= 20) != is_reversed;
      epochs.push_back(reports_to(id, 50, is_high ? .9 : .1, same));
    }
    for (std::size_t i = epochs.size(); i-- > 1;)
      std::swap(epochs[i], epochs[random.next() % (i + 1)]);
    for (const auto& reports : epochs) REQUIRE(learner.ingest(reports).ok());
    return learner.publish();
  };
  CHECK(falling(false).mean[0] < .2);
  CHECK(falling(true).mean[0] > .8);
}

TEST_CASE("with one report an epoch it is the rule, report by report") {
  const MultiArmedExperiment experiment = drift(2);
  test::SplitMix64 random(97);
  DriftLearner learner(experiment);
  ChangingArms arms(experiment);
  for (int i = 0; i < 600; ++i) {
    const MultiArmedSnapshot snapshot = learner.publish();
    REQUIRE(snapshot.weights == arms.weights());
    REQUIRE(snapshot.alarms == static_cast<std::int64_t>(arms.alarms()));
    ReceivedReport report;
    report.snapshot = snapshot.id;
    report.arm = static_cast<std::uint32_t>(random.next() % 2);
    report.value = random.real() < (report.arm == 0 && i < 300 ? .9 : .1);
    REQUIRE(learner.ingest({&report, 1}).ok());
    arms.add(report.arm, 1, report.value);
    (void)arms.end_epoch();
  }
  CHECK(arms.alarms() > 0);
}

TEST_CASE("learners that have folded different reports have no sum") {
  test::SplitMix64 random(98);
  const auto learner_with = [&](int reports) {
    DriftLearner learner(drift(2));
    (void)learner.publish();
    REQUIRE(learner.ingest(reports_to(0, reports, .5, random)).ok());
    return learner;
  };
  DriftLearner one = learner_with(40);
  DriftLearner two = learner_with(30);
  const DriftLearner none = learner_with(0);
  one.fold(1);
  const auto before = one.save();
  CHECK(one.merge(two).error().parameter == "state");  // two has reports that one is past
  two.fold(1);
  CHECK(one.merge(two).error().parameter == "state");
  CHECK(one.save() == before);
  REQUIRE(one.merge(none).ok());
  CHECK(one.save() == before);
  DriftLearner empty = none;
  REQUIRE(empty.merge(one).ok());
  CHECK(empty.save() == before);
  REQUIRE(one.merge(empty).ok());  // the same reports, folded by both: once
  CHECK(one.statistics().reports() == 40);
}

}  // namespace
}  // namespace ldp
