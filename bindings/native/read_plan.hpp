// A plan as `npx ldp-bandits plan spec.json` writes it.
#pragma once

#include <nlohmann/json.hpp>

#include "plan.hpp"

namespace ldp {

/// {version, replicates, runs: {label, records}[]}, where a number that is none (NaN) is null.
/// Throws PlanError, or what the JSON library throws where a field is missing or of another type.
[[nodiscard]] SimulationPlan read_plan(const nlohmann::json& json);

}  // namespace ldp
