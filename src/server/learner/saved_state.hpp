// The saved form of a learner, little endian:
//
//   "LDPL" | version u8 | algorithm id: length u8, characters | bound u8 | arms u32
//   | levels: count u8, each f64 | epsilon_min f64
//   | in version 2: level_aware_from f64 | delta f64 | posterior u8 | estimator u8
//   | in version 3, behind those of version 2: horizon u64 | discount u64
//   | snapshot id u32 | sums i64[arms][levels][2]
//   | of window reports: squares i64[arms][levels] | CRC-32 u32
//
// Version 2 is for experiments in which one of its four parameters is not as in
// MultiArmedExperiment{}, version 3 for those with a horizon or a discount. The envelope:
// server/learner/state_file.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

struct SavedState {
  std::uint32_t snapshot_id = 0;
  std::vector<std::int64_t> sums;
};

[[nodiscard]] std::vector<std::uint8_t> encode_saved_state(const MultiArmedExperiment& experiment,
                                                           std::uint32_t snapshot_id,
                                                           std::span<const std::int64_t> sums);

/// Checks length, version, experiment and checksum; not whether the sums are possible.
/// Errors: manifest_mismatch (another experiment or version), invalid_argument (damaged).
[[nodiscard]] Result<SavedState> decode_saved_state(std::span<const std::uint8_t> bytes,
                                                    const MultiArmedExperiment& experiment);

}  // namespace ldp
