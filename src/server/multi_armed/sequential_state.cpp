#include "server/multi_armed/sequential_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/saved_state.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPS";
constexpr std::uint8_t kVersion = 1;

bool are_weights(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) return false;
    sum += weight;
  }
  return std::abs(sum - 1) <= kWeightsTolerance;
}

Status read_place(ByteReader& reader, SequentialEpoch& epoch) {
  epoch.reports = reader.integer<std::uint64_t>();
  for (double& weight : epoch.weights) weight = reader.number();
  if (!are_weights(epoch.weights)) {
    return damaged_state("the weights of an epoch do not sum to 1", epoch.id);
  }
  if (epoch.reports > kMaximumReports) {
    return damaged_state("a snapshot of too many reports", epoch.id);
  }
  return {};
}

}  // namespace

std::vector<std::uint8_t> encode_sequential_state(const MultiArmedExperiment& experiment,
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
  state.epochs.write(writer, [&](const SequentialEpoch& epoch) {
    writer.integer(epoch.reports);
    for (const double weight : epoch.weights) writer.number(weight);
  });
  return end_state(std::move(writer));
}

Result<SequentialState> decode_sequential_state(std::span<const std::uint8_t> bytes,
                                                const MultiArmedExperiment& experiment) {
  SequentialState state{0, Statistics(experiment), LossSums(experiment.arms), {}};
  const std::size_t base_size = encode_saved_state(experiment, 0, state.total.sums()).size();
  const auto header = bytes.first(std::min(base_size, bytes.size()));
  Result<SavedState> base = decode_saved_state(header, experiment);
  if (!base.ok()) return base.error();
  const auto body = body_of_state(bytes, header);
  if (!body.ok()) return body.error();
  state.snapshot_id = base.value().snapshot_id;
  if (Status status = state.total.assign(base.value().sums); !status.ok()) return status.error();

  ByteReader reader(body.value());
  if (!reader.text(kMagic) || reader.integer<std::uint8_t>() != kVersion) return foreign_state();
  // No report adds more, so no sum of possible losses can overflow.
  const int128 largest = static_cast<int128>(state.total.reports()) * kLargestLoss;
  for (int128& loss : state.losses) {
    const auto low = reader.integer<std::uint64_t>();
    const auto high = reader.integer<std::uint64_t>();
    loss = static_cast<int128>((static_cast<uint128>(high) << 64) | low);
    if (loss > largest || loss < -largest) return damaged_state("no reports give these losses");
  }
  const SequentialEpoch empty{0, 0, std::vector<double>(experiment.arms), Statistics(experiment)};
  Status status = state.epochs.read(reader, state.snapshot_id, empty, [&](SequentialEpoch& epoch) {
    return read_place(reader, epoch);
  });
  if (!status.ok()) return status.error();
  for (const SequentialEpoch& epoch : state.epochs) {
    if (status = state.total.merge(epoch.sums); !status.ok()) return status.error();
  }
  if (!reader.at_end()) return damaged_state("wrong length");
  return state;
}

}  // namespace ldp
