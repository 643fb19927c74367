#include "read_convex.hpp"

#include <limits>

#include "read_arms.hpp"

namespace ldp {
namespace {

constexpr double kDefaultNoise = 0.2;

std::vector<double> numbers(const Field& field, std::size_t minimum, std::size_t maximum) {
  std::vector<double> read;
  for (const Field& item : field.list(minimum, maximum)) read.push_back(item.number());
  return read;
}

std::vector<double> point(const Field& field) { return numbers(field, 1, kMaximumConvexDimension); }

ConvexSet read_set(const Field& field) {
  ConvexSet set;
  set.kind = static_cast<ConvexSetKind>(field["type"].choice(kConvexSetKindWords));
  switch (set.kind) {
    case ConvexSetKind::ball:
      (void)field.object({"type", "center", "radius"});
      set.center = point(field["center"]);
      set.radius = field["radius"].number();
      set.dimension = static_cast<std::uint32_t>(set.center.size());
      break;
    case ConvexSetKind::box:
      (void)field.object({"type", "low", "high"});
      set.low = point(field["low"]);
      set.high = numbers(field["high"], set.low.size(), set.low.size());
      set.dimension = static_cast<std::uint32_t>(set.low.size());
      break;
    case ConvexSetKind::simplex:
      (void)field.object({"type", "dimension"});
      set.dimension =
          static_cast<std::uint32_t>(field["dimension"].whole(2, kMaximumConvexDimension));
      break;
    case ConvexSetKind::polytope:
      (void)field.object({"type", "normals", "offsets", "radius"});
      for (const Field& row : field["normals"].list(1, kMaximumConvexRows)) {
        const std::vector<double> normal =
            set.dimension == 0 ? point(row) : numbers(row, set.dimension, set.dimension);
        set.dimension = static_cast<std::uint32_t>(normal.size());
        set.normals.insert(set.normals.end(), normal.begin(), normal.end());
      }
      set.offsets = numbers(field["offsets"], set.normals.size() / set.dimension,
                            set.normals.size() / set.dimension);
      set.radius = field["radius"].number();
      break;
  }
  return set;
}

}  // namespace

ConvexEnvironment read_convex_environment(const Field& environment) {
  (void)environment.object({"type", "set", "loss", "optimum", "noise"});
  ConvexEnvironment read;
  read.set = read_set(environment["set"]);
  read.loss = static_cast<ConvexLoss>(environment["loss"].choice(kConvexLossWords));
  if (environment["optimum"]) {
    read.optimum = numbers(environment["optimum"], read.set.dimension, read.set.dimension);
  }
  read.noise = environment["noise"].number(kDefaultNoise);
  return read;
}

ConvexSpec read_convex_run(const Field& run, Algorithm algorithm,
                           const ConvexEnvironment& environment) {
  ConvexSpec spec;
  spec.environment = environment;
  ConvexExperiment& experiment = spec.experiment;
  experiment.algorithm = algorithm;
  const Field policy = run["policy"];
  (void)policy.object({"type", "mechanism", "delta", "losses", "lossLow", "lossHigh", "lipschitz",
                       "smoothness", "curvature", "horizon", "steps", "feedback", "distance"});
  const CatalogEntry& entry = kCatalog[static_cast<std::size_t>(algorithm)];
  experiment.epsilon = read_one_epsilon(run, entry);
  const Takes& takes = entry.takes;
  const auto taken = [&](const char* key, bool is_taken) {
    const Field field = policy[key];
    if (field && !is_taken) field.fail("is not a parameter of this algorithm");
    return field;
  };
  read_scalar_mechanism(policy, takes, experiment.mechanism, experiment.delta);
  const Algorithm local = local_convex_algorithm(algorithm);
  const bool is_one_point = local == Algorithm::ldp_one_point;
  const bool has_range = local != Algorithm::ldp_two_point;
  const bool has_slopes = local != Algorithm::ldp_stochastic_convex;
  taken("losses", has_slopes).choose(experiment.losses);
  constexpr double kOfWorld = std::numeric_limits<double>::quiet_NaN();
  experiment.loss_low = taken("lossLow", has_range).number(kOfWorld);
  experiment.loss_high = taken("lossHigh", has_range).number(kOfWorld);
  experiment.lipschitz = taken("lipschitz", has_slopes).number(0);
  experiment.smoothness = taken("smoothness", is_one_point).number(0);
  experiment.curvature = taken("curvature", has_slopes).number(0);
  if (const Field horizon = taken("horizon", takes.horizon)) {
    experiment.horizon = horizon.whole(1, kMaximumHorizon);
  }
  taken("steps", takes.steps).choose(experiment.steps);
  if (environment.loss == ConvexLoss::preference && takes.feedback) {
    experiment.feedback = ConvexFeedback::comparison;
  }
  taken("feedback", takes.feedback).choose(experiment.feedback);
  experiment.distance = taken("distance", takes.feedback).number(experiment.distance);
  return spec;
}

}  // namespace ldp
