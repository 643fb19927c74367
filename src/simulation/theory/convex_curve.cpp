#include "simulation/theory/convex_curve.hpp"

#include <algorithm>
#include <cmath>

#include "server/convex/convex_domain.hpp"
#include "server/convex/step_rules.hpp"

namespace ldp {
namespace {

Status check_rounds(std::span<const double> rounds) {
  for (const double t : rounds) {
    if (!(t >= 1 && std::isfinite(t))) return invalid("rounds", "must be finite, 1 or more", t);
  }
  return {};
}

double two_point_bound(const ConvexProblem& given, double t) {
  const double d = given.dimension;
  const double g = given.lipschitz;
  const double s = given.scale();
  const double log = std::log(t);
  const double looking = g * log * (3 + given.outer / given.inner);
  if (is_strongly_convex(given.losses)) {
    return d * d * g * g * s * s * (1 + log) / (2 * given.curvature) + looking;
  }
  return given.outer * d * g * s * std::sqrt(t) + looking;
}

double one_point_bound(const ConvexProblem& given, double t) {
  const double d = given.dimension;
  const double s = given.scale() * given.half_range;
  const double nu = given.barrier_parameter;
  const double a = given.lipschitz * (3 + given.outer / given.inner);
  const double log = std::log(t);
  const double thirds = std::cbrt(t) * std::cbrt(t);
  switch (given.losses) {
    case ConvexLosses::convex:
      return 2 * std::sqrt(given.outer * d * s * a) * std::pow(t, 0.75);
    case ConvexLosses::strongly_convex:
      return 1.5 * std::cbrt(d * d * s * s * (1 + log) / given.curvature) * std::pow(a, 2.0 / 3) *
             thirds;
    case ConvexLosses::smooth: {
      const double diameter = 2 * given.outer;
      return 1.5 * std::pow(2 * d * s, 2.0 / 3) * std::cbrt(2 * nu * log) *
                 std::cbrt(given.smoothness * diameter * diameter / 2) * thirds +
             given.lipschitz * diameter;
    }
    case ConvexLosses::strongly_convex_smooth:
      break;
  }
  return 4 * d * s * std::sqrt((nu + 2 * given.smoothness / given.curvature) * t * log);
}

}  // namespace

Result<std::vector<double>> convex_curve(const ConvexExperiment& experiment, bool is_private,
                                         std::span<const double> rounds) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  if (Status status = check_rounds(rounds); !status.ok()) return status.error();
  const bool is_two_point = experiment.algorithm == Algorithm::ldp_two_point;
  if (is_two_point && experiment.feedback == ConvexFeedback::comparison) {
    return invalid("feedback", "there is no bound for comparisons", 1);
  }
  if (experiment.losses == ConvexLosses::smooth && experiment.lipschitz == 0) {
    return invalid("lipschitz", "must be given: the bound has it", 0);
  }
  const Result<ConvexDomain> domain = ConvexDomain::create(experiment.set);
  if (!domain.ok()) return domain.error();
  ScalarNoise noise = ScalarNoise::none();
  if (is_private) {
    const auto given = ScalarNoise::of(experiment.mechanism, experiment.epsilon, experiment.delta);
    if (!given.ok()) return given.error();
    noise = given.value();
  }
  const ConvexProblem problem = ConvexProblem::of(experiment, domain.value(), noise);
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const double t : rounds) {
    if (is_two_point) {
      values.push_back(two_point_bound(problem, t));
    } else if (experiment.algorithm == Algorithm::ldp_one_point) {
      values.push_back(one_point_bound(problem, t));
    } else {
      const double log = std::log(t);
      values.push_back(108 * problem.scale() * problem.half_range * std::sqrt(t * log) * log);
    }
  }
  return values;
}

Result<std::vector<double>> adversarial_curve(AdversarialCurve curve, std::uint32_t arms,
                                              const ScalarNoise& noise,
                                              std::span<const double> rounds) {
  if (arms < 2 || arms > kMaximumArms) return invalid("arms", "must be in 2..4096", arms);
  if (Status status = check_rounds(rounds); !status.ok()) return status.error();
  const double k = arms;
  const double s = std::sqrt(noise.second_moment());
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const double t : rounds) {
    values.push_back(curve == AdversarialCurve::tsallis_inf
                         ? s * (2 * std::sqrt(k * t) + 10 * k * std::log(t) + 16)
                         : 2 * s * std::sqrt(t * k * std::log(k)));
  }
  return values;
}

}  // namespace ldp
