// A simulation spec as the npm package writes it (bindings/ts/simulation/spec-types.ts), read from
// JSON. The shape is checked here, the values by the core.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace ldp {

/// What is wrong with a spec; the message begins with the path of the field.
class SpecError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct PlannedRun {
  std::string label;
  SimulationSpec spec;
};

struct SimulationPlan {
  std::uint64_t horizon = 0;
  std::uint32_t replicates = 0;
  std::vector<std::uint64_t> record;  // the last is the horizon
  std::vector<PlannedRun> runs;
};

/// Throws SpecError.
[[nodiscard]] SimulationPlan read_spec(const nlohmann::json& json);

}  // namespace ldp
