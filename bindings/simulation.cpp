// The simulation half of the `learner` module, as JavaScript sees it. A table of functions that
// copy and call the core, which has all logic. Nothing throws: a call returns its value or an error
// object {code, parameter, reason, value}, and the TypeScript wrapper throws.
//
// Results come out as views of wasm memory, valid until the next call into the module.
#include "simulation/simulation.hpp"

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convex_set.hpp"
#include "foundation/result.hpp"
#include "simulation/regret_curve.hpp"
#include "to_js.hpp"

namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using ldp::to_js;

val view(std::span<const double> values) {
  return val(typed_memory_view(values.size(), values.data()));
}

std::vector<double> doubles(const val& array) {
  return emscripten::convertJSArrayToNumberVector<double>(array);
}

// Some replicates of one run.
class ReplicateBatch {
 public:
  explicit ReplicateBatch(ldp::Simulation simulation) : simulation_(std::move(simulation)) {}

  void advance(double rounds) { simulation_.advance(static_cast<std::uint64_t>(rounds)); }
  double rounds_done() const { return static_cast<double>(simulation_.rounds_done()); }
  std::size_t recorded() const { return simulation_.recorded(); }
  // [record times][replicates], flat; the first recorded() rows are final.
  val regrets() const { return view(simulation_.regrets()); }
  // [record times][arms] of combinatorial worlds, flat, summed over the replicates; else empty.
  val plays() const { return view(simulation_.plays()); }
  // [3][replicates] at the horizon, of runs that look for the best arm, flat; else empty.
  val stops() const { return view(simulation_.stops()); }

 private:
  ldp::Simulation simulation_;
};

// kind, then what it takes: see RewardTransform.
ldp::Result<ldp::RewardTransform> transform(const std::vector<double>& fields) {
  switch (static_cast<ldp::RewardTransform::Kind>(fields[0])) {
    case ldp::RewardTransform::Kind::clip:
      return ldp::RewardTransform::clip(fields[1], fields[2]);
    case ldp::RewardTransform::Kind::sigmoid:
      return ldp::RewardTransform::sigmoid(fields[1], fields[2]);
    case ldp::RewardTransform::Kind::threshold:
      return ldp::RewardTransform::threshold(fields[1]);
    case ldp::RewardTransform::Kind::unit:
      break;
  }
  return ldp::RewardTransform::unit();
}

// [arms][kind, shape, low, high], flat: see RewardLaw.
std::vector<ldp::RewardLaw> laws(const std::vector<double>& fields) {
  std::vector<ldp::RewardLaw> arms;
  arms.reserve(fields.size() / 4);
  for (std::size_t i = 0; i + 3 < fields.size(); i += 4) {
    arms.push_back({static_cast<ldp::RewardLaw::Kind>(fields[i]), fields[i + 1], fields[i + 2],
                    fields[i + 3]});
  }
  return arms;
}

template <class Enum>
Enum choice(const val& spec, const char* name) {
  return static_cast<Enum>(spec[name].as<unsigned>());
}

// A run in a linear world (NativeLinear in native-run.ts).
ldp::LinearSpec linear_run(const val& spec, ldp::Algorithm algorithm) {
  ldp::LinearSpec run;
  run.environment = {spec["dimension"].as<std::uint32_t>(), spec["arms"].as<std::uint32_t>(),
                     spec["isFixed"].as<bool>(), spec["worldSpread"].as<double>()};
  ldp::LinearExperiment& experiment = run.experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = run.environment.dimension;
  experiment.epsilon = spec["epsilon"].as<double>();
  experiment.delta = spec["delta"].as<double>();
  experiment.mechanism = choice<ldp::LinearMechanism>(spec, "mechanism");
  experiment.calibration = choice<ldp::Calibration>(spec, "calibration");
  experiment.radius = choice<ldp::RadiusMode>(spec, "radius");
  experiment.horizon = static_cast<std::uint64_t>(spec["horizon"].as<double>());
  experiment.learner = choice<ldp::OnlineLearnerKind>(spec, "learner");
  experiment.restarts = spec["restarts"].as<bool>();
  experiment.spread = spec["spread"].as<double>();
  run.joint_noise = choice<ldp::JointNoise>(spec, "jointNoise");
  run.shuffle_noise = choice<ldp::ShuffleNoise>(spec, "shuffleNoise");
  run.batch = spec["batch"].as<std::uint32_t>();
  return run;
}

// A run in a generalized linear world (NativeGeneralizedLinear in native-run.ts).
ldp::GlmSpec generalized_linear_run(const val& spec, ldp::Algorithm algorithm) {
  ldp::GlmSpec run;
  run.environment = {choice<ldp::Link>(spec, "worldLink"), spec["dimension"].as<std::uint32_t>(),
                     spec["arms"].as<std::uint32_t>(),     spec["isFixed"].as<bool>(),
                     spec["worldBound"].as<double>(),      spec["worldLargest"].as<double>()};
  ldp::LinearExperiment& experiment = run.experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = run.environment.dimension;
  experiment.epsilon = spec["epsilon"].as<double>();
  experiment.delta = spec["delta"].as<double>();
  experiment.mechanism = choice<ldp::LinearMechanism>(spec, "mechanism");
  experiment.radius = choice<ldp::RadiusMode>(spec, "radius");
  experiment.horizon = static_cast<std::uint64_t>(spec["horizon"].as<double>());
  experiment.link = choice<ldp::Link>(spec, "link");
  experiment.bound = spec["bound"].as<double>();
  experiment.largest = spec["largest"].as<double>();
  experiment.clip = spec["clip"].as<double>();
  experiment.optimism = spec["optimism"].as<double>();
  experiment.tuning = spec["isTuned"].as<bool>() ? ldp::Tuning::tuned : ldp::Tuning::published;
  return run;
}

std::vector<std::uint32_t> positions(const val& array) {
  return emscripten::convertJSArrayToNumberVector<std::uint32_t>(array);
}

// A FlatDecisionSet of decision-set.ts.
ldp::DecisionSet decision_set(const val& flat) {
  ldp::DecisionSet set;
  set.kind = choice<ldp::SetKind>(flat, "kind");
  set.reward = choice<ldp::SetReward>(flat, "reward");
  set.arms = flat["arms"].as<std::uint32_t>();
  set.choose = flat["choose"].as<std::uint32_t>();
  set.nodes = flat["nodes"].as<std::uint32_t>();
  set.right = flat["right"].as<std::uint32_t>();
  set.source = flat["source"].as<std::uint32_t>();
  set.target = flat["target"].as<std::uint32_t>();
  set.group = positions(flat["group"]);
  set.most = positions(flat["most"]);
  set.from = positions(flat["from"]);
  set.to = positions(flat["to"]);
  set.ends = positions(flat["ends"]);
  set.members = positions(flat["members"]);
  return set;
}

// A run in a combinatorial world (NativeCombinatorial in native-run.ts).
ldp::CombinatorialSpec combinatorial_run(const val& spec, ldp::Algorithm algorithm) {
  ldp::CombinatorialSpec run;
  run.environment = {decision_set(spec["set"]), doubles(spec["means"]),
                     positions(spec["together"])};
  ldp::CombinatorialExperiment& experiment = run.experiment;
  experiment.reports.algorithm = algorithm;
  if (const double epsilon = spec["epsilon"].as<double>(); epsilon > 0) {
    experiment.reports.levels = {epsilon};
  }
  experiment.coordinate = choice<ldp::Coordinate>(spec, "coordinate");
  experiment.width = choice<ldp::CombinatorialWidth>(spec, "width");
  experiment.horizon = static_cast<std::uint64_t>(spec["horizon"].as<double>());
  run.noise = choice<ldp::CentralNoise>(spec, "noise");
  run.regret = choice<ldp::CombinatorialRegret>(spec, "regret");
  return run;
}

// A run in a convex world (NativeConvex in native-run.ts).
ldp::ConvexSpec convex_run(const val& spec, ldp::Algorithm algorithm) {
  ldp::ConvexSpec run;
  const std::vector<double> numbers = doubles(spec["set"]);
  std::span<const double> rest(numbers);
  run.environment = {ldp::take_convex_set(rest), choice<ldp::ConvexLoss>(spec, "loss"),
                     doubles(spec["optimum"]), spec["noise"].as<double>()};
  ldp::ConvexExperiment& experiment = run.experiment;
  experiment.algorithm = algorithm;
  experiment.epsilon = spec["epsilon"].as<double>();
  experiment.mechanism = choice<ldp::ScalarMechanism>(spec, "mechanism");
  experiment.delta = spec["delta"].as<double>();
  experiment.losses = choice<ldp::ConvexLosses>(spec, "losses");
  experiment.loss_low = spec["lossLow"].as<double>();
  experiment.loss_high = spec["lossHigh"].as<double>();
  experiment.lipschitz = spec["lipschitz"].as<double>();
  experiment.smoothness = spec["smoothness"].as<double>();
  experiment.curvature = spec["curvature"].as<double>();
  experiment.horizon = static_cast<std::uint64_t>(spec["horizon"].as<double>());
  experiment.steps = choice<ldp::ConvexSteps>(spec, "steps");
  experiment.feedback = choice<ldp::ConvexFeedback>(spec, "feedback");
  experiment.distance = spec["distance"].as<double>();
  return run;
}

// A run that looks for the best arm, or reduces to another learner (NativeArms in native-run.ts).
void put_arms_run(const val& spec, ldp::SimulationSpec& run) {
  const auto epsilon = spec["epsilon"].as<double>();
  const auto mechanism = choice<ldp::ScalarMechanism>(spec, "mechanism");
  const auto delta = spec["delta"].as<double>();
  if (run.policy.algorithm == ldp::Algorithm::one_point_reduction) {
    ldp::ReductionSpec& reduction = run.reduction.emplace();
    reduction.experiment.epsilon = epsilon;
    reduction.experiment.mechanism = mechanism;
    reduction.experiment.delta = delta;
    reduction.learner = choice<ldp::BlackBox>(spec, "learner");
    reduction.estimator = run.policy.estimator;
    return;
  }
  ldp::BestArmExperiment& experiment = run.best_arm.emplace().experiment;
  experiment.algorithm = run.policy.algorithm;
  experiment.error_probability = spec["errorProbability"].as<double>();
  experiment.maximum_pulls = static_cast<std::uint64_t>(spec["maximumPulls"].as<double>());
  experiment.constants = choice<ldp::LilConstants>(spec, "constants");
  experiment.epsilon = epsilon;
  experiment.mechanism = mechanism;
  experiment.delta = delta;
}

// Replicates first, ..., first + replicates - 1 of `spec` (NativeRun in native-run.ts), or an
// error.
val create_batch(const val& spec, std::uint32_t first, std::uint32_t replicates) {
  ldp::SimulationSpec run;
  run.seed = (std::uint64_t{spec["seedHigh"].as<std::uint32_t>()} << 32) |
             spec["seedLow"].as<std::uint32_t>();
  run.environment = {laws(doubles(spec["laws"])), spec["isSwitching"].as<bool>()};
  const ldp::Result<ldp::RewardTransform> rewards = transform(doubles(spec["rewards"]));
  if (!rewards.ok()) return to_js(rewards.error());
  run.rewards = rewards.value();
  run.is_realized = spec["isRealized"].as<bool>();
  run.policy.algorithm = choice<ldp::Algorithm>(spec, "algorithm");
  run.policy.bound = choice<ldp::Bound>(spec, "bound");
  run.policy.epsilon_min = spec["epsilonMin"].as<double>();
  run.policy.level_aware_from = spec["levelAwareFrom"].as<double>();
  run.policy.delta = spec["delta"].as<double>();
  run.policy.posterior = choice<ldp::Posterior>(spec, "posterior");
  run.policy.estimator = choice<ldp::LossEstimator>(spec, "estimator");
  const std::vector<double> levels = doubles(spec["levels"]);
  const std::vector<double> normal = doubles(spec["normal"]);
  if (normal.empty()) {
    run.population = ldp::MenuOfLevels{levels, doubles(spec["probabilities"])};
  } else {
    run.population = ldp::ClippedGaussianLevels{normal[0], normal[1], normal[2], normal[3]};
  }
  run.delivery = {static_cast<std::uint64_t>(spec["epoch"].as<double>()),
                  static_cast<std::uint64_t>(spec["delay"].as<double>()), spec["lost"].as<double>(),
                  choice<ldp::Serving>(spec, "serving")};
  if (const val linear = spec["linear"]; !linear.isNull()) {
    run.linear = linear_run(linear, run.policy.algorithm);
  }
  if (const val generalized = spec["generalizedLinear"]; !generalized.isNull()) {
    run.generalized_linear = generalized_linear_run(generalized, run.policy.algorithm);
  }
  if (const val combinatorial = spec["combinatorial"]; !combinatorial.isNull()) {
    run.combinatorial = combinatorial_run(combinatorial, run.policy.algorithm);
  }
  if (const val convex = spec["convex"]; !convex.isNull()) {
    run.convex = convex_run(convex, run.policy.algorithm);
  }
  if (const val arms = spec["arms"]; !arms.isNull()) put_arms_run(arms, run);
  for (const double time : doubles(spec["record"])) {
    run.record.push_back(static_cast<std::uint64_t>(time));
  }
  ldp::Result<ldp::Simulation> simulation = ldp::Simulation::create(run, first, replicates);
  if (!simulation.ok()) return to_js(simulation.error());
  return val(std::make_shared<ReplicateBatch>(std::move(simulation).value()));
}

// {mean, low, high}, one value per record time, as arrays of their own.
val regret_curve(const val& regrets, std::uint32_t replicates) {
  const ldp::RegretCurve curve = ldp::regret_curve(doubles(regrets), replicates);
  const val own = val::global("Float64Array");
  val object = val::object();
  object.set("mean", own.new_(view(curve.mean)));
  object.set("low", own.new_(view(curve.low)));
  object.set("high", own.new_(view(curve.high)));
  return object;
}

// The rounds at which a run of `horizon` rounds records its regret.
val record_times(double horizon, std::uint32_t points, bool logarithmic) {
  const auto rounds = static_cast<std::uint64_t>(horizon);
  const std::vector<std::uint64_t> times =
      logarithmic ? ldp::log_times(rounds, points) : ldp::linear_times(rounds, points);
  return val::global("Float64Array").new_(view(std::vector<double>(times.begin(), times.end())));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_simulation) {
  emscripten::class_<ReplicateBatch>("ReplicateBatch")
      .smart_ptr<std::shared_ptr<ReplicateBatch>>("ReplicateBatch")
      .function("advance", &ReplicateBatch::advance)
      .function("roundsDone", &ReplicateBatch::rounds_done)
      .function("recorded", &ReplicateBatch::recorded)
      .function("regrets", &ReplicateBatch::regrets)
      .function("plays", &ReplicateBatch::plays)
      .function("stops", &ReplicateBatch::stops);
  emscripten::function("createReplicateBatch", &create_batch);
  emscripten::function("regretCurve", &regret_curve);
  emscripten::function("recordTimes", &record_times);
}
