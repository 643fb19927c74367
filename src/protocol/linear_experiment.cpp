#include "protocol/linear_experiment.hpp"

#include <cstddef>

#include "protocol/catalog_rules.hpp"

namespace ldp {

bool has_link(const LinearExperiment& experiment) {
  return kCatalogRules[static_cast<std::size_t>(experiment.algorithm)].family ==
         Family::generalized_linear;
}

bool has_coin(const LinearExperiment& experiment) { return experiment.parts == ReportParts::coin; }

bool sends_pair(const LinearExperiment& experiment) {
  return experiment.parts == ReportParts::pair ||
         experiment.algorithm == Algorithm::online_ldp_linucb ||
         experiment.algorithm == Algorithm::private_bandits_combiner;
}

LinkModel link_model(const LinearExperiment& experiment) {
  return {experiment.link, experiment.bound, experiment.largest, experiment.clip};
}

std::vector<LinearPart> parts(const LinearExperiment& experiment) {
  const std::uint32_t d = experiment.dimension;
  const auto part = [&](std::string_view name, std::uint32_t vector) {
    const LinearMechanism mechanism = experiment.mechanism;
    return LinearPart{name, mechanism == LinearMechanism::codebook ? 1 : vector,
                      mechanism == LinearMechanism::gaussian ? 3u : 2u, vector};
  };
  if (sends_pair(experiment)) return {part("pair", d + 1)};
  switch (experiment.algorithm) {
    case Algorithm::ldp_linucb:
      return {part("gram", triangle(d) + d)};
    case Algorithm::ldp_linear_moments:
      return {part("moment", d), part("design", triangle(d))};
    case Algorithm::ldp_glm_newton:
    case Algorithm::ldp_glm_gloc:
      if (has_coin(experiment)) return {part("score", d), part("curvature", triangle(d))};
      return {part("score", triangle(d) + d)};
    case Algorithm::ldp_glm_sgd:
      return {part("gradient", d)};
    default:  // ldp-glm-published
      return {part("published", triangle(d) + 2 * d)};
  }
}

}  // namespace ldp
