#include "server/multi_armed/rules/weighted_ldp_ucb_laplace.hpp"

#include "server/arms/debias.hpp"

namespace ldp {

WeightedLdpUcbLaplace::WeightedLdpUcbLaplace(const MultiArmedExperiment& experiment)
    : WeightedLdpUcbLaplace(implemented_laplace_epsilons(experiment.levels)) {}

WeightedLdpUcbLaplace::WeightedLdpUcbLaplace(const std::vector<double>& epsilons) {
  levels_.reserve(epsilons.size());
  for (const double epsilon : epsilons) {
    const double square = epsilon * epsilon;
    levels_.push_back({8 * square / (square + 8), 8 * epsilon / (square + 8)});
  }
}

}  // namespace ldp
