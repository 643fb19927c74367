#include "server/linear/linear_saved_state.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPC";
constexpr std::uint8_t kVersion = 1;

// Numbers that are equal have equal bytes: -0 is saved as 0.
double canonical(double value) { return value + 0.0; }

}  // namespace

Error damaged_linear_state(std::string_view reason) {
  return Error{ErrorCode::invalid_argument, "state", reason};
}

ByteWriter begin_linear_state(const LinearExperiment& experiment) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(experiment.algorithm)].id;
  ByteWriter writer;
  writer.reserve(256);
  writer.text(kMagic);
  writer.integer(kVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.integer(experiment.dimension);
  writer.number(canonical(experiment.epsilon));
  writer.number(canonical(experiment.delta));
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  writer.integer(static_cast<std::uint8_t>(experiment.calibration));
  writer.integer(static_cast<std::uint8_t>(experiment.radius));
  writer.integer(experiment.horizon);
  writer.integer(static_cast<std::uint8_t>(experiment.learner));
  writer.integer(static_cast<std::uint8_t>(experiment.restarts));
  writer.number(canonical(experiment.spread));
  if (!has_link(experiment)) return writer;
  writer.integer(static_cast<std::uint8_t>(experiment.link));
  writer.number(canonical(experiment.bound));
  writer.number(canonical(experiment.largest));
  writer.number(canonical(experiment.clip));
  writer.number(canonical(experiment.optimism));
  writer.integer(static_cast<std::uint8_t>(experiment.tuning));
  return writer;
}

std::vector<std::uint8_t> end_linear_state(ByteWriter writer) {
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<std::span<const std::uint8_t>> body_of_linear_state(std::span<const std::uint8_t> bytes,
                                                           const LinearExperiment& experiment) {
  ByteWriter header = begin_linear_state(experiment);
  const std::size_t start = header.bytes().size();
  if (bytes.size() < start + kChecksumBytes) return damaged_linear_state("too short");
  if (!std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (crc32(bytes.first(end)) != read_integer<std::uint32_t>(bytes.data() + end)) {
    return damaged_linear_state("wrong checksum");
  }
  return bytes.subspan(start, end - start);
}

void write_sums(ByteWriter& writer, const LinearStatistics& statistics) {
  for (const std::int64_t sum : statistics.sums()) writer.integer(sum);
}

Status read_sums(ByteReader& reader, LinearStatistics& statistics) {
  std::vector<std::int64_t> sums(statistics.sums().size());
  for (std::int64_t& sum : sums) sum = reader.integer<std::int64_t>();
  if (!reader.whole()) return damaged_linear_state("too short");
  return statistics.assign(sums);
}

}  // namespace ldp
