// Experiments and reports that the tests of protocol/ and server/ share.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/experiment.hpp"
#include "protocol/report.hpp"

namespace ldp::test {

inline Experiment weighted(std::uint32_t arms, std::vector<double> levels,
                           Bound bound = Bound::l4) {
  return {Algorithm::weighted_ldp_ucb, arms, std::move(levels), 0, bound};
}

inline Experiment bernoulli(std::uint32_t arms, std::vector<double> levels, double epsilon_min) {
  return {Algorithm::he_ldp_ucb_bernoulli, arms, std::move(levels), epsilon_min, Bound::l4};
}

inline Experiment laplace(std::uint32_t arms, std::vector<double> levels, double epsilon_min) {
  return {Algorithm::he_ldp_ucb_laplace, arms, std::move(levels), epsilon_min, Bound::l4};
}

inline Experiment weighted_laplace(std::uint32_t arms, std::vector<double> levels,
                                   Bound bound = Bound::la) {
  return {Algorithm::weighted_ldp_ucb_laplace, arms, std::move(levels), 0, bound};
}

inline Experiment kl(std::uint32_t arms, std::vector<double> levels) {
  return {Algorithm::ldp_kl_ucb, arms, std::move(levels), 0, Bound::lk};
}

inline Experiment thompson(std::uint32_t arms, std::vector<double> levels,
                           Posterior posterior = Posterior::normal) {
  return {Algorithm::ldp_thompson, arms, std::move(levels), 0, Bound::la, 0, 0, posterior};
}

inline Experiment gaussian(std::uint32_t arms, std::vector<double> levels, double delta = 1e-6) {
  return {Algorithm::ldp_gaussian_ucb, arms, std::move(levels), 0, Bound::la, 0, delta};
}

inline Experiment level_aware(Experiment experiment, double from) {
  experiment.level_aware_from = from;
  return experiment;
}

inline ReceivedReport report(std::uint32_t arm, std::uint32_t level, std::int32_t value) {
  return {{}, 0, arm, level, value};
}

}  // namespace ldp::test
