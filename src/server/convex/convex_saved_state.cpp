#include "server/convex/convex_saved_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "protocol/snapshot.hpp"
#include "server/adversarial/sequential_state.hpp"
#include "server/convex/convex_state.hpp"
#include "server/convex/small_matrix.hpp"
#include "server/saved_bytes.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPV";
constexpr std::uint8_t kVersion = 1;

Error damaged(std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, "state", reason, value};
}

void write_list(ByteWriter& writer, const std::vector<double>& list) {
  writer.integer(static_cast<std::uint64_t>(list.size()));
  for (const double value : list) writer.number(value + 0.0);  // one zero only
}

std::uint64_t fingerprint(const ConvexExperiment& experiment) {
  ByteWriter writer;
  const ConvexSet& set = experiment.set;
  writer.integer(static_cast<std::uint8_t>(set.kind));
  writer.integer(set.dimension);
  for (const auto* list : {&set.center, &set.low, &set.high, &set.normals, &set.offsets}) {
    write_list(writer, *list);
  }
  for (const double value :
       {set.radius, experiment.epsilon, experiment.delta, experiment.loss_low, experiment.loss_high,
        experiment.lipschitz, experiment.smoothness, experiment.curvature, experiment.distance}) {
    writer.number(value + 0.0);
  }
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  writer.integer(static_cast<std::uint8_t>(experiment.losses));
  writer.integer(static_cast<std::uint8_t>(experiment.steps));
  writer.integer(static_cast<std::uint8_t>(experiment.feedback));
  writer.integer(experiment.horizon);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : writer.bytes()) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

bool are_within(double largest, const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [=](double x) { return std::abs(x) <= largest; });  // false for NaN
}

}  // namespace

std::vector<std::uint8_t> convex_state_header(const ConvexExperiment& experiment) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(experiment.algorithm)].id;
  ByteWriter writer;
  writer.reserve(64);
  writer.text(kMagic);
  writer.integer(kVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.integer(fingerprint(experiment));
  return std::move(writer.bytes());
}

Result<std::span<const std::uint8_t>> body_of_convex_state(std::span<const std::uint8_t> bytes,
                                                           std::span<const std::uint8_t> header) {
  const std::size_t start = header.size();
  if (bytes.size() < start + kChecksumBytes) {
    return damaged("too short", static_cast<double>(bytes.size()));
  }
  if (!std::equal(header.begin(), header.end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (crc32(bytes.first(end)) != read_integer<std::uint32_t>(bytes.data() + end)) {
    return damaged("wrong checksum");
  }
  return bytes.subspan(start, end - start);
}

void ConvexState::write_folded(ByteWriter& writer) const {
  if (const auto* learner = std::get_if<StochasticConvex>(&folded_)) {
    learner->write(writer);
    return;
  }
  const auto* descent = std::get_if<Descent>(&folded_);
  descent->learner.write(writer);
  if (has_surface()) descent->surface.write(writer);
}

bool ConvexState::read_folded(ByteReader& reader) {
  if (auto* learner = std::get_if<StochasticConvex>(&folded_)) return learner->read(reader);
  auto* descent = std::get_if<Descent>(&folded_);
  if (!descent->learner.read(reader)) return false;
  return !has_surface() || (descent->surface.read(reader) &&
                            descent->surface.reports() == descent->learner.reports());
}

void ConvexState::write(ByteWriter& writer) const {
  write_folded(writer);
  writer.integer(first_open_);
  writer.integer(static_cast<std::uint8_t>(epochs_.size()));
  for (const ConvexEpoch& epoch : epochs_) {
    writer.integer(epoch.id);
    for (const double x : epoch.point) writer.number(x);
    writer.number(epoch.radius);
    writer.integer(static_cast<std::uint8_t>(!epoch.shape.empty()));
    for (const double x : epoch.shape) writer.number(x);
    const bool has_sums = epoch.sums.reports() > 0;
    writer.integer(static_cast<std::uint8_t>(has_sums));
    if (!has_sums) continue;
    for (const std::int64_t sum : epoch.sums.sums()) writer.integer(sum);
  }
}

Status ConvexState::read_epoch(ByteReader& reader, ConvexEpoch& epoch) const {
  const std::size_t d = domain_->dimension();
  const bool is_stochastic = has_points(*experiment_);
  epoch.id = reader.integer<std::uint32_t>();
  epoch.point.resize(is_stochastic ? 3 : d);
  for (double& x : epoch.point) x = reader.number();
  epoch.radius = reader.number();
  const auto shapes = reader.integer<std::uint8_t>();
  if (!reader.whole() || shapes > (has_shape(*experiment_) ? 1 : 0)) {
    return damaged("an epoch is incomplete", epoch.id);
  }
  epoch.shape.resize(shapes * d * d);
  for (double& x : epoch.shape) x = reader.number();
  const auto has_sums = reader.integer<std::uint8_t>();
  if (!reader.whole() || has_sums > 1) return damaged("an epoch is incomplete", epoch.id);
  // Both ends, from the middle of an interval far from 0.
  const double largest =
      is_stochastic ? std::max(std::abs(low_), std::abs(high_)) : 2 * domain_->outer();
  const bool has_radius = !is_stochastic && shapes == 0;
  if (!are_within(largest, epoch.point) || !are_within(2 * domain_->outer(), epoch.shape) ||
      !(has_radius ? epoch.radius > 0 && epoch.radius <= domain_->outer() : epoch.radius == 0) ||
      !is_triangular(epoch.shape, d)) {
    return damaged("an epoch of no snapshot", epoch.id);
  }
  if (has_sums == 0) return {};
  std::vector<std::int64_t> sums(epoch.sums.sums().size());
  for (std::int64_t& sum : sums) sum = reader.integer<std::int64_t>();
  if (!reader.whole()) return damaged("an epoch is incomplete", epoch.id);
  if (Status status = epoch.sums.assign(sums); !status.ok()) return status;
  if (epoch.sums.reports() == 0) return damaged("an epoch without reports has sums", epoch.id);
  return {};
}

Status ConvexState::read(ByteReader& reader, std::uint32_t snapshot_id) {
  if (!read_folded(reader)) return damaged("no reports lead to this state");
  first_open_ = reader.integer<std::uint32_t>();
  const auto count = reader.integer<std::uint8_t>();
  if (count > kMaximumOpenEpochs) return damaged("wrong number of epochs", count);
  epochs_.clear();
  for (unsigned i = 0; i < count; ++i) {
    ConvexEpoch epoch{0, {}, 0, {}, ConvexStatistics(*experiment_)};
    if (Status status = read_epoch(reader, epoch); !status.ok()) return status;
    if (epoch.id < first_open_ || epoch.id > snapshot_id ||
        (i > 0 && epoch.id <= epochs_.back().id)) {
      return damaged("epochs out of order", epoch.id);
    }
    epochs_.push_back(std::move(epoch));
  }
  if (reports() > kMaximumReports) return damaged("too many reports");
  return {};
}

}  // namespace ldp
