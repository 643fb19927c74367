#include "read_generalized_linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "simulation/linear/linear_world.hpp"

namespace ldp {
namespace {

constexpr auto kRadii = std::span(kRadiusModeWords).first<2>();
constexpr std::array<std::string_view, 2> kContexts{"fresh", "fixed"};

// Of identity the bound, at least 1; of poisson what a count hardly ever exceeds.
double default_largest(Link link, double bound) {
  if (link == Link::identity) return std::max(1.0, bound);
  return std::ceil(link_mean(Link::poisson, bound) + 6 * link_mean(Link::poisson, bound / 2));
}

void read_link(const Field& policy, bool is_private, const GlmEnvironment& environment,
               LinearExperiment& experiment) {
  experiment.link = environment.link;
  policy["link"].choose(experiment.link);
  experiment.bound = policy["bound"].number(environment.bound);
  const Field largest = policy["largest"];
  if (is_unbounded(experiment.link)) {
    experiment.largest =
        environment.largest > 0 ? largest.number(environment.largest) : largest.number();
  } else if (largest) {
    largest.fail("must be absent: feedback of this link is 0 or 1");
  }
  const Field clip = policy["clip"];
  if (clip && !(is_private && experiment.link == Link::poisson)) {
    clip.fail("must be absent: it belongs to the link poisson, and to private learners");
  }
  experiment.clip = clip.number(kDefaultClip);
}

void read_policy(const Field& policy, const CatalogEntry& entry, const GlmEnvironment& environment,
                 LinearExperiment& experiment) {
  const Takes& takes = entry.takes;
  const auto taken = [&](const char* key, bool is_taken) {
    const Field field = policy[key];
    if (field && !is_taken) field.fail("is not a parameter of this algorithm");
    return field;
  };
  const bool is_private = entry.trust_model == TrustModel::local;
  if (entry.algorithm == Algorithm::uniform) {
    for (const char* key : {"link", "bound", "largest", "clip"}) (void)taken(key, false);
  } else {
    read_link(policy, is_private, environment, experiment);
  }
  experiment.mechanism = mechanism_without_choice(experiment.algorithm);
  taken("mechanism", takes.mechanism).choose(experiment.mechanism);
  const bool has_delta = takes.delta && experiment.mechanism == LinearMechanism::gaussian;
  const Field delta = taken("delta", has_delta);
  if (has_delta) experiment.delta = delta.number(kDefaultDelta);
  experiment.optimism = taken("optimism", takes.optimism).number(kDefaultOptimism);
  taken("radius", takes.radius).choose(experiment.radius, kRadii);
  taken("tuning", takes.tuning).choose(experiment.tuning);
  if (const Field horizon = taken("horizon", takes.horizon)) {
    experiment.horizon = horizon.whole(1, kMaximumHorizon);
  }
}

}  // namespace

GlmEnvironment read_generalized_linear_environment(const Field& environment) {
  (void)environment.object({"type", "link", "dimension", "arms", "contexts", "bound", "largest"});
  GlmEnvironment read;
  read.link = static_cast<Link>(environment["link"].choice(kLinkWords));
  read.dimension = static_cast<std::uint32_t>(environment["dimension"].whole(2, kMaximumDimension));
  read.arms = static_cast<std::uint32_t>(environment["arms"].whole(1, kMaximumLinearArms));
  read.is_fixed = environment["contexts"].choice(kContexts) == 1;
  read.bound = environment["bound"].number();
  const Field largest = environment["largest"];
  if (is_unbounded(read.link)) {
    read.largest = largest ? largest.number() : default_largest(read.link, read.bound);
  } else if (largest) {
    largest.fail("must be absent: feedback of this link is 0 or 1");
  }
  return read;
}

GlmSpec read_generalized_linear_run(const Field& run, Algorithm algorithm,
                                    const GlmEnvironment& environment) {
  GlmSpec spec;
  spec.environment = environment;
  LinearExperiment& experiment = spec.experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = environment.dimension;
  const Field policy = run["policy"];
  (void)policy.object({"type", "arms", "dimension", "link", "bound", "largest", "clip", "mechanism",
                       "delta", "optimism", "radius", "tuning", "horizon"});
  if (policy["arms"]) (void)policy["arms"].whole(environment.arms, environment.arms);
  if (policy["dimension"]) {
    (void)policy["dimension"].whole(environment.dimension, environment.dimension);
  }
  if (run["population"]) {
    run["population"].fail("must be absent: in a generalized linear world all have one epsilon");
  }
  const CatalogEntry& entry = kCatalog[static_cast<std::size_t>(algorithm)];
  const Field epsilon = run["epsilon"];
  if (entry.trust_model == TrustModel::local) {
    experiment.epsilon = epsilon.number();
  } else if (epsilon) {
    epsilon.fail("must be absent: " + std::string(entry.id) + " is not private");
  }
  read_policy(policy, entry, environment, experiment);
  return spec;
}

}  // namespace ldp
