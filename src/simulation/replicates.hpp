// From a specification to the round loops of its replicates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

using Replicates = std::vector<std::unique_ptr<Replicate>>;

/// Of any algorithm. `spec` has 1 or more arms in the range of their laws, and a record.
/// Errors: spec_invalid, naming the field.
Result<Replicates> make_replicates(const SimulationSpec& spec, std::uint32_t first,
                                   std::uint32_t count);

}  // namespace ldp
