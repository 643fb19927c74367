#include "protocol/convex_experiment.hpp"

#include <cmath>
#include <cstddef>

#include "protocol/catalog_rules.hpp"

namespace ldp {
namespace {

template <class Enum>
double number(Enum value) {
  return static_cast<double>(static_cast<unsigned>(value));
}

bool is_slope(double value) {  // false for NaN
  return value >= kMinimumSlope && value <= kMaximumSlope;
}

bool compares(const ConvexExperiment& experiment) {
  return experiment.feedback == ConvexFeedback::comparison;
}

Status validate_set(const ConvexExperiment& experiment, const Takes&) {
  if (Status status = validate(experiment.set); !status.ok()) return status;
  if (experiment.algorithm != Algorithm::ldp_stochastic_convex) return {};
  if (experiment.set.dimension == 1) return {};
  return invalid("set", "this algorithm is for one dimension: a box, ball or polytope of it",
                 experiment.set.dimension);
}

Status validate_mechanism(const ConvexExperiment& experiment, const Takes&) {
  return validate_scalar(experiment.mechanism, experiment.epsilon, experiment.delta);
}

Status validate_losses(const ConvexExperiment& experiment, const Takes&) {
  const ConvexLosses losses = experiment.losses;
  switch (experiment.algorithm) {
    case Algorithm::ldp_one_point:
      if (losses <= ConvexLosses::strongly_convex_smooth) return {};
      return invalid("losses", "there are no such losses", number(losses));
    case Algorithm::ldp_two_point:
      if (losses == ConvexLosses::convex) return {};
      if (losses != ConvexLosses::strongly_convex) {
        return invalid("losses", "must be convex or strongly-convex", number(losses));
      }
      if (!compares(experiment)) return {};
      return invalid("losses", "a comparison has no scale to curve on: must be convex",
                     number(losses));
    default:
      if (losses == ConvexLosses::convex) return {};
      return invalid("losses", "this algorithm needs convex losses and has no other choice",
                     number(losses));
  }
}

Status validate_range(const ConvexExperiment& experiment, const Takes&) {
  const double low = experiment.loss_low;
  const double high = experiment.loss_high;
  if (experiment.algorithm == Algorithm::ldp_two_point) {
    if (low == 0 && high == 1) return {};
    return invalid("lossLow", "two points have no range of losses but a Lipschitz constant", low);
  }
  if (!std::isfinite(low)) return invalid("lossLow", "must be a finite number", low);
  if (!std::isfinite(high)) return invalid("lossHigh", "must be a finite number", high);
  if (!(low < high)) return invalid("lossHigh", "must be above lossLow", high);
  if (std::isfinite(high - low)) return {};
  return invalid("lossHigh", "is too far from lossLow", high);
}

Status validate_lipschitz(const ConvexExperiment& experiment, const Takes&) {
  const double lipschitz = experiment.lipschitz;
  const bool is_unused =
      experiment.algorithm == Algorithm::ldp_stochastic_convex || compares(experiment);
  if (is_unused) {
    if (lipschitz == 0) return {};
    return invalid("lipschitz", "neither a comparison nor this algorithm has one", lipschitz);
  }
  // The steps of learners with a barrier do without; the bound of one has it.
  if (has_shape(experiment) && lipschitz == 0) return {};
  if (is_slope(lipschitz)) return {};
  return invalid("lipschitz", "must be given, in [1e-9, 1e9]", lipschitz);
}

Status validate_smoothness(const ConvexExperiment& experiment, const Takes&) {
  const double smoothness = experiment.smoothness;
  if (!is_smooth(experiment.losses)) {
    if (smoothness == 0) return {};
    return invalid("smoothness", "belongs to smooth losses", smoothness);
  }
  if (!is_slope(smoothness)) {
    return invalid("smoothness", "must be given, in [1e-9, 1e9]", smoothness);
  }
  if (smoothness >= experiment.curvature) return {};
  return invalid("smoothness", "cannot be below the curvature", smoothness);
}

Status validate_curvature(const ConvexExperiment& experiment, const Takes&) {
  const double curvature = experiment.curvature;
  if (!is_strongly_convex(experiment.losses)) {
    if (curvature == 0) return {};
    return invalid("curvature", "belongs to strongly convex losses", curvature);
  }
  if (is_slope(curvature)) return {};
  return invalid("curvature", "must be given, in [1e-9, 1e9]", curvature);
}

Status validate_horizon(const ConvexExperiment& experiment, const Takes&) {
  if (experiment.horizon <= kMaximumHorizon) return {};
  return invalid("horizon", "must be absent or in 1..1000000000000",
                 static_cast<double>(experiment.horizon));
}

Status validate_steps(const ConvexExperiment& experiment, const Takes& takes) {
  const ConvexSteps steps = experiment.steps;
  if (steps == ConvexSteps::theory) return {};
  if (!takes.steps) return invalid("steps", "this algorithm has no choice of them", number(steps));
  if (steps == ConvexSteps::practical) return {};
  return invalid("steps", "must be theory or practical", number(steps));
}

Status validate_feedback(const ConvexExperiment& experiment, const Takes& takes) {
  const ConvexFeedback feedback = experiment.feedback;
  if (feedback == ConvexFeedback::losses) {
    if (experiment.distance == kDefaultDistance) return {};
    return invalid("distance", "belongs to comparisons", experiment.distance);
  }
  if (!takes.feedback) {
    return invalid("feedback", "this algorithm has no choice of it", number(feedback));
  }
  if (feedback != ConvexFeedback::comparison) {
    return invalid("feedback", "must be losses or comparison", number(feedback));
  }
  if (experiment.distance >= kMinimumDistance && experiment.distance <= kMaximumDistance) return {};
  return invalid("distance", "must be in [2^-10, 1/2]", experiment.distance);
}

}  // namespace

Status validate(const ConvexExperiment& experiment) {
  const auto algorithm = static_cast<std::size_t>(experiment.algorithm);
  if (algorithm >= kCatalogRules.size() || kCatalogRules[algorithm].family != Family::convex) {
    return invalid("algorithm", "no such convex algorithm", static_cast<double>(algorithm));
  }
  if (kCatalogRules[algorithm].trust_model != TrustModel::local) {
    return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                   static_cast<double>(algorithm));
  }
  const Takes& takes = kCatalogRules[algorithm].takes;
  for (const auto check : {validate_set, validate_mechanism, validate_feedback, validate_losses,
                           validate_range, validate_lipschitz, validate_curvature,
                           validate_smoothness, validate_horizon, validate_steps}) {
    if (Status status = check(experiment, takes); !status.ok()) return status;
  }
  return {};
}

}  // namespace ldp
