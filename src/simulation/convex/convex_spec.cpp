#include "simulation/convex/convex_spec.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace ldp {
namespace {

// A non-private learner is checked as its private form would be at this level.
constexpr double kAnyEpsilon = 1;

Error spec_error(const Error& error) {
  return invalid_spec(error.parameter, error.reason, error.value);
}

// Half of the inner radius from the middle.
std::vector<double> standard_optimum(const ConvexDomain& domain) {
  const std::size_t dimension = domain.dimension();
  std::vector<double> w(dimension, 0.0);
  if (domain.set().kind == ConvexSetKind::simplex) {
    w[0] = domain.inner() / 2;
  } else {
    w.assign(dimension, domain.inner() / (2 * std::sqrt(static_cast<double>(dimension))));
  }
  std::vector<double> point(domain.set().dimension);
  domain.to_point(w, point);
  return point;
}

// No point of the set is farther from the optimum. Exact for a ball and for a box.
double farthest(const ConvexDomain& domain, const std::vector<double>& optimum) {
  const ConvexSet& set = domain.set();
  double squared = 0;
  if (set.kind == ConvexSetKind::box) {
    for (std::size_t i = 0; i < optimum.size(); ++i) {
      const double away = std::max(optimum[i] - set.low[i], set.high[i] - optimum[i]);
      squared += away * away;
    }
    return std::sqrt(squared);
  }
  if (set.kind == ConvexSetKind::simplex) {
    // A vertex: 1 - 2 c_i + |c|^2.
    double least = 1;
    for (const double share : optimum) {
      squared += share * share;
      least = std::min(least, share);
    }
    return std::sqrt(1 - 2 * least + squared);
  }
  std::vector<double> w(domain.dimension());
  domain.from_point(optimum, w);
  for (const double coordinate : w) squared += coordinate * coordinate;
  return domain.outer() + std::sqrt(squared);
}

Status check_delivery(const Delivery& delivery) {
  if (delivery.delay != 0) {
    return invalid_spec("delay", "must be 0 in a convex world",
                        static_cast<double>(delivery.delay));
  }
  if (delivery.lost != 0) return invalid_spec("lost", "must be 0 in a convex world", delivery.lost);
  if (delivery.serving != Serving::dense) {
    return invalid_spec("serving", "must be dense in a convex world",
                        static_cast<double>(delivery.serving));
  }
  return {};
}

// What is not given follows from the world.
void follow(const ConvexEnvironment& environment, double reach, ConvexExperiment& experiment) {
  const ConvexBounds bounds = bounds_of(environment, reach);
  const Algorithm algorithm = local_convex_algorithm(experiment.algorithm);
  const bool is_two_point = algorithm == Algorithm::ldp_two_point;
  const bool is_one_point = algorithm == Algorithm::ldp_one_point;
  const bool is_comparison = experiment.feedback == ConvexFeedback::comparison;
  if (std::isnan(experiment.loss_low)) experiment.loss_low = is_two_point ? 0 : bounds.low;
  if (std::isnan(experiment.loss_high)) experiment.loss_high = is_two_point ? 1 : bounds.high;
  const bool needs_lipschitz =
      (is_two_point && !is_comparison) || (is_one_point && !is_smooth(experiment.losses));
  if (needs_lipschitz && experiment.lipschitz == 0) experiment.lipschitz = bounds.lipschitz;
  const bool has_losses = is_one_point || is_two_point;
  if (has_losses && is_smooth(experiment.losses) && experiment.smoothness == 0) {
    experiment.smoothness = bounds.smoothness;
  }
  if (has_losses && is_strongly_convex(experiment.losses) && experiment.curvature == 0) {
    experiment.curvature = bounds.curvature;
  }
}

}  // namespace

Algorithm local_convex_algorithm(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::two_point:
      return Algorithm::ldp_two_point;
    case Algorithm::one_point:
      return Algorithm::ldp_one_point;
    case Algorithm::stochastic_convex:
      return Algorithm::ldp_stochastic_convex;
    default:
      return algorithm;
  }
}

Result<ConvexRun> check_convex(const ConvexSpec& spec, const Delivery& delivery,
                               std::uint64_t rounds) {
  const auto algorithm = static_cast<std::size_t>(spec.experiment.algorithm);
  if (algorithm >= kCatalog.size() || kCatalog[algorithm].family != Family::convex) {
    return invalid_spec("algorithm", "does not play convex worlds", static_cast<double>(algorithm));
  }
  if (Status status = check_delivery(delivery); !status.ok()) return status.error();
  ConvexEnvironment environment = spec.environment;
  Result<ConvexDomain> domain = ConvexDomain::create(environment.set);
  if (!domain.ok()) {
    return invalid_spec("environment", domain.error().reason, domain.error().value);
  }
  if (environment.optimum.empty()) environment.optimum = standard_optimum(domain.value());
  if (Status status = check_environment(environment); !status.ok()) return status.error();
  const bool is_comparison = environment.loss == ConvexLoss::preference;
  ConvexExperiment experiment = spec.experiment;
  if (is_comparison != (experiment.feedback == ConvexFeedback::comparison)) {
    return invalid_spec("feedback", "must be comparison in a world of preferences, and only there",
                        static_cast<double>(experiment.feedback));
  }
  experiment.set = environment.set;
  follow(environment, farthest(domain.value(), environment.optimum), experiment);
  // The same rules for both forms of a learner.
  ConvexExperiment checked = experiment;
  checked.algorithm = local_convex_algorithm(experiment.algorithm);
  if (checked.algorithm != experiment.algorithm) {
    if (experiment.epsilon != 0) {
      return invalid_spec("epsilon", "must be absent: there is no privacy", experiment.epsilon);
    }
    checked.epsilon = kAnyEpsilon;
    if (experiment.horizon == 0) experiment.horizon = rounds;
  }
  if (Status status = validate(checked); !status.ok()) return spec_error(status.error());
  return ConvexRun{experiment, std::move(domain).value(), ConvexScene(environment)};
}

}  // namespace ldp
