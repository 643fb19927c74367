#include "server/reduction/reduction_learner.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

ReductionExperiment experiment_of(ScalarMechanism mechanism, std::uint32_t arms = 3) {
  ReductionExperiment experiment;
  experiment.arms = arms;
  experiment.epsilon = 1;
  experiment.mechanism = mechanism;
  if (mechanism == ScalarMechanism::gaussian) experiment.delta = 1e-6;
  return experiment;
}

ReductionLearner learner_of(const ReductionExperiment& experiment,
                            const std::vector<ReceivedReport>& reports = {}) {
  ReductionLearner learner = ReductionLearner::create(experiment).value();
  REQUIRE(learner.ingest(reports).ok());
  return learner;
}

TEST_CASE("losses are those that the reports say without bias") {
  const ReductionExperiment bits = experiment_of(ScalarMechanism::bit);
  std::vector<ReceivedReport> reports;
  for (int i = 0; i < 100; ++i) reports.push_back(test::report(1, 0, i < 60 ? 1 : 0));
  const std::vector<ArmLoss> losses = learner_of(bits, reports).losses();
  CHECK(losses[0].reports == 0);
  CHECK(losses[0].mean_loss == 0.5);
  CHECK(losses[1].reports == 100);
  // c = 2.163953 at epsilon 1: mean reward 1/2 + c/10.
  CHECK(losses[1].mean_loss == Approx(0.5 - 2.1639534 * 0.1).margin(1e-6));
  // Of an integer in units of 1/1024.
  const ReductionExperiment laplace = experiment_of(ScalarMechanism::laplace);
  CHECK(learner_of(laplace, {test::report(2, 0, 768)}).losses()[2].mean_loss == 0.25);
  CHECK(learner_of(laplace, {test::report(2, 0, 4096)}).losses()[2].mean_loss == -3);
}

TEST_CASE("weights are published with sum 1, once") {
  ReductionLearner learner = learner_of(experiment_of(ScalarMechanism::bit));
  CHECK(learner.weigh(std::vector<double>{1, 2, 5}).ok());
  const MultiArmedSnapshot first = learner.publish();
  CHECK(first.weights == std::vector<double>{0.125, 0.25, 0.625});
  CHECK(learner.publish().weights == std::vector<double>(3, 1.0 / 3));
}

TEST_CASE("what are no weights is refused, and those before stay") {
  ReductionLearner learner = learner_of(experiment_of(ScalarMechanism::bit));
  REQUIRE(learner.weigh(std::vector<double>{0, 0, 2}).ok());
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kHuge = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> wrong{
      {},         {1, 1},       {1, 1, 1, 1},      {0, 0, 0},
      {1, -1, 1}, {1, kNaN, 1}, {1, kInfinity, 1}, {kHuge, kHuge, kHuge}};
  for (const std::vector<double>& weights : wrong) {
    CHECK(learner.weigh(weights).error().parameter == "weights");
  }
  CHECK(learner.publish().weights == std::vector<double>{0, 0, 1});
}

TEST_CASE("the public seed is that of the snapshot") {
  ReductionLearner learner = learner_of(experiment_of(ScalarMechanism::bit));
  const std::uint64_t first = learner.public_seed();
  CHECK(first == learner_of(experiment_of(ScalarMechanism::bit)).public_seed());
  (void)learner.publish();
  CHECK(learner.public_seed() != first);
}

TEST_CASE("a reduction and a multi-armed learner of the same reports do not load each other") {
  const ReductionExperiment experiment = experiment_of(ScalarMechanism::bit);
  ReductionLearner learner = learner_of(experiment);
  MultiArmedLearner plain = MultiArmedLearner::create(reports_of(experiment)).value();
  CHECK_FALSE(plain.load(learner.save()).ok());
  CHECK_FALSE(learner.load(plain.save()).ok());
}

TEST_CASE("a reduction is refused by the field that is wrong") {
  const auto refused = [](const ReductionExperiment& experiment) {
    const Status status = validate(experiment);
    return status.ok() ? std::string() : std::string(status.error().parameter);
  };
  CHECK(refused(experiment_of(ScalarMechanism::bit)) == "");
  CHECK(refused(experiment_of(ScalarMechanism::gaussian)) == "");
  CHECK(refused(experiment_of(ScalarMechanism::bit, 0)) == "arms");
  ReductionExperiment experiment = experiment_of(ScalarMechanism::bit);
  experiment.algorithm = Algorithm::ldp_tsallis_inf;
  CHECK(refused(experiment) == "algorithm");
  experiment = experiment_of(ScalarMechanism::laplace);
  experiment.delta = 1e-6;
  CHECK(refused(experiment) == "delta");
}

}  // namespace
}  // namespace ldp
