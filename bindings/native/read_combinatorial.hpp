// The part of a simulation spec that is about combinatorial worlds (bindings/ts/simulation/
// spec-decision-set.ts and spec-combinatorial.ts), read from JSON.
#pragma once

#include "fields.hpp"
#include "simulation/combinatorial/combinatorial_spec.hpp"

namespace ldp {

/// `environment` is of the type `combinatorial`. Throws SpecError.
[[nodiscard]] CombinatorialEnvironment read_combinatorial_environment(const Field& environment);

/// Policy and epsilon of a run in that world, whose algorithm is `algorithm`. Throws SpecError.
[[nodiscard]] CombinatorialSpec read_combinatorial_run(const Field& run, Algorithm algorithm,
                                                       const CombinatorialEnvironment& environment);

}  // namespace ldp
