// The part of a simulation spec that is about linear worlds
// (bindings/ts/simulation/spec-linear.ts), read from JSON.
#pragma once

#include "fields.hpp"
#include "simulation/linear/linear_spec.hpp"

namespace ldp {

/// `environment` is of the type `linear`. Throws SpecError.
[[nodiscard]] LinearEnvironment read_linear_environment(const Field& environment);

/// Policy and epsilon of a run in that world, whose algorithm is `algorithm`. Throws SpecError.
[[nodiscard]] LinearSpec read_linear_run(const Field& run, Algorithm algorithm,
                                         const LinearEnvironment& environment);

}  // namespace ldp
