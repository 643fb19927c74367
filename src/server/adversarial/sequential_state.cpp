#include "server/adversarial/sequential_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "protocol/snapshot.hpp"
#include "server/multi_armed/saved_state.hpp"
#include "server/saved_bytes.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPS";
constexpr std::uint8_t kVersion = 1;

Error damaged(std::string_view reason) {
  return Error{ErrorCode::invalid_argument, "state", reason};
}

bool are_weights(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) return false;
    sum += weight;
  }
  return std::abs(sum - 1) <= kWeightsTolerance;
}

Status read_sums(ByteReader& reader, Statistics& sums) {
  std::vector<std::int64_t> values(sums.sums().size());
  for (std::int64_t& value : values) value = reader.integer<std::int64_t>();
  return sums.assign(values);
}

void write_epoch(ByteWriter& writer, const SequentialEpoch& epoch) {
  writer.integer(epoch.id);
  writer.integer(epoch.reports);
  for (const double weight : epoch.weights) writer.number(weight);
  const bool has_sums = epoch.sums.reports() > 0;
  writer.integer(static_cast<std::uint8_t>(has_sums));
  if (!has_sums) return;
  for (const std::int64_t sum : epoch.sums.sums()) writer.integer(sum);
}

Result<SequentialEpoch> read_epoch(ByteReader& reader, const Experiment& experiment) {
  SequentialEpoch epoch{0, 0, std::vector<double>(experiment.arms), Statistics(experiment)};
  epoch.id = reader.integer<std::uint32_t>();
  epoch.reports = reader.integer<std::uint64_t>();
  for (double& weight : epoch.weights) weight = reader.number();
  const auto has_sums = reader.integer<std::uint8_t>();
  if (has_sums > 1) return damaged("an epoch has sums or has none");
  if (has_sums == 1) {
    if (Status status = read_sums(reader, epoch.sums); !status.ok()) return status.error();
    if (epoch.sums.reports() == 0) return damaged("an epoch without reports has sums");
  }
  if (!reader.whole()) return damaged("too short");
  if (!are_weights(epoch.weights)) return damaged("the weights of an epoch do not sum to 1");
  if (epoch.reports > kMaximumReports) return damaged("a snapshot of too many reports");
  return epoch;
}

}  // namespace

std::vector<std::uint8_t> encode_sequential_state(const Experiment& experiment,
                                                  const SequentialState& state) {
  const auto total = state.total.sums();
  std::vector<std::int64_t> folded(total.begin(), total.end());
  for (const SequentialEpoch& epoch : state.epochs) {
    for (std::size_t i = 0; i < folded.size(); ++i) folded[i] -= epoch.sums.sums()[i];
  }
  ByteWriter writer(encode_saved_state(experiment, state.snapshot_id, folded));
  writer.text(kMagic);
  writer.integer(kVersion);
  for (const int128 loss : state.losses) {
    writer.integer(static_cast<std::uint64_t>(loss));
    writer.integer(static_cast<std::uint64_t>(loss >> 64));
  }
  writer.integer(static_cast<std::uint8_t>(state.epochs.size()));
  for (const SequentialEpoch& epoch : state.epochs) write_epoch(writer, epoch);
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<SequentialState> decode_sequential_state(std::span<const std::uint8_t> bytes,
                                                const Experiment& experiment) {
  SequentialState state{0, Statistics(experiment), LossSums(experiment.arms), {}};
  const std::size_t base_size = encode_saved_state(experiment, 0, state.total.sums()).size();
  if (bytes.size() < base_size + kChecksumBytes) return damaged("too short for a saved learner");
  Result<SavedState> base = decode_saved_state(bytes.first(base_size), experiment);
  if (!base.ok()) return base.error();
  const auto body = bytes.first(bytes.size() - kChecksumBytes);
  if (crc32(body) != read_integer<std::uint32_t>(bytes.data() + body.size())) {
    return damaged("wrong checksum");
  }
  state.snapshot_id = base.value().snapshot_id;
  if (Status status = state.total.assign(base.value().sums); !status.ok()) return status.error();

  ByteReader reader(body.subspan(base_size));
  if (!reader.text(kMagic) || reader.integer<std::uint8_t>() != kVersion) {
    return Error{ErrorCode::manifest_mismatch, "state", "saved by another version"};
  }
  // No report adds more, so no sum of possible losses can overflow.
  const int128 largest = static_cast<int128>(state.total.reports()) * kLargestLoss;
  for (int128& loss : state.losses) {
    const auto low = reader.integer<std::uint64_t>();
    const auto high = reader.integer<std::uint64_t>();
    loss = static_cast<int128>((static_cast<uint128>(high) << 64) | low);
    if (loss > largest || loss < -largest) return damaged("no reports give these losses");
  }
  const auto count = reader.integer<std::uint8_t>();
  if (count > kMaximumOpenEpochs) return damaged("wrong number of epochs");
  for (unsigned i = 0; i < count; ++i) {
    Result<SequentialEpoch> epoch = read_epoch(reader, experiment);
    if (!epoch.ok()) return epoch.error();
    if (i > 0 && epoch.value().id <= state.epochs.back().id) return damaged("epochs out of order");
    if (epoch.value().id > state.snapshot_id) return damaged("an epoch of the future");
    if (Status status = state.total.merge(epoch.value().sums); !status.ok()) return status.error();
    state.epochs.push_back(std::move(epoch).value());
  }
  if (!reader.at_end()) return damaged("wrong length");
  return state;
}

}  // namespace ldp
