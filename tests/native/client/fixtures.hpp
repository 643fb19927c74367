// A four-armed experiment, a snapshot of it and a client, as most tests of the client need them.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "client/multi_armed_client.hpp"

namespace ldp::test {

inline const double kInfinity = std::numeric_limits<double>::infinity();
inline const double kNan = std::numeric_limits<double>::quiet_NaN();
inline const ReportId kId{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

inline MultiArmedExperiment experiment(Algorithm algorithm, std::vector<double> levels = {1}) {
  MultiArmedExperiment e;
  e.algorithm = algorithm;
  e.arms = 4;
  const bool published =
      algorithm == Algorithm::he_ldp_ucb_bernoulli || algorithm == Algorithm::he_ldp_ucb_laplace;
  if (published) e.epsilon_min = levels.front();
  if (algorithm == Algorithm::ldp_gaussian_ucb) e.delta = 1e-6;
  e.levels = std::move(levels);
  return e;
}

inline MultiArmedSnapshot snapshot() {
  MultiArmedSnapshot s;
  s.id = 12;
  s.reports = 99;
  s.scale = 2;
  s.mean = {0.5, 0.6, 0.4, 0.6};
  s.width = {0.1, 0.2, 0.1, 0.2};  // indices 0.7, 1, 0.6, 1
  return s;
}

inline MultiArmedClient client(Algorithm algorithm = Algorithm::weighted_ldp_ucb,
                               std::vector<double> levels = {1}, double pinned = 32) {
  return MultiArmedClient::create(experiment(algorithm, std::move(levels)), RewardTransform::unit(),
                                  0, pinned, 1e-6)
      .value();
}

}  // namespace ldp::test
