// The part of a simulation spec that is about generalized linear worlds
// (bindings/ts/simulation/spec-generalized-linear.ts), read from JSON.
#pragma once

#include "fields.hpp"
#include "simulation/generalized_linear/glm_spec.hpp"

namespace ldp {

/// `environment` is of the type `generalized-linear`. Throws SpecError.
[[nodiscard]] GlmEnvironment read_generalized_linear_environment(const Field& environment);

/// Policy and epsilon of a run in that world, whose algorithm is `algorithm`. Throws SpecError.
[[nodiscard]] GlmSpec read_generalized_linear_run(const Field& run, Algorithm algorithm,
                                                  const GlmEnvironment& environment);

}  // namespace ldp
