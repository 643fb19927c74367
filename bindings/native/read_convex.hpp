// The part of a simulation spec that is about convex worlds (bindings/ts/simulation/
// spec-convex-world.ts and spec-convex.ts), read from JSON.
#pragma once

#include "fields.hpp"
#include "simulation/convex/convex_spec.hpp"

namespace ldp {

/// `environment` is of the type `convex`. Throws SpecError.
[[nodiscard]] ConvexEnvironment read_convex_environment(const Field& environment);

/// Policy and epsilon of a run in that world, whose algorithm is `algorithm`. Throws SpecError.
[[nodiscard]] ConvexSpec read_convex_run(const Field& run, Algorithm algorithm,
                                         const ConvexEnvironment& environment);

}  // namespace ldp
