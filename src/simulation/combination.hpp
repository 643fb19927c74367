// Which combinations of algorithm, visitors and delivery can be played. Checked after each part is
// valid by itself. All errors are spec_invalid, naming the field.
#pragma once

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

/// What the server would check of an experiment, but for the sizes of menu and arms, which have
/// other limits here. Errors: `population` for an algorithm that needs a menu; those of validate().
[[nodiscard]] Status check_policy(const MultiArmedExperiment& experiment);

/// Errors: `serving` for a way of serving that the learner has no indices or no rule for.
[[nodiscard]] Status check_serving(const MultiArmedExperiment& experiment,
                                   const Delivery& delivery);

/// Learners of losses keep the weights of every epoch that a late report may name, a learner that
/// watches for changes its sums.
/// Errors: `delay` if those are too many.
[[nodiscard]] Status check_open_weights(const MultiArmedExperiment& experiment,
                                        const Delivery& delivery);

}  // namespace ldp
