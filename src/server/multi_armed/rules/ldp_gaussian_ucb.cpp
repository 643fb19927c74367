#include "server/multi_armed/rules/ldp_gaussian_ucb.hpp"

#include <cmath>

#include "privacy/gaussian_scale.hpp"

namespace ldp {
namespace {

std::vector<LdpGaussianUcb::Level> implemented_levels(const MultiArmedExperiment& experiment) {
  std::vector<LdpGaussianUcb::Level> levels;
  levels.reserve(experiment.levels.size());
  for (const double epsilon : experiment.levels) {
    const GaussianScale scale = GaussianScale::create(epsilon, experiment.delta).value();
    levels.push_back({std::ldexp(1.0, -scale.grid_bits()), scale.sigma()});
  }
  return levels;
}

}  // namespace

LdpGaussianUcb::LdpGaussianUcb(const MultiArmedExperiment& experiment)
    : LdpGaussianUcb(implemented_levels(experiment)) {}

LdpGaussianUcb::LdpGaussianUcb(const std::vector<Level>& levels) {
  levels_.reserve(levels.size());
  for (const Level& level : levels) {
    const double weight = 1 / (0.25 + level.deviation * level.deviation);
    levels_.push_back({weight, weight * level.unit});
  }
}

}  // namespace ldp
