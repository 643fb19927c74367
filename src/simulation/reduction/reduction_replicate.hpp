// Runs of the one-point reduction in multi-armed worlds: a learner of bounded losses that sees
// noisy reports in place of rewards (server/reduction/bounded_loss.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/reduction_experiment.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/schema.generated.hpp"

namespace ldp {

struct SimulationSpec;

struct ReductionSpec {
  ReductionExperiment experiment;  // its number of arms is that of the environment
  BlackBox learner = BlackBox::tsallis_inf;
  LossEstimator estimator = LossEstimator::reduced_variance;  // Tsallis-INF only
};

/// Replicates first, first + 1, ..., first + count - 1 of a specification with a reduction. With
/// epochs the law of the arms is that of the epoch's start, and its reports are learnt from, one by
/// one, at its end. Errors: spec_invalid, naming `learner`, `estimator` or a parameter of the
/// experiment, or what has no meaning here: `delay`, `lost` or `serving`.
Result<std::vector<std::unique_ptr<Replicate>>> make_reduction_replicates(
    const SimulationSpec& spec, std::uint32_t first, std::uint32_t count);

}  // namespace ldp
