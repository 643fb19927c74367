// What is played: runs that the package has checked and completed, each as the flat records of
// bindings/simulation_record.hpp. The records begin with the hash of their layout, so a plan of
// another version is refused; the values the core checks.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simulation/simulation.hpp"
#include "simulation_record.hpp"

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

/// A plan without runs. Throws PlanError for a number of replicates outside of the core's limits.
inline SimulationPlan plan_of(std::uint32_t replicates) {
  if (replicates < 1 || replicates > kMaximumReplicates) {
    throw PlanError("replicates must be 1 to " + std::to_string(kMaximumReplicates));
  }
  return {replicates, {}};
}

/// Adds the run of these records. Throws PlanError for records of another layout or other times.
inline void add_run(SimulationPlan& plan, std::string label, std::span<const double> records) {
  Result<SimulationSpec> spec = read_simulation(records);
  const std::string path = "runs[" + std::to_string(plan.runs.size()) + "] ";
  if (!spec.ok()) throw PlanError(path + std::string(spec.error().reason));
  plan.runs.push_back({std::move(label), std::move(spec).value()});
  if (plan.record().empty() || plan.runs.back().spec.record != plan.record()) {
    throw PlanError(path + "must record at the rounds of the first run");
  }
}

}  // namespace ldp
