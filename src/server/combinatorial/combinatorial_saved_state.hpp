// The saved form of a combinatorial learner, little endian:
//
//   "LDPK" | version u8 | algorithm id: length u8, characters | arms u32 | levels: count u8, each
//   f64 | coordinate u8 | width u8 | horizon u64 | fingerprint of the decision set u64 | public
//   seed u64 | snapshot id u32 | open snapshots (open_slates.hpp) | sums i64[] | CRC-32 u32
//
// The envelope: server/learner/state_file.hpp. A decision set may be megabytes, so it is named by a
// hash of all its fields.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/combinatorial_experiment.hpp"

namespace ldp {

/// FNV-1a of all fields of the set, 64 bits.
[[nodiscard]] std::uint64_t fingerprint(const DecisionSet& set);

/// Everything before the snapshot id.
[[nodiscard]] std::vector<std::uint8_t> combinatorial_state_header(
    const CombinatorialExperiment& experiment, std::uint64_t public_seed);

}  // namespace ldp
