// A plan as `npx ldp-bandits plan spec.json` writes it: a specification that the package has
// checked and completed, each run as the flat records of bindings/simulation_record.hpp. The
// records begin with the hash of their layout, so a plan of another version is refused; the values
// the core checks.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace ldp {

/// What is wrong with a plan or a file.
class PlanError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct PlannedRun {
  std::string label;
  SimulationSpec spec;
};

struct SimulationPlan {
  std::uint32_t replicates = 0;
  std::vector<PlannedRun> runs;  // 1 or more, all with the same record

  [[nodiscard]] const std::vector<std::uint64_t>& record() const { return runs[0].spec.record; }
};

/// {version, replicates, runs: {label, records}[]}, where a number that is none (NaN) is null.
/// Throws PlanError, or what the JSON library throws where a field is missing or of another type.
[[nodiscard]] SimulationPlan read_plan(const nlohmann::json& json);

}  // namespace ldp
