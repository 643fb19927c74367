#include "server/convex/step_rules.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

// T of the rules is at least this: ln T is positive and ln T/T decreasing from here on.
constexpr double kSmallestHorizon = 3;
// Of two points: below it their difference would lose its digits.
constexpr double kSmallestRadius = 1e-6;

struct Scales {
  double radius = 1;
  double step = 1;
};

// The preset `practical` (docs/spec/convex-and-reductions.md, section 6).
Scales practical_scales(const ConvexProblem& problem) {
  if (!problem.is_practical || problem.is_two_point) return {};
  if (problem.losses == ConvexLosses::convex) return {1.4, 0.5};
  if (problem.losses == ConvexLosses::smooth) return {0.7, 0.5};
  return {};
}

void cap_radius(const ConvexProblem& problem, StepRules& rules) {
  const double largest = problem.inner / 2;
  // A comparison's radius is what the page asked for, not what a bound wants.
  rules.is_capped = problem.radius == 0 && rules.radius > largest;
  rules.radius = std::min(rules.radius, largest);
  rules.shrink = rules.radius / problem.inner;
}

StepRules two_point_rules(const ConvexProblem& problem, double t) {
  StepRules rules;
  rules.radius = problem.radius;
  if (problem.radius == 0) rules.radius = std::max(natural_log(t) / t, kSmallestRadius);
  cap_radius(problem, rules);
  const double root = problem.dimension * problem.lipschitz * problem.scale();
  rules.first = root * root;
  rules.mean = problem.lipschitz;
  if (!is_strongly_convex(problem.losses)) rules.step = problem.outer / (root * std::sqrt(t));
  return rules;
}

StepRules descent_rules(const ConvexProblem& problem, double t) {
  const Scales scales = practical_scales(problem);
  const double d = problem.dimension;
  const double s = problem.scale() * problem.half_range;
  const double a = problem.lipschitz * (3 + problem.outer / problem.inner);
  StepRules rules;
  if (is_strongly_convex(problem.losses)) {
    rules.radius = cube_root(d * d * s * s * (1 + natural_log(t)) / (problem.curvature * a * t));
  } else {
    rules.radius = scales.radius * std::sqrt(problem.outer * d * s / a) / fourth_root(t);
  }
  cap_radius(problem, rules);
  const double root = d * s / rules.radius;
  rules.first = root * root;
  rules.mean = problem.lipschitz;
  if (!is_strongly_convex(problem.losses)) {
    rules.step = scales.step * problem.outer / (root * std::sqrt(t));
  }
  return rules;
}

StepRules barrier_rules(const ConvexProblem& problem, double t) {
  const Scales scales = practical_scales(problem);
  const double d = problem.dimension;
  const double b = problem.half_range;
  const double s = problem.scale() * b;
  const double log = natural_log(t);
  StepRules rules;
  double theory = 0;
  if (is_strongly_convex(problem.losses)) {
    const double nu = problem.barrier_parameter + 2 * problem.smoothness / problem.curvature;
    theory = std::sqrt(nu * log / (2 * t)) / (d * s);
  } else {
    const double diameter = 2 * problem.outer;
    const double nu = problem.barrier_parameter;
    const double size = cube_root(4 * d * s / (problem.smoothness * diameter * diameter)) *
                        std::sqrt(cube_root(2 * nu * log / t));
    rules.is_capped = size > 1;
    rules.shape = std::min(1.0, scales.radius * size);
    theory = rules.shape * std::sqrt(nu * log / (2 * t)) / (d * s);
  }
  const double root = d * s / rules.shape;
  rules.first = root * root;
  const double sphere = b * std::sqrt(d) / rules.shape;
  rules.mean = rules.shape < 1 ? std::min(sphere, 2 * b / (1 - rules.shape)) : sphere;
  rules.clip = problem.noise.largest(t);
  rules.clip_growth = rules.mean * rules.shape / (d * b);
  rules.cap = rules.shape / (4 * d * b);
  rules.step = scales.step * theory;
  rules.is_capped = rules.is_capped || rules.step * rules.clip > rules.cap;
  return rules;
}

}  // namespace

double cube_root(double x) {
  if (!(x > 0)) return 0;
  const double y = natural_exp(natural_log(x) / 3);
  return y - (y * y * y - x) / (3 * y * y);
}

double fourth_root(double x) { return std::sqrt(std::sqrt(x)); }

ConvexProblem ConvexProblem::of(const ConvexExperiment& experiment, const ConvexDomain& domain,
                                const ScalarNoise& noise) {
  ConvexProblem problem;
  problem.dimension = domain.dimension();
  problem.inner = domain.inner();
  problem.outer = domain.outer();
  problem.barrier_parameter = domain.barrier_parameter();
  problem.is_two_point = experiment.algorithm == Algorithm::ldp_two_point ||
                         experiment.algorithm == Algorithm::two_point;
  problem.losses = experiment.losses;
  problem.half_range = (experiment.loss_high - experiment.loss_low) / 2;
  problem.lipschitz = experiment.lipschitz;
  problem.smoothness = experiment.smoothness;
  problem.curvature = experiment.curvature;
  problem.is_practical = experiment.steps == ConvexSteps::practical;
  problem.noise = noise;
  if (problem.is_two_point && experiment.feedback == ConvexFeedback::comparison) {
    problem.radius = experiment.distance * domain.inner();
    problem.lipschitz = 1 / (2 * problem.radius);
  }
  return problem;
}

double ConvexProblem::scale() const {
  if (!is_two_point) return std::sqrt(noise.second_moment());
  return std::sqrt(noise.second_moment(std::min(1.0, 3 / dimension)));
}

double StepRules::step_of(double n) const {
  const double size = step * std::sqrt(first / (first + (n - 1) * mean * mean));
  return cap > 0 ? std::min(size, cap / clip_of(n)) : size;
}

double StepRules::clip_of(double n) const { return clip * std::sqrt(n) + (n - 1) * clip_growth; }

StepRules step_rules(const ConvexProblem& problem, double horizon) {
  const double t = std::max(horizon, kSmallestHorizon);
  StepRules rules = problem.is_two_point  ? two_point_rules(problem, t)
                    : problem.has_shape() ? barrier_rules(problem, t)
                                          : descent_rules(problem, t);
  rules.horizon = t;
  return rules;
}

double stage_horizon(std::uint64_t horizon, std::uint64_t reports) {
  if (horizon > 0) return static_cast<double>(horizon);
  std::uint64_t stage = kFirstStage;
  for (std::uint64_t begun = 0; reports - begun >= stage; stage *= 2) begun += stage;
  return static_cast<double>(stage);
}

}  // namespace ldp
