// The constants with which a server debiases payloads, level by level. The levels must be those of
// a valid experiment, or of a population of the simulation: any number of them, each in
// [kMinimumEpsilon, kMaximumEpsilon].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

/// theta = 1 - 2 p0 of the integers that the devices really use (tanh(epsilon/2) to 2^-46).
[[nodiscard]] std::vector<double> implemented_thetas(std::span<const double> levels);

/// The epsilon that the Laplace noise of the devices really has; never above the level.
[[nodiscard]] std::vector<double> implemented_laplace_epsilons(std::span<const double> levels);

/// Position of the smallest level that is not below `threshold`; the levels must be increasing.
[[nodiscard]] std::size_t first_level_from(double threshold, std::span<const double> levels);

}  // namespace ldp
