#include "server/multi_armed/saved_state.hpp"

#include <algorithm>
#include <string_view>

#include "server/saved_bytes.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPL";

// Experiments without any of the parameters that came later are saved as they always were.
constexpr std::uint8_t kFirstVersion = 1;
constexpr std::uint8_t kVersionOfMoreParameters = 2;

bool has_more_parameters(const Experiment& experiment) {
  const Experiment none;
  return experiment.level_aware_from != none.level_aware_from || experiment.delta != none.delta ||
         experiment.posterior != none.posterior || experiment.estimator != none.estimator;
}

// Numbers that are equal have equal bytes: -0 is saved as 0.
double canonical(double value) { return value + 0.0; }

// Everything that must be the same in the learner that loads.
void write_header(ByteWriter& writer, const Experiment& experiment) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(experiment.algorithm)].id;
  const bool has_more = has_more_parameters(experiment);
  writer.text(kMagic);
  writer.integer(has_more ? kVersionOfMoreParameters : kFirstVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.integer(static_cast<std::uint8_t>(experiment.bound));
  writer.integer(experiment.arms);
  writer.integer(static_cast<std::uint8_t>(experiment.levels.size()));
  for (const double level : experiment.levels) writer.number(level);
  writer.number(canonical(experiment.epsilon_min));
  if (!has_more) return;
  writer.number(canonical(experiment.level_aware_from));
  writer.number(canonical(experiment.delta));
  writer.integer(static_cast<std::uint8_t>(experiment.posterior));
  writer.integer(static_cast<std::uint8_t>(experiment.estimator));
}

Error damaged(std::string_view reason, std::size_t size) {
  return Error{ErrorCode::invalid_argument, "state", reason, static_cast<double>(size)};
}

}  // namespace

std::vector<std::uint8_t> encode_saved_state(const Experiment& experiment,
                                             std::uint32_t snapshot_id,
                                             std::span<const std::int64_t> sums) {
  ByteWriter writer;
  writer.reserve(256 + sizeof(std::int64_t) * sums.size());
  write_header(writer, experiment);
  writer.integer(snapshot_id);
  for (const std::int64_t sum : sums) writer.integer(sum);
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<SavedState> decode_saved_state(std::span<const std::uint8_t> bytes,
                                      const Experiment& experiment) {
  ByteWriter header;
  write_header(header, experiment);
  const std::size_t start = header.bytes().size();
  if (bytes.size() < start) return damaged("too short for a saved learner", bytes.size());
  if (!std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const std::size_t sums = experiment.levels.size() * experiment.arms * 2;
  const std::size_t body = start + sizeof(std::uint32_t) + sizeof(std::int64_t) * sums;
  if (bytes.size() != body + kChecksumBytes) return damaged("wrong length", bytes.size());
  if (crc32(bytes.first(body)) != read_integer<std::uint32_t>(bytes.data() + body)) {
    return damaged("wrong checksum", bytes.size());
  }
  SavedState state;
  state.snapshot_id = read_integer<std::uint32_t>(bytes.data() + start);
  state.sums.reserve(sums);
  const std::uint8_t* next = bytes.data() + start + sizeof(std::uint32_t);
  for (std::size_t i = 0; i < sums; ++i, next += sizeof(std::int64_t)) {
    state.sums.push_back(read_integer<std::int64_t>(next));
  }
  return state;
}

}  // namespace ldp
