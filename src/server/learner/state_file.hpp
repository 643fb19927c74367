// The envelope of every saved learner, little endian:
//
//   magic, 4 characters | version u8 | what must be equal in the learner that loads | body | CRC-32
//
// All before the body is the header. The CRC covers everything before it. An algorithm is named by
// its catalog id, which never changes; its position in the catalog may.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/catalog.generated.hpp"
#include "server/learner/saved_bytes.hpp"

namespace ldp {

/// A writer with magic, version and algorithm id (length u8, characters).
[[nodiscard]] ByteWriter begin_state(std::string_view magic, std::uint8_t version,
                                     Algorithm algorithm);

/// All that was written, and its CRC.
[[nodiscard]] std::vector<std::uint8_t> end_state(ByteWriter writer);

/// What is between the header and the CRC. Errors: manifest_mismatch (another header),
/// invalid_argument (damaged).
[[nodiscard]] Result<std::span<const std::uint8_t>> body_of_state(
    std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> header);

/// invalid_argument: a state that is damaged, or that no learner has.
[[nodiscard]] Error damaged_state(std::string_view reason, double value = 0);
/// manifest_mismatch.
[[nodiscard]] Error foreign_state();

/// FNV-1a, 64 bits: names what is too long for a header. Enough against mistakes; this is no wall.
[[nodiscard]] std::uint64_t fingerprint(std::span<const std::uint8_t> bytes);

/// The sums of reports.
void write_sums(ByteWriter& writer, std::span<const std::int64_t> sums);

/// Errors: invalid_argument for too few bytes, or sums that no reports give.
template <class Sums>
Status read_sums(ByteReader& reader, Sums& sums) {
  std::vector<std::int64_t> values(sums.sums().size());
  for (std::int64_t& value : values) value = reader.integer<std::int64_t>();
  return reader.whole() ? sums.assign(values) : Status(damaged_state("too short"));
}

}  // namespace ldp
