// A run in a combinatorial world as data, and what is checked of it.
#pragma once

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "simulation/combinatorial/central_noise.hpp"
#include "simulation/combinatorial/combinatorial_world.hpp"
#include "simulation/delivery.hpp"

namespace ldp {

struct CombinatorialSpec {
  CombinatorialEnvironment environment;
  /// Algorithm and parameters: any of the combinatorial family, or `uniform`. The decision set is
  /// that of the environment, which check_combinatorial puts here, and so are the arms of reports.
  /// One level, epsilon; none without privacy.
  CombinatorialExperiment experiment;
  CentralNoise noise = CentralNoise::batches;  // cucb-dp only
  CombinatorialRegret regret = CombinatorialRegret::pseudo;
};

/// The spec with decision set and arms of the environment in its experiment. Errors: spec_invalid,
/// naming `environment`, a parameter of the experiment, or `epoch`, `delay`, `lost` or `serving`
/// where they have no meaning.
[[nodiscard]] Result<CombinatorialSpec> check_combinatorial(const CombinatorialSpec& spec,
                                                            const Delivery& delivery);

}  // namespace ldp
