#include "server/best_arm/best_arm_end.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "server/best_arm/duel.hpp"
#include "server/learner/saved_state.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPB";
constexpr std::uint8_t kVersion = 1;
constexpr unsigned kCertified = 1;
constexpr unsigned kStopped = 2;

// Parameters that the sums do not have, and that must be equal in the learner that loads.
ByteWriter header_of(const BestArmExperiment& experiment) {
  ByteWriter writer = begin_state(kMagic, kVersion, experiment.algorithm);
  writer.number(experiment.error_probability);
  writer.integer(experiment.maximum_pulls);
  writer.integer(static_cast<std::uint8_t>(experiment.constants));
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  // Written only if set, so states without this newer parameter keep their bytes.
  if (experiment.forged_share > 0) writer.number(experiment.forged_share);
  if (experiment.algorithm == Algorithm::ldp_duel) {
    writer.number(experiment.indifference);
    writer.integer(experiment.control);
  }
  return writer;
}

bool is_possible(const BestArmEnd& end, std::uint32_t arms) {
  if (end.answer < -1 || end.answer >= static_cast<std::int64_t>(arms)) return false;
  if (!(end.error >= 0 && end.error <= 1)) return false;  // refuses NaN
  if ((end.certified || end.stopped || end.ended) && end.answer < 0) return false;
  for (std::size_t i = 0; i < end.left.size(); ++i) {
    if (end.left[i] >= arms || (i > 0 && end.left[i] <= end.left[i - 1])) return false;
  }
  return !end.left.empty();
}

Result<BestArmEnd> read_end(ByteReader& reader, std::uint32_t arms) {
  BestArmEnd end;
  end.answer = reader.integer<std::int32_t>();
  const auto flags = reader.integer<std::uint8_t>();
  const auto ended = reader.integer<std::uint8_t>();
  end.error = reader.number();
  const auto left = reader.integer<std::uint32_t>();
  if (flags > (kCertified | kStopped) || ended > 1 || left > arms)
    return damaged_state("no experiment ends like this");
  end.certified = (flags & kCertified) != 0;
  end.stopped = (flags & kStopped) != 0;
  end.ended = ended == 1;
  end.left.resize(left);
  for (std::uint32_t& arm : end.left) arm = reader.integer<std::uint32_t>();
  if (!reader.whole()) return damaged_state("wrong length");
  if (!is_possible(end, arms)) return damaged_state("no experiment ends like this");
  return end;
}

void write_memory(ByteWriter& writer, const DuelMemory& memory) {
  for (const std::int64_t sum : memory.closed) writer.integer(sum);
  for (const auto* list : {&memory.rows, &memory.best, &memory.lifts}) {
    for (const double value : *list) writer.number(value);
  }
}

// The lengths are those of a duel that has begun.
DuelMemory read_memory(ByteReader& reader, const BestArmExperiment& experiment) {
  if (experiment.algorithm != Algorithm::ldp_duel) return {};
  DuelMemory memory = Duel(DuelTerms::of(experiment)).memory();
  for (std::int64_t& sum : memory.closed) sum = reader.integer<std::int64_t>();
  for (auto* list : {&memory.rows, &memory.best, &memory.lifts}) {
    for (double& value : *list) value = reader.number();
  }
  return memory;
}

}  // namespace

std::vector<std::uint8_t> encode_best_arm_state(const BestArmExperiment& experiment,
                                                std::uint32_t snapshot_id,
                                                std::span<const std::int64_t> sums,
                                                const BestArmEnd& end, const DuelMemory& duel) {
  ByteWriter writer = header_of(experiment);
  writer.append(encode_saved_state(reports_of(experiment), snapshot_id, sums));
  writer.integer(end.answer);
  writer.integer(
      static_cast<std::uint8_t>((end.certified ? kCertified : 0) | (end.stopped ? kStopped : 0)));
  writer.integer(static_cast<std::uint8_t>(end.ended));
  writer.number(end.error);
  writer.integer(static_cast<std::uint32_t>(end.left.size()));
  for (const std::uint32_t arm : end.left) writer.integer(arm);
  write_memory(writer, duel);
  return end_state(std::move(writer));
}

Result<BestArmSaved> decode_best_arm_state(std::span<const std::uint8_t> bytes,
                                           const BestArmExperiment& experiment) {
  const MultiArmedExperiment reports = reports_of(experiment);
  const auto body = body_of_state(bytes, header_of(experiment).bytes());
  if (!body.ok()) return body.error();
  const std::vector<std::int64_t> none(Statistics(reports).sums().size());
  const std::size_t base =
      std::min(encode_saved_state(reports, 0, none).size(), body.value().size());
  Result<SavedState> state = decode_saved_state(body.value().first(base), reports);
  if (!state.ok()) return state.error();
  ByteReader reader(body.value().subspan(base));
  Result<BestArmEnd> end = read_end(reader, experiment.arms);
  if (!end.ok()) return end.error();
  DuelMemory duel = read_memory(reader, experiment);
  if (!reader.at_end()) return damaged_state("wrong length");
  return BestArmSaved{state.value().snapshot_id, std::move(state.value().sums),
                      std::move(end).value(), std::move(duel)};
}

}  // namespace ldp
