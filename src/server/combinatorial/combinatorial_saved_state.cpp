#include "server/combinatorial/combinatorial_saved_state.hpp"

#include <string_view>
#include <utility>

#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPK";
constexpr std::uint8_t kVersion = 1;

void write_list(ByteWriter& writer, const std::vector<std::uint32_t>& list) {
  writer.integer(static_cast<std::uint64_t>(list.size()));
  for (const std::uint32_t value : list) writer.integer(value);
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
  writer.canonical(set.alpha);
  writer.canonical(set.beta);
  return fingerprint(writer.bytes());
}

std::vector<std::uint8_t> combinatorial_state_header(const CombinatorialExperiment& experiment,
                                                     std::uint64_t public_seed) {
  const MultiArmedExperiment& reports = experiment.reports;
  ByteWriter writer = begin_state(kMagic, kVersion, reports.algorithm);
  writer.integer(reports.arms);
  writer.integer(static_cast<std::uint8_t>(reports.levels.size()));
  for (const double level : reports.levels) writer.number(level);
  // The highest bit is that of the beta posterior: older states have none.
  const int posterior = reports.posterior == Posterior::beta ? 0x80 : 0;
  writer.integer(static_cast<std::uint8_t>(static_cast<int>(experiment.coordinate) | posterior));
  writer.integer(static_cast<std::uint8_t>(experiment.width));
  writer.integer(experiment.horizon);
  writer.integer(fingerprint(experiment.set));
  writer.integer(public_seed);
  return std::move(writer.bytes());
}

}  // namespace ldp
