// A run in a linear world as data, what is checked of it, and its replicates.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "simulation/delivery.hpp"
#include "simulation/linear/linear_player.hpp"
#include "simulation/linear/linear_world.hpp"

namespace ldp {

struct LinearSpec {
  LinearEnvironment environment;
  /// Algorithm and parameters: any of the linear family, or `uniform`. The dimension is that of the
  /// environment; epsilon and delta are those of whatever noise the algorithm has.
  LinearExperiment experiment;
  JointNoise joint_noise = JointNoise::gaussian;     // jdp-linucb only
  ShuffleNoise shuffle_noise = ShuffleNoise::ideal;  // shuffle-linucb only
  std::uint32_t batch = kDefaultBatch;               // shuffle-linucb only
};

/// Errors: spec_invalid, naming `environment`, a parameter of the experiment, or `delay`, `lost` or
/// `serving`, of which linear worlds have none.
[[nodiscard]] Status check_linear(const LinearSpec& spec, const Delivery& delivery);

}  // namespace ldp
