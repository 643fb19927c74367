#include "server/best_arm/best_arm_learner.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "client/multi_armed_client.hpp"
#include "protocol/experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/forgeries/payload_range.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/learner/saved_state.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Bytes = std::vector<std::uint8_t>;

BestArmExperiment experiment_of(Algorithm algorithm, std::uint32_t arms = 3, double epsilon = 1) {
  BestArmExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.arms = arms;
  experiment.epsilon = epsilon;
  if (algorithm == Algorithm::ldp_sequential_halving) experiment.maximum_pulls = 100'000;
  return experiment;
}

const std::vector<Algorithm> kRules{Algorithm::ldp_kl_lucb, Algorithm::ldp_successive_elimination,
                                    Algorithm::ldp_lil_ucb, Algorithm::ldp_sequential_halving};

BestArmLearner learner_of(const BestArmExperiment& experiment,
                          const std::vector<ReceivedReport>& reports = {}) {
  BestArmLearner learner = BestArmLearner::create(experiment).value();
  REQUIRE(learner.ingest(reports).ok());
  return learner;
}

// `each` reports of every arm, of a hundred of which ones_in_hundred[arm] are ones.
std::vector<ReceivedReport> bits_of(std::vector<int> ones_in_hundred, int each) {
  std::vector<ReceivedReport> reports;
  for (std::uint32_t arm = 0; arm < ones_in_hundred.size(); ++arm) {
    for (int i = 0; i < each; ++i) {
      reports.push_back(test::report(arm, 0, i % 100 < ones_in_hundred[arm] ? 1 : 0));
    }
  }
  return reports;
}

TEST_CASE("before any report every best-arm rule pulls all arms alike") {
  for (const Algorithm rule : kRules) {
    BestArmLearner learner = learner_of(experiment_of(rule));
    const BestArmSnapshot snapshot = learner.publish();
    CHECK(validate(snapshot, learner.experiment()).ok());
    CHECK(snapshot.arms.id == 1);
    CHECK(snapshot.arms.weights == std::vector<double>(3, 1.0 / 3));
    CHECK(snapshot.best.answer == -1);
    CHECK(snapshot.best.error == 1);
    CHECK_FALSE(snapshot.best.ended);
  }
}

TEST_CASE("a certified answer stops the rule, and all arms are asked for alike") {
  for (const Algorithm rule : kRules) {
    BestArmLearner learner = learner_of(experiment_of(rule), bits_of({30, 65, 35}, 600));
    const BestArmSnapshot snapshot = learner.publish();
    CHECK(validate(snapshot, learner.experiment()).ok());
    CHECK(snapshot.best.certified);
    CHECK(snapshot.best.stopped);
    CHECK_FALSE(snapshot.best.ended);
    CHECK(snapshot.best.answer == 1);
    CHECK(snapshot.best.error <= 0.05);
    CHECK(snapshot.arms.weights == std::vector<double>(3, 1.0 / 3));
  }
}

TEST_CASE("later reports take a certificate back, and bring dropped arms back") {
  for (const Algorithm rule : kRules) {
    BestArmLearner learner = learner_of(experiment_of(rule), bits_of({30, 65, 35}, 600));
    REQUIRE(learner.publish().best.certified);
    REQUIRE(learner.ingest(bits_of({98, 65, 35}, 600)).ok());
    const BestArmSnapshot open = learner.publish();
    CHECK_FALSE(open.best.certified);
    CHECK(open.best.answer == 1);
    CHECK(open.best.left.front() == 0);
    REQUIRE(learner.ingest(bits_of({100, 65, 35}, 2000)).ok());
    const BestArmSnapshot turned = learner.publish();
    CHECK(turned.best.certified);
    CHECK(turned.best.answer == 0);
  }
}

TEST_CASE("an experiment that the operator ended keeps its answer until it is resumed") {
  for (const Algorithm rule : kRules) {
    BestArmLearner learner = learner_of(experiment_of(rule));
    CHECK(learner.end().error().parameter == "experiment");  // no report, no answer
    REQUIRE(learner.ingest(bits_of({30, 65, 35}, 600)).ok());
    REQUIRE(learner.end().ok());
    const BestArmSnapshot end = learner.publish();
    CHECK(validate(end, learner.experiment()).ok());
    CHECK(end.best.ended);
    CHECK(end.best.certified);
    CHECK(end.arms.weights == std::vector<double>{0, 1, 0});
    REQUIRE(learner.ingest(bits_of({100, 0, 0}, 2000)).ok());
    BestArmLearner loaded = learner_of(experiment_of(rule));
    REQUIRE(loaded.load(learner.save()).ok());
    const BestArmSnapshot later = loaded.publish();
    CHECK(later.best.ended);
    CHECK(later.best.answer == 1);
    CHECK(later.best.error == end.best.error);
    CHECK(later.arms.weights == end.arms.weights);
    CHECK(later.arms.mean != end.arms.mean);
    loaded.resume();
    const BestArmSnapshot resumed = loaded.publish();
    CHECK_FALSE(resumed.best.ended);
    CHECK(resumed.best.answer == 0);
  }
}

// Three extreme integers certify the worse arm; the devices that go on reporting undo it.
TEST_CASE("forged integers certify a wrong answer for a while, never for good") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb, 2);
  experiment.mechanism = ScalarMechanism::laplace;
  const MultiArmedExperiment terms = reports_of(experiment);
  const auto highest = static_cast<std::int32_t>(payload_range(terms, 0).highest);
  BestArmLearner learner = learner_of(experiment);
  const auto honest = [&](int each) {
    for (int i = 0; i < each; ++i) {
      REQUIRE(learner.ingest(test::report(0, 0, 800)).ok());
      REQUIRE(learner.ingest(test::report(1, 0, 200)).ok());
    }
  };
  honest(20);
  for (int i = 0; i < 3; ++i) REQUIRE(learner.ingest(test::report(1, 0, highest)).ok());
  const BestArmSnapshot forged = learner.publish();
  CHECK(forged.best.certified);
  CHECK(forged.best.answer == 1);
  CHECK(forged.arms.weights == std::vector<double>{0.5, 0.5});
  honest(2000);
  const BestArmSnapshot healed = learner.publish();
  CHECK(healed.best.certified);
  CHECK(healed.best.answer == 0);
}

TEST_CASE("without a certificate the rule stops once the pulls are used up, and says so") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb, 2);
  experiment.maximum_pulls = 200;
  BestArmLearner learner = learner_of(experiment, bits_of({50, 51}, 90));
  CHECK_FALSE(learner.publish().best.stopped);
  REQUIRE(learner.ingest(bits_of({50, 51}, 10)).ok());
  const BestArmSnapshot end = learner.publish();
  CHECK(end.best.stopped);
  CHECK_FALSE(end.best.ended);
  CHECK_FALSE(end.best.certified);
  CHECK(end.best.answer == 1);
  CHECK(end.best.error > 0.05);
}

TEST_CASE("sequential halving and heuristic constants certify only what the bounds show") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_sequential_halving, 4);
  experiment.maximum_pulls = 800;
  BestArmLearner close = learner_of(experiment, bits_of({50, 52, 51, 49}, 200));
  const BestArmSnapshot end = close.publish();
  CHECK(end.best.stopped);
  CHECK_FALSE(end.best.certified);
  CHECK(end.best.answer == 1);
  BestArmLearner clear = learner_of(experiment, bits_of({20, 80, 20, 20}, 200));
  CHECK(clear.publish().best.certified);

  experiment = experiment_of(Algorithm::ldp_lil_ucb, 2);
  experiment.constants = LilConstants::heuristic;
  BestArmLearner lucky = learner_of(experiment, bits_of({80}, 500));
  for (int i = 0; i < 60; ++i) REQUIRE(lucky.ingest(test::report(1, 0, i < 33 ? 1 : 0)).ok());
  const BestArmSnapshot stopped = lucky.publish();
  CHECK(stopped.best.stopped);
  CHECK_FALSE(stopped.best.certified);
  CHECK(stopped.best.error == 1);
}

// Its theorem and the bounds fail on different events: one answer may not be certified by either.
TEST_CASE("lil'UCB with the constants of theory certifies by the bounds alone") {
  const BestArmExperiment experiment = experiment_of(Algorithm::ldp_lil_ucb, 2);
  const auto stopped_with = [&](std::int64_t each, double lead) {
    // The leader has ten times the pulls of the other, whose bits are ones half of the time.
    const std::int64_t of_leader = 10 * each;
    const auto ones = static_cast<std::int64_t>(static_cast<double>(of_leader) * (0.5 + lead));
    Statistics sums(reports_of(experiment));
    REQUIRE(sums.assign(std::vector<std::int64_t>{of_leader, ones, each, each / 2}).ok());
    BestArmLearner learner = learner_of(experiment);
    REQUIRE(learner.ingest(0, sums).ok());
    const BestArmSnapshot end = learner.publish();
    REQUIRE(end.best.stopped);
    CHECK(end.best.answer == 0);
    return end.best;
  };
  const BestArmState clear = stopped_with(4000, 0.2);
  CHECK(clear.certified);
  CHECK(clear.error < 0.05);
  // After 10^14 reports the law of the iterated logarithm stops before the bounds have parted.
  const std::int64_t each = 100'000'000'000'000;
  const double root = std::sqrt(static_cast<double>(each));
  const BestArmState early = stopped_with(each, 5.3 / root);
  CHECK_FALSE(early.certified);
  CHECK(early.error > 0.05);
}

TEST_CASE("bounds of noisy reports are in rewards, and in [0, 1]") {
  for (const ScalarMechanism mechanism :
       {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
    BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb);
    experiment.mechanism = mechanism;
    if (mechanism == ScalarMechanism::gaussian) experiment.delta = 1e-6;
    const MultiArmedExperiment reports = reports_of(experiment);
    BestArmLearner learner = learner_of(experiment, test::random_reports(reports, 3000, 5));
    const BestArmSnapshot snapshot = learner.publish();
    CHECK(validate(snapshot, experiment).ok());
    for (std::size_t arm = 0; arm < 3; ++arm) {
      CHECK(snapshot.best.lower[arm] <= std::clamp(snapshot.arms.mean[arm], 0.0, 1.0));
      CHECK(snapshot.best.upper[arm] >= std::clamp(snapshot.arms.mean[arm], 0.0, 1.0));
    }
  }
}

TEST_CASE(
    "the state of a multi-armed learner of the same reports is not that of a best-arm learner") {
  const BestArmExperiment experiment = experiment_of(Algorithm::ldp_successive_elimination);
  BestArmLearner learner = learner_of(experiment);
  CHECK_FALSE(learner.load(test::learner_of(reports_of(experiment)).save()).ok());
}

TEST_CASE("of two learners that merge, the later snapshot says how the experiment stands") {
  const BestArmExperiment experiment = experiment_of(Algorithm::ldp_successive_elimination);
  BestArmLearner early = learner_of(experiment, bits_of({50, 50, 50}, 10));
  CHECK_FALSE(early.publish().best.ended);
  BestArmLearner late = learner_of(experiment, bits_of({30, 65, 35}, 600));
  late.publish();
  CHECK(early.merge(late).error().parameter == "best");  // two snapshots 1, with other ends
  REQUIRE(late.end().ok());
  late.publish();
  REQUIRE(early.merge(late).ok());
  const BestArmSnapshot merged = early.publish();
  CHECK(merged.arms.id == 3);
  CHECK(merged.arms.reports == 1830);
  CHECK(merged.best.ended);
  CHECK(merged.best.answer == 1);
}

TEST_CASE("impossible ends are refused even with the right checksum") {
  const BestArmExperiment experiment = experiment_of(Algorithm::ldp_successive_elimination);
  const std::vector<std::int64_t> sums(6);
  const auto is_taken = [&](const BestArmEnd& end) {
    BestArmLearner learner = learner_of(experiment);
    return learner.load(encode_best_arm_state(experiment, 3, sums, end)).ok();
  };
  CHECK(is_taken({-1, false, false, 1, {0, 1, 2}}));
  CHECK(is_taken({1, true, true, 0.05, {1}}));
  CHECK_FALSE(is_taken({3, false, false, 1, {0, 1, 2}}));  // no such arm
  CHECK(is_taken({1, true, false, 0.05, {1}, true}));      // certified, and goes on
  CHECK_FALSE(is_taken({-1, true, false, 1, {0, 1, 2}}));  // certified with nothing
  CHECK_FALSE(is_taken({-1, false, false, 1, {0, 1, 2}, true}));
  CHECK_FALSE(is_taken({-1, false, true, 1, {0, 1, 2}}));  // ended with nothing
  CHECK_FALSE(is_taken({1, false, false, 1.5, {0, 1, 2}}));
  CHECK_FALSE(is_taken({1, false, false, 1, {}}));
  CHECK_FALSE(is_taken({1, false, false, 1, {0, 0, 1}}));
  CHECK_FALSE(is_taken({1, false, false, 1, {0, 1, 3}}));
}

TEST_CASE("which arms an older state had left decides nothing") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_successive_elimination);
  BestArmLearner learner = learner_of(experiment);
  const std::vector<std::int64_t> sums{100, 50, 0, 0, 0, 0};
  REQUIRE(
      learner.load(encode_best_arm_state(experiment, 3, sums, {-1, false, false, 1, {2}})).ok());
  const BestArmSnapshot snapshot = learner.publish();
  CHECK(validate(snapshot, experiment).ok());
  CHECK_FALSE(snapshot.best.stopped);
  CHECK(snapshot.best.left == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("a best-arm experiment is refused by the field that is wrong") {
  const auto refused = [](const BestArmExperiment& experiment) {
    const Status status = validate(experiment);
    return status.ok() ? std::string() : std::string(status.error().parameter);
  };
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb);
  CHECK(refused(experiment) == "");
  for (const CatalogEntry& entry : kCatalog) {
    CAPTURE(entry.id);
    BestArmExperiment other = experiment;
    other.algorithm = entry.algorithm;
    other.maximum_pulls = 1000;
    const bool is_known =
        entry.family == Family::best_arm && entry.trust_model == TrustModel::local;
    CHECK(refused(other) == (is_known ? "" : "algorithm"));
  }
  CHECK(refused(experiment_of(Algorithm::ldp_kl_lucb, 1)) == "arms");
  CHECK(refused(experiment_of(Algorithm::ldp_kl_lucb, 4097)) == "arms");
  CHECK(refused(experiment_of(Algorithm::ldp_kl_lucb, 3, 0)) == "epsilon");
  experiment.error_probability = 0.51;
  CHECK(refused(experiment) == "errorProbability");
  experiment = experiment_of(Algorithm::ldp_sequential_halving, 10);
  experiment.maximum_pulls = 39;
  CHECK(refused(experiment) == "maximumPulls");
  experiment.maximum_pulls = 40;
  CHECK(refused(experiment) == "");
  experiment.constants = LilConstants::heuristic;
  CHECK(refused(experiment) == "constants");
  experiment = experiment_of(Algorithm::ldp_kl_lucb);
  for (const double share : {-0.01, 0.5, std::nan("")}) {
    experiment.forged_share = share;
    CHECK(refused(experiment) == "forgedShare");
  }
  experiment.forged_share = 0.499;
  CHECK(refused(experiment) == "");
  experiment = experiment_of(Algorithm::ldp_kl_lucb);
  experiment.delta = 1e-6;
  CHECK(refused(experiment) == "delta");
  experiment.mechanism = ScalarMechanism::gaussian;
  CHECK(refused(experiment) == "");
}

// Devices and learner together, over the real client. The error probability is 0.05 a run; all 30
// runs of the two rules answer rightly with probability 0.95^30 or, as bounds are never tight,
// more: the seeds are fixed, and a wrong answer in more than 5 of them would happen in 3 of 1000
// suites.
TEST_CASE("devices that report bits let the rules find the best of three arms") {
  const std::vector<double> means{0.2, 0.9, 0.3};
  for (const Algorithm rule : {Algorithm::ldp_kl_lucb, Algorithm::ldp_successive_elimination}) {
    int wrong = 0;
    for (std::uint64_t run = 0; run < 15; ++run) {
      const BestArmExperiment experiment = experiment_of(rule, 3, 2);
      BestArmLearner learner = learner_of(experiment);
      MultiArmedClient client =
          MultiArmedClient::create(reports_of(experiment), RewardTransform::unit(), 0, 2).value();
      test::SplitMix64 random(1000 * run + static_cast<std::uint64_t>(rule));
      BestArmSnapshot snapshot = learner.publish();
      while (!snapshot.best.stopped) {
        REQUIRE(learner.statistics().reports() < 20'000);
        REQUIRE(client.set_snapshot(snapshot.arms).ok());
        for (int visitor = 0; visitor < 50; ++visitor) {
          const auto decision = client.choose(random);
          const double reward = random.real() < means[decision.value().arm()] ? 1 : 0;
          const ArmReport report = client.report(decision.value(), reward, {}).value();
          REQUIRE(learner
                      .ingest(ReceivedReport{
                          {}, report.snapshot(), report.arm(), report.level(), report.value()})
                      .ok());
        }
        snapshot = learner.publish();
      }
      CHECK(snapshot.best.certified);
      wrong += snapshot.best.answer == 1 ? 0 : 1;
    }
    CHECK(wrong <= 5);
  }
}

TEST_CASE("the operator may end with another answer, which nothing certifies") {
  for (const Algorithm rule : kRules) {
    BestArmLearner learner = learner_of(experiment_of(rule), bits_of({30, 70, 30}, 1000));
    REQUIRE(learner.end(2).ok());
    const BestArmSnapshot end = learner.publish();
    CHECK(end.best.answer == 2);
    CHECK_FALSE(end.best.certified);
    CHECK(end.best.error == 1);
    CHECK(end.best.ended);
    CHECK(end.arms.weights == std::vector<double>{0, 0, 1});
    REQUIRE(validate(end, learner.experiment()).ok());
    // It is saved; ending again without an answer keeps it, and another answer takes its place.
    BestArmLearner other = learner_of(experiment_of(rule));
    REQUIRE(other.load(learner.save()).ok());
    REQUIRE(other.end().ok());
    CHECK(other.publish().best.answer == 2);
    REQUIRE(other.end(1).ok());
    CHECK(other.publish().best.answer == 1);
    const Status outside = other.end(3);
    REQUIRE_FALSE(outside.ok());
    CHECK(outside.error().parameter == "answer");
    // An operator can choose before any report.
    CHECK(learner_of(experiment_of(rule)).end(0).ok());
  }
}

TEST_CASE("as many reports as are left certify the answer if means stay, and half of them do not") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb, 2);
  const auto each_of = [&](int each) { return learner_of(experiment, bits_of({40, 60}, each)); };
  const double left = each_of(100).reports_left().value();
  const int each = static_cast<int>(std::ceil(left / 2 / 100)) * 100 + 100;
  BestArmLearner enough = each_of(each);
  CHECK(enough.publish().best.certified);
  CHECK(enough.reports_left() == 0.0);
  BestArmLearner half = each_of(each / 2);
  CHECK_FALSE(half.publish().best.certified);
  CHECK(half.reports_left().value() > 0);
  // Of three arms the far one needs fewer than the close one.
  const double close = learner_of(experiment_of(Algorithm::ldp_kl_lucb), bits_of({40, 60, 40}, 100))
                           .reports_left()
                           .value();
  const double far = learner_of(experiment_of(Algorithm::ldp_kl_lucb), bits_of({40, 60, 10}, 100))
                         .reports_left()
                         .value();
  CHECK(far < close);
  CHECK(far >= left);
  // Nothing is known of a tie, nor of an arm without a report. The budget ends an experiment
  // anyway.
  CHECK_FALSE(learner_of(experiment, bits_of({50, 50}, 100)).reports_left());
  CHECK_FALSE(learner_of(experiment).reports_left());
  experiment.maximum_pulls = 1000;
  CHECK(learner_of(experiment, bits_of({50, 50}, 100)).reports_left() == 800.0);
}

TEST_CASE("once the operator has ended an experiment no report is left, until it is resumed") {
  BestArmExperiment experiment = experiment_of(Algorithm::ldp_kl_lucb, 2);
  for (const Algorithm algorithm : {Algorithm::ldp_kl_lucb, Algorithm::ldp_duel}) {
    experiment.algorithm = algorithm;
    experiment.maximum_pulls = 100'000;
    BestArmLearner learner = learner_of(experiment, bits_of({50, 52}, 100));
    learner.publish();
    REQUIRE(learner.reports_left().value() > 0);
    REQUIRE(learner.end().ok());
    CHECK_FALSE(learner.publish().best.certified);
    CHECK(learner.reports_left() == 0.0);
    learner.resume();
    CHECK(learner.reports_left().value() > 0);
  }
}

}  // namespace
}  // namespace ldp
