// The saved form of a linear learner, little endian:
//
//   "LDPC" | version u8 | algorithm id: length u8, characters | dimension u32 | epsilon f64 |
//   delta f64 | mechanism u8 | calibration u8 | radius u8 | horizon u64 | learner u8 | restarts u8
//   | spread f64 | snapshot id u32 | what the learner remembers | CRC-32 u32
//
// Codebook reports have `| codewords u32 | near u32` next, with a link `| link u8 | bound f64 |
// largest f64 | clip f64 | optimism f64 | tuning + 16 parts u8` come before the snapshot id.
//
// The envelope: server/learner/state_file.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/linear_experiment.hpp"

namespace ldp {

/// Everything before the snapshot id.
[[nodiscard]] std::vector<std::uint8_t> linear_state_header(const LinearExperiment& experiment);

}  // namespace ldp
