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

inline ReceivedReport report(std::uint32_t arm, std::uint32_t level, std::int32_t value) {
  return {{}, 0, arm, level, value};
}

}  // namespace ldp::test
