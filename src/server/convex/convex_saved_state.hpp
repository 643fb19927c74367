// The saved form of a convex learner, little endian:
//
//   "LDPV" | version u8 | algorithm id: length u8, characters | fingerprint of the experiment u64 |
//   snapshot id u32 | the folded learner | first open u32 | epochs: count u8, each: id u32 |
//   point f64[d], stochastic [3] | radius f64 | has a shape u8 | shape f64[d][d], if it has | has
//   sums u8 | sums i64[], if it has | CRC-32 u32
//
// The envelope: server/learner/state_file.hpp. A polytope may be 60 kB, so everything that the
// experiment says is named by a hash.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/convex_experiment.hpp"

namespace ldp {

/// Everything before the snapshot id.
[[nodiscard]] std::vector<std::uint8_t> convex_state_header(const ConvexExperiment& experiment);

}  // namespace ldp
