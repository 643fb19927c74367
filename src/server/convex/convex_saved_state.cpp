#include "server/convex/convex_saved_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "protocol/multi_armed_snapshot.hpp"
#include "server/convex/convex_state.hpp"
#include "server/convex/small_matrix.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPV";
constexpr std::uint8_t kVersion = 1;

void write_list(ByteWriter& writer, const std::vector<double>& list) {
  writer.integer(static_cast<std::uint64_t>(list.size()));
  for (const double value : list) writer.canonical(value);
}

std::uint64_t fingerprint_of(const ConvexExperiment& experiment) {
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
    writer.canonical(value);
  }
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  writer.integer(static_cast<std::uint8_t>(experiment.losses));
  writer.integer(static_cast<std::uint8_t>(experiment.steps));
  writer.integer(static_cast<std::uint8_t>(experiment.feedback));
  writer.integer(experiment.horizon);
  return fingerprint(writer.bytes());
}

bool are_within(double largest, const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [=](double x) { return std::abs(x) <= largest; });  // false for NaN
}

}  // namespace

std::vector<std::uint8_t> convex_state_header(const ConvexExperiment& experiment) {
  ByteWriter writer = begin_state(kMagic, kVersion, experiment.algorithm);
  writer.integer(fingerprint_of(experiment));
  return std::move(writer.bytes());
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

bool ConvexState::read_folded(ByteReader& reader, Folded& folded) const {
  if (auto* learner = std::get_if<StochasticConvex>(&folded)) return learner->read(reader);
  auto* descent = std::get_if<Descent>(&folded);
  if (!descent->learner.read(reader)) return false;
  return !has_surface() || (descent->surface.read(reader) &&
                            descent->surface.reports() == descent->learner.reports());
}

void ConvexState::write(ByteWriter& writer) const {
  write_folded(writer);
  epochs_.write(writer, [&](const ConvexEpoch& epoch) {
    for (const double x : epoch.point) writer.number(x);
    writer.number(epoch.radius);
    writer.integer(static_cast<std::uint8_t>(!epoch.shape.empty()));
    for (const double x : epoch.shape) writer.number(x);
  });
}

Status ConvexState::read_place(ByteReader& reader, ConvexEpoch& epoch) const {
  const std::size_t d = domain_->dimension();
  const bool is_stochastic = has_points(*experiment_);
  epoch.point.resize(is_stochastic ? 3 : d);
  for (double& x : epoch.point) x = reader.number();
  epoch.radius = reader.number();
  const auto shapes = reader.integer<std::uint8_t>();
  if (!reader.whole() || shapes > (has_shape(*experiment_) ? 1 : 0)) {
    return damaged_state("an epoch is incomplete", epoch.id);
  }
  epoch.shape.resize(shapes * d * d);
  for (double& x : epoch.shape) x = reader.number();
  // Both ends, from the middle of an interval far from 0.
  const double largest =
      is_stochastic ? std::max(std::abs(low_), std::abs(high_)) : 2 * domain_->outer();
  const bool has_radius = !is_stochastic && shapes == 0;
  if (!are_within(largest, epoch.point) || !are_within(2 * domain_->outer(), epoch.shape) ||
      !(has_radius ? epoch.radius > 0 && epoch.radius <= domain_->outer() : epoch.radius == 0) ||
      !is_triangular(epoch.shape, d)) {
    return damaged_state("an epoch of no snapshot", epoch.id);
  }
  return {};
}

Status ConvexState::read(ByteReader& reader, std::uint32_t snapshot_id) {
  if (!read_folded(reader, folded_)) return damaged_state("no reports lead to this state");
  const ConvexEpoch empty{0, {}, 0, {}, ConvexStatistics(*experiment_)};
  Status status = epochs_.read(reader, snapshot_id, empty,
                               [&](ConvexEpoch& epoch) { return read_place(reader, epoch); });
  if (!status.ok()) return status;
  if (reports() > kMaximumReports) return damaged_state("too many reports");
  return {};
}

}  // namespace ldp
