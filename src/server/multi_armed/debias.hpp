// The constants by which a server reads the payloads of a valid experiment, level by level.
#pragma once

#include <vector>

#include "protocol/experiment.hpp"

namespace ldp {

/// theta = 1 - 2 p0 of the integers that the devices really use (tanh(epsilon/2) to 2^-46).
[[nodiscard]] std::vector<double> implemented_thetas(const Experiment& experiment);

/// The epsilon that the Laplace noise of the devices really has; never above the level.
[[nodiscard]] std::vector<double> implemented_laplace_epsilons(const Experiment& experiment);

/// Position of the smallest level that is not below epsilon_min.
[[nodiscard]] std::size_t first_counted_level(const Experiment& experiment);

}  // namespace ldp
