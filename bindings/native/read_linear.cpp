#include "read_linear.hpp"

#include <array>

namespace ldp {
namespace {

constexpr std::array<std::string_view, 2> kContexts{"fresh", "fixed"};
constexpr std::array<std::string_view, 2> kRestarts{"never", "doubling"};

void read_policy(const Field& policy, const Takes& takes, LinearSpec& spec) {
  const auto taken = [&](const char* key, bool is_taken) {
    const Field field = policy[key];
    if (field && !is_taken) field.fail("is not a parameter of this algorithm");
    return field;
  };
  LinearExperiment& experiment = spec.experiment;
  experiment.mechanism = mechanism_without_choice(experiment.algorithm);
  taken("mechanism", takes.mechanism).choose(experiment.mechanism);
  const bool is_ball = takes.mechanism && experiment.mechanism == LinearMechanism::ball;
  const Field delta = taken("delta", takes.delta && !is_ball);
  if (takes.delta && !is_ball) experiment.delta = delta.number(kDefaultDelta);
  taken("calibration", takes.calibration && !is_ball).choose(experiment.calibration);
  taken("radius", takes.radius).choose(experiment.radius);
  if (const Field horizon = taken("horizon", takes.horizon)) {
    experiment.horizon = horizon.whole(1, kMaximumHorizon);
  }
  taken("learner", takes.learner).choose(experiment.learner);
  if (const Field restarts = taken("restarts", takes.restarts)) {
    experiment.restarts = restarts.choice(kRestarts) == 1;
  }
  experiment.spread = taken("spread", takes.spread).number(kDefaultSpread);
  const Field noise = taken("noise", takes.noise);
  if (experiment.algorithm == Algorithm::shuffle_linucb) {
    noise.choose(spec.shuffle_noise);
  } else {
    noise.choose(spec.joint_noise);
  }
  if (const Field batch = taken("batch", takes.batch)) {
    spec.batch = static_cast<std::uint32_t>(batch.whole(1, kMaximumBatch));
  }
}

}  // namespace

LinearEnvironment read_linear_environment(const Field& environment) {
  (void)environment.object({"type", "dimension", "arms", "contexts", "spread"});
  return {static_cast<std::uint32_t>(environment["dimension"].whole(2, kMaximumDimension)),
          static_cast<std::uint32_t>(environment["arms"].whole(1, kMaximumLinearArms)),
          environment["contexts"].choice(kContexts) == 1,
          environment["spread"].number(kDefaultSpread)};
}

LinearSpec read_linear_run(const Field& run, Algorithm algorithm,
                           const LinearEnvironment& environment) {
  LinearSpec spec;
  spec.environment = environment;
  spec.experiment.algorithm = algorithm;
  spec.experiment.dimension = environment.dimension;
  const Field policy = run["policy"];
  (void)policy.object({"type", "arms", "dimension", "mechanism", "delta", "calibration", "radius",
                       "horizon", "learner", "restarts", "spread", "noise", "batch"});
  if (policy["arms"]) {
    (void)policy["arms"].whole(environment.arms, environment.arms);
  }
  if (policy["dimension"]) {
    (void)policy["dimension"].whole(environment.dimension, environment.dimension);
  }
  if (run["population"])
    run["population"].fail("must be absent: in a linear world all have one epsilon");
  const CatalogEntry& entry = kCatalog[static_cast<std::size_t>(algorithm)];
  const Field epsilon = run["epsilon"];
  if (entry.trust_model != TrustModel::none) {
    spec.experiment.epsilon = epsilon.number();
  } else if (epsilon) {
    epsilon.fail("must be absent: " + std::string(entry.id) + " is not private");
  }
  read_policy(policy, entry.takes, spec);
  return spec;
}

}  // namespace ldp
