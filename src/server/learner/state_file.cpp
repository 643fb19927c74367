#include "server/learner/state_file.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ldp {

ByteWriter begin_state(std::string_view magic, std::uint8_t version, Algorithm algorithm) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(algorithm)].id;
  ByteWriter writer;
  writer.reserve(256);
  writer.text(magic);
  writer.integer(version);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  return writer;
}

std::vector<std::uint8_t> end_state(ByteWriter writer) {
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<std::span<const std::uint8_t>> body_of_state(std::span<const std::uint8_t> bytes,
                                                    std::span<const std::uint8_t> header) {
  const auto both = static_cast<std::ptrdiff_t>(std::min(bytes.size(), header.size()));
  if (!std::equal(header.begin(), header.begin() + both, bytes.begin())) return foreign_state();
  const auto size = static_cast<double>(bytes.size());
  if (bytes.size() < header.size() + kChecksumBytes) return damaged_state("too short", size);
  const std::span<const std::uint8_t> checked = bytes.first(bytes.size() - kChecksumBytes);
  if (crc32(checked) != read_integer<std::uint32_t>(bytes.data() + checked.size())) {
    return damaged_state("wrong checksum", size);
  }
  return checked.subspan(header.size());
}

Error damaged_state(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "state", reason, value};
}

Error foreign_state() {
  return Error{ErrorCode::manifest_mismatch, "state",
               "saved by another experiment, another version, or not a saved learner"};
}

std::uint64_t fingerprint(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

void write_sums(ByteWriter& writer, std::span<const std::int64_t> sums) {
  for (const std::int64_t sum : sums) writer.integer(sum);
}

}  // namespace ldp
