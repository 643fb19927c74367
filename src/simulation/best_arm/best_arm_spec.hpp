// A run that looks for the best arm of a multi-armed world, as data, and what is checked of it.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "simulation/delivery.hpp"

namespace ldp {

/// Any algorithm of the family; epsilon is 0 without privacy. The number of arms is that of the
/// environment; no most pulls: the horizon. A menu of levels is that of the run's population.
struct BestArmSpec {
  BestArmExperiment experiment;
};

/// The experiment, complete. Errors: spec_invalid, naming `algorithm`, a parameter, or what has no
/// meaning here: `delay`, `lost` or `serving`.
[[nodiscard]] Result<BestArmExperiment> check_best_arm(const BestArmSpec& spec, std::uint32_t arms,
                                                       const Delivery& delivery,
                                                       std::uint64_t rounds);

/// The local algorithm that an algorithm of the family is without its privacy.
[[nodiscard]] Algorithm local_best_arm_algorithm(Algorithm algorithm);

/// Errors: spec_invalid ("delay", "lost", "serving", "epoch").
[[nodiscard]] Status check_epochs_only(const Delivery& delivery);

}  // namespace ldp
