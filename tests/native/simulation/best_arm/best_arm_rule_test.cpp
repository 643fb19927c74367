// The fast rules of the simulation decide as the published rules do, after every single report. The
// learner of a collector differs from these in what it remembers: it drops no arm for good.
#include "simulation/best_arm/best_arm_rule.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "server/best_arm/best_arm_learner.hpp"
#include "server/best_arm/kl_lucb.hpp"
#include "server/best_arm/lil_ucb.hpp"
#include "server/best_arm/sequential_halving.hpp"
#include "server/best_arm/successive_elimination.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"
#include "simulation/simulated_payload.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kArms = 5;

BestArmExperiment experiment_of(Algorithm algorithm, ScalarMechanism mechanism) {
  BestArmExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.arms = kArms;
  experiment.error_probability = 0.1;
  experiment.maximum_pulls = 600;
  if (algorithm == Algorithm::ldp_lil_ucb) experiment.constants = LilConstants::heuristic;
  experiment.epsilon = 3;
  experiment.mechanism = mechanism;
  experiment.delta = mechanism == ScalarMechanism::gaussian ? 1e-5 : 0;
  return experiment;
}

std::vector<double> weights_over(std::span<const std::uint32_t> pull) {
  std::vector<double> weights(kArms);
  for (const std::uint32_t arm : pull) weights[arm] = 1 / static_cast<double>(pull.size());
  return weights;
}

ArmEvidence evidence_of(const Statistics& statistics, double unit) {
  ArmEvidence evidence;
  for (std::uint32_t arm = 0; arm < kArms; ++arm) {
    const auto row = statistics.of_arm(arm);
    const auto count = static_cast<double>(row[0]);
    evidence.pulls.push_back(count);
    evidence.mean.push_back(count > 0 ? static_cast<double>(row[1]) * unit / count : 0);
  }
  return evidence;
}

// As published: with memory of the arms that are left.
BestArmChoice published_choice(const BestArmExperiment& experiment, const ArmEvidence& evidence,
                               const ConfidenceBounds& bounds,
                               const std::vector<std::uint32_t>& left) {
  const double error = experiment.error_probability;
  switch (experiment.algorithm) {
    case Algorithm::ldp_successive_elimination:
      return choose_by_elimination(evidence, bounds, error, left);
    case Algorithm::ldp_lil_ucb:
      return choose_lil_ucb(evidence, bounds, LilUcb::create(experiment.constants, kArms, error));
    case Algorithm::ldp_sequential_halving:
      return choose_by_halving(evidence, experiment.maximum_pulls, left);
    default:
      return choose_kl_lucb(evidence, bounds, error);
  }
}

}  // namespace

TEST_CASE("the simulation's rules and the published ones agree after every report, to the end") {
  for (const Algorithm algorithm : {Algorithm::ldp_kl_lucb, Algorithm::ldp_successive_elimination,
                                    Algorithm::ldp_lil_ucb, Algorithm::ldp_sequential_halving}) {
    for (const ScalarMechanism mechanism :
         {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
      const BestArmExperiment experiment = experiment_of(algorithm, mechanism);
      BestArmLearner learner = BestArmLearner::create(experiment).value();
      const auto device =
          SimulatedPayload::create(mechanism, experiment.epsilon, experiment.delta).value();
      const double unit =
          ScalarObservation::of(mechanism, experiment.epsilon, experiment.delta).unit;
      const ConfidenceBounds bounds = ConfidenceBounds::of(experiment);
      std::vector<std::uint32_t> left = all_arms(kArms);
      BestArmRule rule(experiment, bounds, unit);
      rule.decide();
      SeededStream words(5, static_cast<std::uint32_t>(mechanism), Purpose::rewards);
      std::uint64_t reports = 0;
      for (;;) {
        const BestArmSnapshot snapshot = learner.publish();
        const BestArmChoice choice =
            published_choice(experiment, evidence_of(learner.statistics(), unit), bounds, left);
        left = choice.left;
        REQUIRE(choice.answer == rule.answer());
        REQUIRE(choice.stops == rule.stops());
        if (rule.stops() || reports == experiment.maximum_pulls) break;
        REQUIRE(weights_over(choice.pull) == weights_over(rule.pull()));
        if (algorithm == Algorithm::ldp_kl_lucb) {
          REQUIRE(snapshot.best.answer == rule.answer());
          REQUIRE(snapshot.arms.weights == weights_over(rule.pull()));
        }
        const auto pick = static_cast<std::size_t>(words.next() % rule.pull().size());
        const std::uint32_t arm = rule.pull()[pick];
        // Arm 2 is the best by far, and pays 1 nine times in ten.
        const double mean = arm == 2 ? 0.9 : 0.1 * arm;
        const double reward = open_uniform(words.next()) < mean ? 1 : 0;
        const std::int64_t payload = device(words, UnitReward::from(reward).value());
        rule.add(arm, payload);
        const ReceivedReport report{.snapshot = snapshot.arms.id,
                                    .arm = arm,
                                    .level = 0,
                                    .value = static_cast<std::int32_t>(payload)};
        REQUIRE(learner.ingest(report).ok());
        rule.decide();
        ++reports;
      }
      CHECK(rule.answer() == 2);
    }
  }
}

}  // namespace ldp
