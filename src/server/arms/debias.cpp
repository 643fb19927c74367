#include "server/arms/debias.hpp"

#include <algorithm>

#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {

std::vector<double> implemented_thetas(std::span<const double> levels) {
  std::vector<double> thetas;
  thetas.reserve(levels.size());
  for (const double epsilon : levels) {
    thetas.push_back(RandomizedResponse::create(epsilon).value().theta());
  }
  return thetas;
}

std::vector<double> implemented_laplace_epsilons(std::span<const double> levels) {
  std::vector<double> epsilons;
  epsilons.reserve(levels.size());
  for (const double epsilon : levels) {
    epsilons.push_back(LaplaceScale::create(epsilon, kRewardGrid).value().epsilon());
  }
  return epsilons;
}

std::size_t first_level_from(double threshold, std::span<const double> levels) {
  const auto first = std::lower_bound(levels.begin(), levels.end(), threshold);
  return static_cast<std::size_t>(first - levels.begin());
}

}  // namespace ldp
