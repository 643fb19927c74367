#include "simulation/best_arm/best_arm_spec.hpp"

#include <string_view>

namespace ldp {
namespace {

// A non-private rule is checked as its private form would be at this level.
constexpr double kAnyEpsilon = 1;

}  // namespace

Algorithm local_best_arm_algorithm(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kl_lucb:
      return Algorithm::ldp_kl_lucb;
    case Algorithm::successive_elimination:
      return Algorithm::ldp_successive_elimination;
    case Algorithm::lil_ucb:
      return Algorithm::ldp_lil_ucb;
    case Algorithm::sequential_halving:
      return Algorithm::ldp_sequential_halving;
    default:
      return algorithm;
  }
}

Status check_epochs_only(const Delivery& delivery) {
  if (delivery.delay != 0) {
    return invalid_spec("delay", "must be 0 for this algorithm",
                        static_cast<double>(delivery.delay));
  }
  if (delivery.lost != 0)
    return invalid_spec("lost", "must be 0 for this algorithm", delivery.lost);
  if (delivery.serving != Serving::dense) {
    return invalid_spec("serving", "must be dense for this algorithm",
                        static_cast<double>(delivery.serving));
  }
  return {};
}

Result<BestArmExperiment> check_best_arm(const BestArmSpec& spec, std::uint32_t arms,
                                         const Delivery& delivery, std::uint64_t rounds) {
  const auto algorithm = static_cast<std::size_t>(spec.experiment.algorithm);
  if (algorithm >= kCatalog.size() || kCatalog[algorithm].family != Family::best_arm) {
    return invalid_spec("algorithm", "does not look for the best arm",
                        static_cast<double>(algorithm));
  }
  if (Status status = check_epochs_only(delivery); !status.ok()) return status.error();
  BestArmExperiment experiment = spec.experiment;
  experiment.arms = arms;
  if (experiment.maximum_pulls == 0) experiment.maximum_pulls = rounds;
  BestArmExperiment checked = experiment;
  checked.algorithm = local_best_arm_algorithm(experiment.algorithm);
  if (checked.algorithm != experiment.algorithm) {
    if (experiment.epsilon != 0) {
      return invalid_spec("epsilon", "must be absent: there is no privacy", experiment.epsilon);
    }
    checked.epsilon = kAnyEpsilon;
  }
  if (Status status = validate(checked); !status.ok()) {
    const Error& error = status.error();
    return invalid_spec(error.parameter, error.reason, error.value);
  }
  return experiment;
}

}  // namespace ldp
