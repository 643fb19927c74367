// The reference worlds of convex losses (docs/spec/convex-and-reductions.md, section 11) for tests.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "server/convex/convex_sets.hpp"
#include "simulation/simulation.hpp"

namespace ldp::test {

inline ConvexSet unit_ball(std::uint32_t dimension) {
  return ball(std::vector<double>(dimension, 0.0), 1);
}

inline ConvexSpec convex_run(ConvexSet set, ConvexLoss loss, Algorithm algorithm,
                             ConvexLosses losses = ConvexLosses::convex) {
  ConvexSpec spec;
  spec.environment.set = std::move(set);
  spec.environment.loss = loss;
  spec.experiment.algorithm = algorithm;
  spec.experiment.losses = losses;
  spec.experiment.loss_low = std::numeric_limits<double>::quiet_NaN();
  spec.experiment.loss_high = std::numeric_limits<double>::quiet_NaN();
  const bool is_private =
      kCatalog[static_cast<std::size_t>(algorithm)].trust_model == TrustModel::local;
  spec.experiment.epsilon = is_private ? 1 : 0;
  if (loss == ConvexLoss::preference) spec.experiment.feedback = ConvexFeedback::comparison;
  return spec;
}

inline SimulationSpec convex_spec(const ConvexSpec& run, std::vector<std::uint64_t> record,
                                  std::uint64_t epoch = 1) {
  SimulationSpec spec;
  spec.seed = 7;
  spec.convex = run;
  if (run.experiment.horizon == 0) spec.convex->experiment.horizon = record.back();
  spec.record = std::move(record);
  spec.delivery.epoch = epoch;
  return spec;
}

/// The mean regret at the last record time.
inline double convex_regret(const SimulationSpec& spec, std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(simulation.horizon());
  double sum = 0;
  for (const double regret : simulation.regrets().last(replicates)) sum += regret;
  return sum / replicates;
}

}  // namespace ldp::test
