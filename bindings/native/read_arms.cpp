#include "read_arms.hpp"

namespace ldp {
namespace {

const CatalogEntry& entry_of(Algorithm algorithm) {
  return kCatalog[static_cast<std::size_t>(algorithm)];
}

}  // namespace

bool is_one_level(Algorithm algorithm) {
  const Family family = entry_of(algorithm).family;
  return family == Family::best_arm || family == Family::reduction;
}

double read_one_epsilon(const Field& run, const CatalogEntry& entry) {
  const std::string id(entry.id);
  if (run["population"]) {
    run["population"].fail("must be absent: with " + id + " all have one epsilon");
  }
  const Field epsilon = run["epsilon"];
  if (entry.trust_model == TrustModel::local) return epsilon.number();
  if (epsilon) epsilon.fail("must be absent: " + id + " is not private");
  return 0;
}

void read_scalar_mechanism(const Field& policy, const Takes& takes, ScalarMechanism& mechanism,
                           double& delta) {
  if (policy["mechanism"] && !takes.mechanism) {
    policy["mechanism"].fail("is not a parameter of this algorithm");
  }
  policy["mechanism"].choose(mechanism);
  if (mechanism == ScalarMechanism::gaussian) {
    delta = policy["delta"].number(kDefaultDelta);
  } else if (policy["delta"]) {
    policy["delta"].fail("must be absent: only Gaussian noise has one");
  }
}

void read_arms_run(const Field& run, Algorithm algorithm, SimulationSpec& spec) {
  const Field policy = run["policy"];
  (void)policy.object({"type", "arms", "rewards", "errorProbability", "maximumPulls", "constants",
                       "mechanism", "delta", "learner", "estimator"});
  const CatalogEntry& entry = entry_of(algorithm);
  const Takes& takes = entry.takes;
  const auto taken = [&](const char* key, bool is_taken) {
    const Field field = policy[key];
    if (field && !is_taken) field.fail("is not a parameter of this algorithm");
    return field;
  };
  const std::uint64_t arms = spec.environment.arms.size();
  if (policy["arms"]) (void)policy["arms"].whole(arms, arms);
  const double epsilon = read_one_epsilon(run, entry);
  ScalarMechanism mechanism = ScalarMechanism::bit;
  double delta = 0;
  read_scalar_mechanism(policy, takes, mechanism, delta);
  if (entry.family == Family::reduction) {
    ReductionSpec& reduction = spec.reduction.emplace();
    (void)taken("errorProbability", false);
    (void)taken("maximumPulls", false);
    reduction.experiment.epsilon = epsilon;
    reduction.experiment.mechanism = mechanism;
    reduction.experiment.delta = delta;
    (void)taken("constants", takes.constants);
    policy["learner"].choose(reduction.learner);
    policy["estimator"].choose(reduction.estimator);
    return;
  }
  (void)taken("learner", takes.learner);
  (void)taken("estimator", takes.estimator);
  BestArmExperiment& experiment = spec.best_arm.emplace().experiment;
  experiment.algorithm = algorithm;
  experiment.epsilon = epsilon;
  experiment.mechanism = mechanism;
  experiment.delta = delta;
  experiment.error_probability = policy["errorProbability"].number(experiment.error_probability);
  if (const Field most = policy["maximumPulls"]) {
    experiment.maximum_pulls = most.whole(1, kMaximumHorizon);
  }
  taken("constants", takes.constants).choose(experiment.constants);
}

}  // namespace ldp
