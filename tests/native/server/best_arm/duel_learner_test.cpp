// ldp-duel as a learner: what its snapshots say, and when. What all learners promise is in
// learner_contract_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "server/best_arm/best_arm_learner.hpp"

namespace ldp {
namespace {

BestArmExperiment experiment_of(std::uint32_t arms = 3) {
  BestArmExperiment experiment;
  experiment.algorithm = Algorithm::ldp_duel;
  experiment.arms = arms;
  experiment.epsilon = 1;
  experiment.maximum_pulls = 1'000'000;
  return experiment;
}

// `each` reports of every arm, of a hundred of which ones_in_hundred[arm] are ones.
std::vector<ReceivedReport> bits_of(const std::vector<int>& ones_in_hundred, int each) {
  std::vector<ReceivedReport> reports;
  for (std::uint32_t arm = 0; arm < ones_in_hundred.size(); ++arm) {
    for (int i = 0; i < each; ++i) {
      reports.push_back(test::report(arm, 0, i % 100 < ones_in_hundred[arm] ? 1 : 0));
    }
  }
  return reports;
}

BestArmLearner learner_of(const BestArmExperiment& experiment) {
  return BestArmLearner::create(experiment).value();
}

std::string refused(const BestArmExperiment& experiment) {
  const Status status = validate(experiment);
  return status.ok() ? std::string() : std::string(status.error().parameter);
}

}  // namespace

TEST_CASE("a duel is refused by the field that is wrong") {
  CHECK(refused(experiment_of()) == "");
  BestArmExperiment experiment = experiment_of();
  experiment.maximum_pulls = 0;
  CHECK(refused(experiment) == "maximumPulls");
  CHECK(std::string(validate(experiment).error().reason).find("indifference") != std::string::npos);
  experiment.indifference = 0.02;
  CHECK(refused(experiment) == "");
  experiment.arms = 33;
  CHECK(refused(experiment) == "indifference");
  experiment.arms = 3;
  experiment.indifference = 1.1;
  CHECK(refused(experiment) == "indifference");
  experiment = experiment_of();
  experiment.control = 3;
  CHECK(refused(experiment) == "control");
  experiment.control = 2;
  CHECK(refused(experiment) == "");
  experiment.mechanism = ScalarMechanism::laplace;
  CHECK(refused(experiment) == "mechanism");
  experiment.mechanism = ScalarMechanism::gaussian;
  experiment.delta = 1e-6;
  CHECK(refused(experiment) == "mechanism");
  experiment = experiment_of();
  experiment.algorithm = Algorithm::ldp_kl_lucb;
  experiment.indifference = 0.1;
  CHECK(refused(experiment) == "indifference");
  experiment.indifference = 0;
  experiment.control = 0;
  CHECK(refused(experiment) == "control");
}

TEST_CASE("while a block is open every snapshot repeats the last one") {
  BestArmExperiment experiment = experiment_of();
  experiment.control = 0;
  BestArmLearner learner = learner_of(experiment);
  REQUIRE(learner.ingest(bits_of({30, 60, 40}, 15)).ok());
  const BestArmSnapshot none = learner.publish();
  CHECK(none.best.answer == -1);
  CHECK(none.arms.weights == std::vector<double>(3, 1.0 / 3));
  CHECK(none.best.evidence == std::vector<double>(3));
  CHECK_FALSE(learner.forgeries());
  REQUIRE(learner.ingest(bits_of({30, 60, 40}, 200)).ok());
  const BestArmSnapshot closed = learner.publish();
  CHECK(validate(closed, experiment).ok());
  CHECK(closed.best.answer == 1);
  CHECK(closed.best.pulls == std::vector<double>(3, 215));
  REQUIRE(learner.ingest(bits_of({100, 0, 100}, 15)).ok());
  const BestArmSnapshot open = learner.publish();
  CHECK(open.arms.id == closed.arms.id + 1);
  CHECK(open.arms.reports == closed.arms.reports + 45);
  CHECK(open.arms.weights == closed.arms.weights);
  CHECK(open.arms.mean == closed.arms.mean);
  CHECK(open.best.lower == closed.best.lower);
  CHECK(open.best.upper == closed.best.upper);
  CHECK(open.best.evidence == closed.best.evidence);
  CHECK(open.best.lift_lower == closed.best.lift_lower);
  CHECK(open.duel == closed.duel);
  REQUIRE(learner.ingest(bits_of({100, 0, 100}, 1)).ok());
  CHECK_FALSE(learner.publish().duel == closed.duel);
}

TEST_CASE("a certified answer stops the rule for good, and devices play it") {
  BestArmExperiment experiment = experiment_of();
  experiment.control = 2;
  BestArmLearner learner = learner_of(experiment);
  for (int block = 0; block < 2; ++block) {
    REQUIRE(learner.ingest(bits_of({30, 65, 35}, 400)).ok());
    learner.publish();
  }
  const BestArmSnapshot snapshot = learner.publish();
  REQUIRE(validate(snapshot, experiment).ok());
  CHECK(snapshot.best.certified);
  CHECK(snapshot.best.stopped);
  CHECK_FALSE(snapshot.best.ended);
  CHECK(snapshot.best.answer == 1);
  CHECK(snapshot.best.error <= 0.05);
  CHECK(snapshot.best.left == std::vector<std::uint32_t>{1});
  CHECK(snapshot.arms.weights == std::vector<double>{0, 1, 0});
  CHECK(snapshot.best.lift[2] == 0);
  CHECK(snapshot.best.lift_lower[1] > 0);
  CHECK(snapshot.best.lift_upper[1] > snapshot.best.lift[1]);
  CHECK(learner.reports_left() == 0.0);
  REQUIRE(learner.ingest(bits_of({100, 0, 100}, 5000)).ok());
  const BestArmSnapshot later = learner.publish();
  CHECK(later.best.answer == 1);
  CHECK(later.best.error == snapshot.best.error);
  CHECK(later.arms.mean == snapshot.arms.mean);
}

TEST_CASE("the operator ends with the block that is open, or with another answer, and resumes") {
  BestArmLearner learner = learner_of(experiment_of());
  CHECK(learner.end().error().parameter == "experiment");
  REQUIRE(learner.ingest(bits_of({30, 60, 40}, 5)).ok());
  REQUIRE(learner.end().ok());
  const BestArmSnapshot end = learner.publish();
  CHECK(validate(end, learner.experiment()).ok());
  CHECK(end.best.ended);
  CHECK(end.best.answer == 0);  // of five reports each all are ones: the first of equal ones
  CHECK(end.arms.weights == std::vector<double>{1, 0, 0});
  CHECK(end.best.pulls == std::vector<double>(3, 5));
  REQUIRE(learner.ingest(bits_of({30, 60, 40}, 500)).ok());
  BestArmLearner loaded = learner_of(experiment_of());
  REQUIRE(loaded.load(learner.save()).ok());
  CHECK(loaded.publish().best.pulls == end.best.pulls);
  REQUIRE(loaded.end(2).ok());
  const BestArmSnapshot other = loaded.publish();
  CHECK(other.best.answer == 2);
  CHECK(other.best.error == 1);
  CHECK_FALSE(other.best.certified);
  loaded.resume();
  const BestArmSnapshot resumed = loaded.publish();
  CHECK_FALSE(resumed.best.ended);
  CHECK(resumed.best.answer == 1);
}

TEST_CASE("results are of closed blocks, with intervals that hold at all looks") {
  BestArmExperiment experiment = experiment_of(2);
  experiment.control = 0;
  BestArmLearner learner = learner_of(experiment);
  REQUIRE(learner.ingest(bits_of({40, 60}, 2000)).ok());
  CHECK_FALSE(learner.results(0)[1].reward);
  CHECK(learner.results(0)[1].reports == 2000);
  const BestArmSnapshot snapshot = learner.publish();
  const std::vector<ArmResult> results = learner.results(0);
  REQUIRE(results[1].reward);
  CHECK(results[1].reward->mean == snapshot.arms.mean[1]);
  CHECK(results[1].reward->low >= snapshot.best.lower[1]);  // one arm, not both together
  CHECK_FALSE(results[0].lift);
  REQUIRE(results[1].lift);
  CHECK(results[1].lift->low == snapshot.best.lift_lower[1]);
  CHECK(results[1].lift->mean == Approx(0.4 / 0.924).epsilon(0.01));  // twice 0.2/tanh(1/2)
  CHECK_FALSE(learner.results(1)[0].lift);  // no rows against another control
  CHECK_FALSE(learner.results({})[1].lift);
}

TEST_CASE("a menu of levels belongs to the duel, increases, and ends with epsilon") {
  BestArmExperiment experiment = experiment_of();
  experiment.levels = {0.5, 1};
  CHECK(refused(experiment) == "");
  experiment.levels = {1, 0.5};
  CHECK(refused(experiment) == "levels");
  experiment.levels = {0.5, 2};
  CHECK(refused(experiment) == "levels");
  experiment.levels = {0.5, 1};
  experiment.algorithm = Algorithm::ldp_kl_lucb;
  CHECK(refused(experiment) == "levels");
  experiment.levels = {1};
  CHECK(refused(experiment) == "");
}

TEST_CASE("a menu of one level is that level, to the last bit") {
  BestArmExperiment experiment = experiment_of();
  experiment.control = 0;
  BestArmLearner single = learner_of(experiment);
  experiment.levels = {1};
  BestArmLearner menu = learner_of(experiment);
  for (const int each : {200, 300, 17}) {
    REQUIRE(single.ingest(bits_of({40, 60, 30}, each)).ok());
    REQUIRE(menu.ingest(bits_of({40, 60, 30}, each)).ok());
    const BestArmSnapshot one = single.publish();
    const BestArmSnapshot other = menu.publish();
    CHECK(one.duel == other.duel);
    CHECK(one.arms.weights == other.arms.weights);
    CHECK(one.arms.mean == other.arms.mean);
    CHECK(one.best.lower == other.best.lower);
    CHECK(one.best.upper == other.best.upper);
    CHECK(single.save() == menu.save());
    CHECK(single.forgeries() == menu.forgeries());
  }
}

TEST_CASE("reports of two levels feed one duel, which is saved, and says what could forge it") {
  BestArmExperiment experiment = experiment_of(2);
  experiment.epsilon = 2;
  experiment.levels = {0.5, 2};
  BestArmLearner learner = learner_of(experiment);
  std::vector<ReceivedReport> reports = bits_of({45, 55}, 200);  // of level 0: about 0.3 and 0.7
  for (ReceivedReport& report : bits_of({35, 65}, 300)) {
    report.level = 1;
    reports.push_back(report);
  }
  REQUIRE(learner.ingest(reports).ok());
  const BestArmSnapshot snapshot = learner.publish();
  REQUIRE(validate(snapshot, experiment).ok());
  CHECK(snapshot.best.pulls == std::vector<double>{500, 500});
  CHECK(learner.results({})[1].reports == 500);
  // The levels agree on 1/2 + 0.05/tanh(1/4) = 0.704 and 1/2 + 0.15/tanh(1) = 0.697.
  CHECK(snapshot.arms.mean[1] == Approx(0.697).margin(0.002));
  CHECK(snapshot.best.lower[1] < 0.697);
  CHECK(snapshot.best.upper[1] > 0.697);
  CHECK(snapshot.best.lower[1] > 0.5);
  // Ones about arm 0 at level 1 alone: (56.3 + 0.671 k)/(186 + 0.58 k) > 0.697 from k = 275 on.
  REQUIRE(learner.forgeries());
  CHECK(*learner.forgeries() <= 276);
  CHECK(*learner.forgeries() > 150);
  BestArmLearner loaded = learner_of(experiment);
  REQUIRE(loaded.load(learner.save()).ok());
  CHECK(loaded.publish().duel == learner.publish().duel);
  BestArmLearner other = learner_of(experiment_of(2));
  CHECK_FALSE(other.load(learner.save()).ok());
}

TEST_CASE("a snapshot without the memory of its duel is not adopted") {
  BestArmLearner learner = learner_of(experiment_of());
  BestArmSnapshot snapshot = learner_of(experiment_of()).publish();
  snapshot.duel = {};
  CHECK(learner.adopt(snapshot).error().parameter == "duel");
  CHECK(learner.snapshot_id() == 0);
}

}  // namespace ldp
