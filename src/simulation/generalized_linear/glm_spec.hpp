// A run in a generalized linear world as data, what is checked of it, and its replicates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "simulation/delivery.hpp"
#include "simulation/generalized_linear/glm_world.hpp"
#include "simulation/round_loop.hpp"

namespace ldp {

struct SimulationSpec;

struct GlmSpec {
  GlmEnvironment environment;
  /// Algorithm and parameters: any of the family, or `uniform`. The dimension is that of the
  /// environment; the link and its bounds are what the learner believes of it.
  LinearExperiment experiment;
};

/// Errors: spec_invalid, naming `environment`, a parameter of the experiment, or `delay`, `lost` or
/// `serving`, of which these worlds have none.
[[nodiscard]] Status check_glm(const GlmSpec& spec, const Delivery& delivery);

/// Replicates first, first + 1, ..., first + count - 1 of a specification with a generalized linear
/// world that was checked. Errors: spec_invalid, naming a parameter of the algorithm.
Result<std::vector<std::unique_ptr<Replicate>>> make_glm_replicates(const SimulationSpec& spec,
                                                                    std::uint32_t first,
                                                                    std::uint32_t count);

}  // namespace ldp
