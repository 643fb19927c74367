#include "read_plan.hpp"

#include <limits>

namespace ldp {

SimulationPlan read_plan(const nlohmann::json& json) {
  if (json.at("version") != 1) throw PlanError("version must be 1");
  SimulationPlan plan = plan_of(json.at("replicates").get<std::uint32_t>());
  for (const nlohmann::json& run : json.at("runs")) {
    std::vector<double> numbers;
    for (const nlohmann::json& number : run.at("records")) {
      numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : number.get<double>());
    }
    add_run(plan, run.at("label").get<std::string>(), numbers);
  }
  if (plan.runs.empty()) throw PlanError("runs must be one or more");
  return plan;
}

}  // namespace ldp
