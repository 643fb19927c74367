#include "server/best_arm/best_arm_end.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "server/multi_armed/saved_state.hpp"
#include "server/saved_bytes.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPB";
constexpr std::uint8_t kVersion = 1;
constexpr unsigned kCertified = 1;
constexpr unsigned kStopped = 2;

// What the sums do not say, and must be the same in the learner that loads.
std::vector<std::uint8_t> header_of(const BestArmExperiment& experiment) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(experiment.algorithm)].id;
  ByteWriter writer;
  writer.reserve(64);  // without it GCC 12 warns of an overflow that is none
  writer.text(kMagic);
  writer.integer(kVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.number(experiment.error_probability);
  writer.integer(experiment.maximum_pulls);
  writer.integer(static_cast<std::uint8_t>(experiment.constants));
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  // Only then: states from before there was this parameter stay what they are.
  if (experiment.forged_share > 0) writer.number(experiment.forged_share);
  return std::move(writer.bytes());
}

Error damaged(std::string_view reason) {
  return Error{ErrorCode::invalid_argument, "state", reason};
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
    return damaged("no experiment ends like this");
  end.certified = (flags & kCertified) != 0;
  end.stopped = (flags & kStopped) != 0;
  end.ended = ended == 1;
  end.left.resize(left);
  for (std::uint32_t& arm : end.left) arm = reader.integer<std::uint32_t>();
  if (!reader.at_end()) return damaged("wrong length");
  if (!is_possible(end, arms)) return damaged("no experiment ends like this");
  return end;
}

}  // namespace

std::vector<std::uint8_t> encode_best_arm_state(const BestArmExperiment& experiment,
                                                std::uint32_t snapshot_id,
                                                std::span<const std::int64_t> sums,
                                                const BestArmEnd& end) {
  ByteWriter writer(header_of(experiment));
  const std::vector<std::uint8_t> base =
      encode_saved_state(reports_of(experiment), snapshot_id, sums);
  writer.bytes().insert(writer.bytes().end(), base.begin(), base.end());
  writer.integer(end.answer);
  writer.integer(
      static_cast<std::uint8_t>((end.certified ? kCertified : 0) | (end.stopped ? kStopped : 0)));
  writer.integer(static_cast<std::uint8_t>(end.ended));
  writer.number(end.error);
  writer.integer(static_cast<std::uint32_t>(end.left.size()));
  for (const std::uint32_t arm : end.left) writer.integer(arm);
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<BestArmSaved> decode_best_arm_state(std::span<const std::uint8_t> bytes,
                                           const BestArmExperiment& experiment) {
  const Experiment reports = reports_of(experiment);
  const std::vector<std::uint8_t> header = header_of(experiment);
  const std::vector<std::int64_t> none(Statistics(reports).sums().size());
  const std::size_t base = encode_saved_state(reports, 0, none).size();
  if (bytes.size() < header.size() + base + kChecksumBytes) return damaged("too short");
  if (!std::equal(header.begin(), header.end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const auto body = bytes.first(bytes.size() - kChecksumBytes);
  if (crc32(body) != read_integer<std::uint32_t>(bytes.data() + body.size())) {
    return damaged("wrong checksum");
  }
  Result<SavedState> state = decode_saved_state(body.subspan(header.size(), base), reports);
  if (!state.ok()) return state.error();
  ByteReader reader(body.subspan(header.size() + base));
  Result<BestArmEnd> end = read_end(reader, experiment.arms);
  if (!end.ok()) return end.error();
  return BestArmSaved{state.value().snapshot_id, std::move(state.value().sums),
                      std::move(end).value()};
}

}  // namespace ldp
