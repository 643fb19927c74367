// Experiments and reports that the tests of protocol/ and server/ share.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_experiment.hpp"

namespace ldp::test {

inline MultiArmedExperiment weighted(std::uint32_t arms, std::vector<double> levels,
                                     Bound bound = Bound::l4) {
  return {Algorithm::weighted_ldp_ucb, arms, std::move(levels), 0, bound};
}

inline MultiArmedExperiment bernoulli(std::uint32_t arms, std::vector<double> levels,
                                      double epsilon_min) {
  return {Algorithm::he_ldp_ucb_bernoulli, arms, std::move(levels), epsilon_min, Bound::l4};
}

inline MultiArmedExperiment laplace(std::uint32_t arms, std::vector<double> levels,
                                    double epsilon_min) {
  return {Algorithm::he_ldp_ucb_laplace, arms, std::move(levels), epsilon_min, Bound::l4};
}

inline MultiArmedExperiment weighted_laplace(std::uint32_t arms, std::vector<double> levels,
                                             Bound bound = Bound::la) {
  return {Algorithm::weighted_ldp_ucb_laplace, arms, std::move(levels), 0, bound};
}

inline MultiArmedExperiment kl(std::uint32_t arms, std::vector<double> levels) {
  return {Algorithm::ldp_kl_ucb, arms, std::move(levels), 0, Bound::lk};
}

inline MultiArmedExperiment thompson(std::uint32_t arms, std::vector<double> levels,
                                     Posterior posterior = Posterior::normal) {
  return {Algorithm::ldp_thompson, arms, std::move(levels), 0, Bound::la, 0, 0, posterior};
}

inline MultiArmedExperiment gaussian(std::uint32_t arms, std::vector<double> levels,
                                     double delta = 1e-6) {
  return {Algorithm::ldp_gaussian_ucb, arms, std::move(levels), 0, Bound::la, 0, delta};
}

// One for each rule of the catalog that knows these levels: the multi-armed algorithms whose
// learner sees reports only.
inline std::vector<MultiArmedExperiment> of_every_rule(std::uint32_t arms,
                                                       const std::vector<double>& levels) {
  std::vector<MultiArmedExperiment> all;
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family != Family::multi_armed || entry.trust_model != TrustModel::local) continue;
    if (levels.size() > 1 && has_trait(entry.algorithm, Trait::one_level)) continue;
    all.push_back({entry.algorithm, arms, levels, entry.takes.epsilon_min ? levels.front() : 0,
                   bound_without_choice(entry.algorithm)});
    if (entry.takes.delta) all.back().delta = 1e-6;
  }
  return all;
}

inline MultiArmedExperiment level_aware(MultiArmedExperiment experiment, double from) {
  experiment.level_aware_from = from;
  return experiment;
}

inline ReceivedReport report(std::uint32_t arm, std::uint32_t level, std::int32_t value) {
  return {{}, 0, arm, level, value};
}

}  // namespace ldp::test
