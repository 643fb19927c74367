// A run in a convex world as data, and what is checked of it.
#pragma once

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"
#include "server/convex/convex_domain.hpp"
#include "simulation/convex/convex_world.hpp"
#include "simulation/delivery.hpp"

namespace ldp {

struct ConvexSpec {
  /// No optimum: half of the inner radius from the middle, in the direction (1, ..., 1), of a
  /// simplex (1, -1, 0, ...).
  ConvexEnvironment environment;
  /// Any algorithm of the family; its set is that of the environment. What it has to know of the
  /// losses follows from the world where it is 0, the ends of their range where they are NaN. One
  /// epsilon for all visitors; 0 without privacy.
  ConvexExperiment experiment;
};

/// What all replicates of a run share.
struct ConvexRun {
  ConvexExperiment experiment;  // with nothing left to follow from the world
  ConvexDomain domain;
  ConvexScene scene;
};

/// Errors: spec_invalid, naming `environment`, a parameter of the experiment, or `delay`, `lost` or
/// `serving`, which have no meaning here.
[[nodiscard]] Result<ConvexRun> check_convex(const ConvexSpec& spec, const Delivery& delivery,
                                             std::uint64_t rounds);

/// The local algorithm that an algorithm of the family is without its privacy.
[[nodiscard]] Algorithm local_convex_algorithm(Algorithm algorithm);

}  // namespace ldp
