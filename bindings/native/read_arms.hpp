// The part of a simulation spec that is about runs of multi-armed worlds which look for the best
// arm or reduce to another learner (bindings/ts/simulation/spec-best-arm.ts), read from JSON; and
// what these have in common with runs of convex worlds (spec-one-level.ts).
#pragma once

#include "fields.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

/// Whether this algorithm's runs are read here.
[[nodiscard]] bool is_one_level(Algorithm algorithm);

/// Policy, reward transform left out, and epsilon of a run. Throws SpecError.
void read_arms_run(const Field& run, Algorithm algorithm, SimulationSpec& spec);

/// The epsilon of all visitors; 0 where there is no privacy. Throws SpecError.
[[nodiscard]] double read_one_epsilon(const Field& run, const CatalogEntry& entry);

/// `mechanism` and `delta` of a policy. Throws SpecError.
void read_scalar_mechanism(const Field& policy, const Takes& takes, ScalarMechanism& mechanism,
                           double& delta);

}  // namespace ldp
