#include "server/learner/saved_state.hpp"

#include <string_view>
#include <utility>

#include "server/learner/state_file.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPL";

// An experiment with the defaults of all newer parameters is saved as version 1.
constexpr std::uint8_t kFirstVersion = 1;
constexpr std::uint8_t kVersionOfMoreParameters = 2;
constexpr std::uint8_t kVersionOfHorizons = 3;

bool has_more_parameters(const MultiArmedExperiment& experiment) {
  const MultiArmedExperiment none;
  return experiment.level_aware_from != none.level_aware_from || experiment.delta != none.delta ||
         experiment.posterior != none.posterior || experiment.estimator != none.estimator;
}

bool has_horizons(const MultiArmedExperiment& experiment) {
  return experiment.horizon > 0 || experiment.discount > 0;
}

std::uint8_t version_of(const MultiArmedExperiment& experiment) {
  if (has_horizons(experiment)) return kVersionOfHorizons;
  return has_more_parameters(experiment) ? kVersionOfMoreParameters : kFirstVersion;
}

// Everything that must be the same in the learner that loads.
ByteWriter header_of(const MultiArmedExperiment& experiment) {
  const std::uint8_t version = version_of(experiment);
  ByteWriter writer = begin_state(kMagic, version, experiment.algorithm);
  writer.integer(static_cast<std::uint8_t>(experiment.bound));
  writer.integer(experiment.arms);
  writer.integer(static_cast<std::uint8_t>(experiment.levels.size()));
  for (const double level : experiment.levels) writer.number(level);
  writer.canonical(experiment.epsilon_min);
  if (version == kFirstVersion) return writer;
  writer.canonical(experiment.level_aware_from);
  writer.canonical(experiment.delta);
  writer.integer(static_cast<std::uint8_t>(experiment.posterior));
  writer.integer(static_cast<std::uint8_t>(experiment.estimator));
  if (version < kVersionOfHorizons) return writer;
  writer.integer(experiment.horizon);
  writer.integer(experiment.discount);
  return writer;
}

}  // namespace

std::vector<std::uint8_t> encode_saved_state(const MultiArmedExperiment& experiment,
                                             std::uint32_t snapshot_id,
                                             std::span<const std::int64_t> sums) {
  ByteWriter writer = header_of(experiment);
  writer.reserve(256 + sizeof(std::int64_t) * sums.size());
  writer.integer(snapshot_id);
  write_sums(writer, sums);
  return end_state(std::move(writer));
}

Result<SavedState> decode_saved_state(std::span<const std::uint8_t> bytes,
                                      const MultiArmedExperiment& experiment) {
  const auto body = body_of_state(bytes, header_of(experiment).bytes());
  if (!body.ok()) return body.error();
  ByteReader reader(body.value());
  SavedState state;
  state.snapshot_id = reader.integer<std::uint32_t>();
  state.sums.resize(Statistics(experiment).sums().size());
  for (std::int64_t& sum : state.sums) sum = reader.integer<std::int64_t>();
  if (!reader.at_end()) return damaged_state("wrong length", static_cast<double>(bytes.size()));
  return state;
}

}  // namespace ldp
