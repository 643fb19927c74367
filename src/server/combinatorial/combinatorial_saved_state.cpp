#include "server/combinatorial/combinatorial_saved_state.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPK";
constexpr std::uint8_t kVersion = 1;

// Numbers that are equal have equal bytes: -0 is saved as 0.
double canonical(double value) { return value + 0.0; }

void write_list(ByteWriter& writer, const std::vector<std::uint32_t>& list) {
  writer.integer(static_cast<std::uint64_t>(list.size()));
  for (const std::uint32_t value : list) writer.integer(value);
}

Error damaged(std::string_view reason, std::size_t size) {
  return Error{ErrorCode::invalid_argument, "state", reason, static_cast<double>(size)};
}

}  // namespace

std::uint64_t fingerprint(const DecisionSet& set) {
  ByteWriter writer;
  writer.integer(static_cast<std::uint8_t>(set.kind));
  writer.integer(static_cast<std::uint8_t>(set.reward));
  for (const std::uint32_t field :
       {set.arms, set.choose, set.nodes, set.right, set.source, set.target}) {
    writer.integer(field);
  }
  for (const auto* list : {&set.group, &set.most, &set.from, &set.to, &set.ends, &set.members}) {
    write_list(writer, *list);
  }
  writer.number(canonical(set.alpha));
  writer.number(canonical(set.beta));
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : writer.bytes()) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

std::vector<std::uint8_t> combinatorial_state_header(const CombinatorialExperiment& experiment,
                                                     std::uint64_t public_seed) {
  const Experiment& reports = experiment.reports;
  const std::string_view id = kCatalog[static_cast<std::size_t>(reports.algorithm)].id;
  ByteWriter writer;
  writer.reserve(256);
  writer.text(kMagic);
  writer.integer(kVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.integer(reports.arms);
  writer.integer(static_cast<std::uint8_t>(reports.levels.size()));
  for (const double level : reports.levels) writer.number(level);
  writer.integer(static_cast<std::uint8_t>(experiment.coordinate));
  writer.integer(static_cast<std::uint8_t>(experiment.width));
  writer.integer(experiment.horizon);
  writer.integer(fingerprint(experiment.set));
  writer.integer(public_seed);
  return std::move(writer.bytes());
}

Result<std::span<const std::uint8_t>> body_of_combinatorial_state(
    std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> header) {
  const std::size_t start = header.size();
  if (bytes.size() < start + kChecksumBytes) return damaged("too short", bytes.size());
  if (!std::equal(header.begin(), header.end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (crc32(bytes.first(end)) != read_integer<std::uint32_t>(bytes.data() + end)) {
    return damaged("wrong checksum", bytes.size());
  }
  return bytes.subspan(start, end - start);
}

}  // namespace ldp
