// How a server reads the payload of a scalar report: as an observation, a bit or a noisy reward,
// whose mean gives the mean reward.
#pragma once

#include <cmath>

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"
#include "protocol/scalar_mechanism.hpp"

namespace ldp {

struct ScalarObservation {
  double unit;   // an observation is the payload times this
  double theta;  // its mean is 1/2 + (mean reward - 1/2) theta; 1 for noisy rewards

  /// That of what the devices really draw. The mechanism must be valid for epsilon and delta.
  static ScalarObservation of(ScalarMechanism mechanism, double epsilon, double delta) {
    switch (mechanism) {
      case ScalarMechanism::laplace:
        return {1.0 / kRewardGrid, 1};
      case ScalarMechanism::gaussian:
        return {std::ldexp(1.0, -GaussianScale::create(epsilon, delta).value().grid_bits()), 1};
      case ScalarMechanism::bit:
        break;
    }
    return {1, RandomizedResponse::create(epsilon).value().theta()};
  }

  /// The mean reward that this mean observation stands for; not clipped.
  [[nodiscard]] double reward(double observation) const {
    return 0.5 + (observation - 0.5) / theta;
  }
};

}  // namespace ldp
