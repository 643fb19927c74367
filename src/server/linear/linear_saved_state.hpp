// The saved form of a linear learner, little endian:
//
//   "LDPC" | version u8 | algorithm id: length u8, characters | dimension u32 | epsilon f64 |
//   delta f64 | mechanism u8 | calibration u8 | radius u8 | horizon u64 | learner u8 | restarts u8
//   | spread f64 | snapshot id u32 | what the learner remembers | CRC-32 u32
//
// With a link `| link u8 | bound f64 | largest f64 | clip f64 | optimism f64 | tuning u8` come
// before the snapshot id.
//
// The CRC covers everything before it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "server/linear/linear_statistics.hpp"
#include "server/saved_bytes.hpp"

namespace ldp {

/// A writer that has everything before the snapshot id.
[[nodiscard]] ByteWriter begin_linear_state(const LinearExperiment& experiment);

/// The whole form.
[[nodiscard]] std::vector<std::uint8_t> end_linear_state(ByteWriter writer);

/// What is between the experiment and the checksum. Errors: manifest_mismatch (another experiment
/// or version), invalid_argument (damaged).
[[nodiscard]] Result<std::span<const std::uint8_t>> body_of_linear_state(
    std::span<const std::uint8_t> bytes, const LinearExperiment& experiment);

/// The error of a form that is damaged, or that no learner has.
[[nodiscard]] Error damaged_linear_state(std::string_view reason);

void write_sums(ByteWriter& writer, const LinearStatistics& statistics);

/// Errors: invalid_argument for sums that no reports give, or too few bytes.
Status read_sums(ByteReader& reader, LinearStatistics& statistics);

}  // namespace ldp
