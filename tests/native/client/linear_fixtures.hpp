// Linear experiments, a snapshot that prefers the first feature, and clients of them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "client/linear_client.hpp"

namespace ldp::test {

inline constexpr std::uint32_t kDimension = 3;
inline constexpr double kPinnedDelta = 1e-5;

inline LinearExperiment linear_experiment(Algorithm algorithm = Algorithm::ldp_linucb,
                                          LinearMechanism mechanism = LinearMechanism::ball) {
  LinearExperiment e;
  e.algorithm = algorithm;
  e.dimension = kDimension;
  e.epsilon = 1;
  e.mechanism =
      algorithm == Algorithm::ldp_linucb ? mechanism : mechanism_without_choice(algorithm);
  if (e.mechanism == LinearMechanism::gaussian) e.delta = kPinnedDelta;
  return e;
}

// Every algorithm that runs in a page, in every mechanism.
inline std::vector<LinearExperiment> all_linear_experiments() {
  return {linear_experiment(Algorithm::ldp_linear_moments), linear_experiment(),
          linear_experiment(Algorithm::ldp_linucb, LinearMechanism::gaussian),
          linear_experiment(Algorithm::online_ldp_linucb),
          linear_experiment(Algorithm::private_bandits_combiner)};
}

inline LinearClient linear_client(LinearExperiment experiment, double neutral = 0) {
  return LinearClient::create(experiment, RewardTransform::unit(), neutral, 1, NormPolicy::clip,
                              experiment.epsilon, kPinnedDelta)
      .value();
}

// theta = e_1 and no width: arms are ranked by their first feature.
inline LinearSnapshot linear_snapshot() {
  LinearSnapshot s;
  s.id = 12;
  s.reports = 99;
  s.theta = {1, 0, 0};
  return s;
}

// Three arms; the second has the largest first feature.
inline const std::vector<double> kRows{0.1, 0.5, 0.2, 0.75, 0.25, 0.5, 0.3, 0.2, 0.1};

}  // namespace ldp::test
