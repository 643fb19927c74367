#include "read_plan.hpp"

#include <limits>
#include <utility>

#include "simulation_record.hpp"

namespace ldp {

SimulationPlan read_plan(const nlohmann::json& json) {
  SimulationPlan plan;
  if (json.at("version") != 1) throw PlanError("version must be 1");
  plan.replicates = json.at("replicates").get<std::uint32_t>();
  if (plan.replicates < 1 || plan.replicates > kMaximumReplicates) {
    throw PlanError("replicates must be 1 to " + std::to_string(kMaximumReplicates));
  }
  for (const nlohmann::json& run : json.at("runs")) {
    std::vector<double> numbers;
    for (const nlohmann::json& number : run.at("records")) {
      numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : number.get<double>());
    }
    Result<SimulationSpec> spec = read_simulation(numbers);
    const std::string path = "runs[" + std::to_string(plan.runs.size()) + "] ";
    if (!spec.ok()) throw PlanError(path + std::string(spec.error().reason));
    plan.runs.push_back({run.at("label").get<std::string>(), std::move(spec).value()});
    if (plan.record().empty() || plan.runs.back().spec.record != plan.record()) {
      throw PlanError(path + "must record at the rounds of the first run");
    }
  }
  if (plan.runs.empty()) throw PlanError("runs must be one or more");
  return plan;
}

}  // namespace ldp
