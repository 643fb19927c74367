#include "server/multi_armed/debias.hpp"

#include <algorithm>

#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {

std::vector<double> implemented_thetas(const Experiment& experiment) {
  std::vector<double> thetas;
  thetas.reserve(experiment.levels.size());
  for (const double epsilon : experiment.levels) {
    thetas.push_back(RandomizedResponse::create(epsilon).value().theta());
  }
  return thetas;
}

std::vector<double> implemented_laplace_epsilons(const Experiment& experiment) {
  std::vector<double> epsilons;
  epsilons.reserve(experiment.levels.size());
  for (const double epsilon : experiment.levels) {
    epsilons.push_back(LaplaceScale::create(epsilon, kRewardGrid).value().epsilon());
  }
  return epsilons;
}

std::size_t first_counted_level(const Experiment& experiment) {
  const auto& levels = experiment.levels;
  const auto first = std::lower_bound(levels.begin(), levels.end(), experiment.epsilon_min);
  return static_cast<std::size_t>(first - levels.begin());
}

}  // namespace ldp
