#include "server/linear/online_epochs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "privacy/pair_scale.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kCapacity = kMaximumReports;

}  // namespace

Result<OnlineEpochs> OnlineEpochs::create(const LinearExperiment& experiment) {
  if (has_link(experiment)) {
    Result<GlmLearner> learner = GlmLearner::create(experiment);
    if (!learner.ok()) return learner.error();
    return OnlineEpochs(experiment, 0, std::move(learner).value());
  }
  const auto scale = PairScale::create(experiment.epsilon, experiment.delta, experiment.dimension,
                                       experiment.calibration);
  if (!scale.ok()) return scale.error();
  const double unit = kPairRounding * scale.value().unit();
  if (experiment.algorithm == Algorithm::private_bandits_combiner) {
    Result<PrivateBanditsCombiner> combiner = PrivateBanditsCombiner::create(experiment);
    if (!combiner.ok()) return combiner.error();
    return OnlineEpochs(experiment, unit, std::move(combiner).value());
  }
  const Result<OnlineSettings> settings = OnlineSettings::of(experiment);
  if (!settings.ok()) return settings.error();
  return OnlineEpochs(experiment, unit, OnlineLdpLinUcb(settings.value()));
}

OnlineEpochs::OnlineEpochs(const LinearExperiment& experiment, double unit, Online online)
    : experiment_(experiment),
      unit_(unit),
      folded_(std::move(online)),
      epochs_(epoch_of(first_linear_snapshot(experiment))) {}

OnlineEpochs::Epoch OnlineEpochs::epoch_of(const LinearSnapshot& snapshot) const {
  Epoch epoch{snapshot.id, snapshot.base, {}, 0, LinearStatistics(experiment_)};
  if (has_link(experiment_)) {
    epoch.point = point_of(snapshot);
    epoch.residual = snapshot.residual;
  }
  return epoch;
}

std::uint32_t OnlineEpochs::bases() const {
  const auto* combiner = std::get_if<PrivateBanditsCombiner>(&folded_);
  return combiner == nullptr ? 1 : static_cast<std::uint32_t>(combiner->bases());
}

std::uint64_t OnlineEpochs::folded_reports() const {
  return std::visit([](const auto& online) { return online.reports(); }, folded_);
}

std::uint64_t OnlineEpochs::reports() const { return folded_reports() + epochs_.reports(); }

Status OnlineEpochs::ingest(std::span<const ReceivedLinearReport> reports) {
  if (reports.size() > kCapacity - this->reports()) {
    return rejected("reports", kFull);
  }
  std::vector<const Epoch*> checked;
  for (const ReceivedLinearReport& report : reports) {
    const Epoch* epoch = epochs_.find(report.snapshot);
    if (epoch == nullptr) return rejected("snapshot", kNotOpen);
    // Checks the whole batch against each epoch it names: if all fit, the reports of one epoch fit.
    if (std::find(checked.begin(), checked.end(), epoch) != checked.end()) continue;
    if (Status status = epoch->sums.check(reports); !status.ok()) return status;
    checked.push_back(epoch);
  }
  for (const ReceivedLinearReport& report : reports)
    (void)epochs_.find(report.snapshot)->sums.add(report);
  return {};
}

Status OnlineEpochs::ingest(std::uint32_t epoch, const LinearStatistics& sums) {
  Epoch* open = epochs_.find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  if (sums.reports() > kCapacity - reports()) return invalid("statistics", kFull);
  return open->sums.merge(sums);
}

void OnlineEpochs::take_steps(const Epoch& epoch, Online& online) const {
  if (epoch.sums.reports() == 0) return;
  const std::size_t d = experiment_.dimension;
  const std::size_t entries = triangle(experiment_.dimension);
  const std::span<const std::int64_t> totals = epoch.sums.of_part(0).subspan(1);
  if (auto* learner = std::get_if<GlmLearner>(&online)) {
    const std::span<const std::int64_t> curvature =
        has_coin(experiment_) ? epoch.sums.of_part(kCurvaturePart).subspan(1)
                              : std::span<const std::int64_t>{};
    learner->ingest_epoch(totals, curvature, epoch.point, epoch.residual, epoch.sums.reports());
    return;
  }
  std::vector<double> products(entries + d);
  for (std::size_t i = 0; i < products.size(); ++i) {
    products[i] = static_cast<double>(totals[i]) * (unit_ * unit_);
  }
  const std::span<const double> xx = std::span<const double>(products).first(entries);
  const std::span<const double> yx = std::span<const double>(products).subspan(entries);
  if (auto* learner = std::get_if<OnlineLdpLinUcb>(&online)) {
    learner->ingest_epoch(xx, yx, epoch.sums.reports());
    return;
  }
  const double y = static_cast<double>(totals[entries + d]) * unit_;
  std::get_if<PrivateBanditsCombiner>(&online)->ingest_epoch(epoch.base, xx, yx, y,
                                                             epoch.sums.reports());
}

LinearSnapshot OnlineEpochs::estimate() const {
  Online online = folded_;
  for (const Epoch& epoch : epochs_) take_steps(epoch, online);
  LinearSnapshot snapshot;
  std::visit([&](auto& learner) { learner.estimate(snapshot); }, online);
  return snapshot;
}

void OnlineEpochs::open(const LinearSnapshot& snapshot) {
  epochs_.open(epoch_of(snapshot), [this](const Epoch& past) { take_steps(past, folded_); });
}

void OnlineEpochs::fold(std::uint32_t first_open) {
  epochs_.fold(first_open, [this](const Epoch& past) { take_steps(past, folded_); });
}

std::vector<std::uint8_t> OnlineEpochs::folded_bytes() const {
  ByteWriter writer;
  std::visit([&](const auto& online) { online.write(writer); }, folded_);
  return std::move(writer.bytes());
}

Status OnlineEpochs::merge(const OnlineEpochs& other) {
  if (other.reports() > kCapacity - reports()) return invalid("statistics", kFull);
  const bool has_folded = folded_reports() > 0;
  const bool other_has = other.folded_reports() > 0;
  if (has_folded && other_has && folded_bytes() != other.folded_bytes()) {
    return invalid("state", "the two learners have folded different reports");
  }
  Online folded = other_has ? other.folded_ : folded_;
  Status status = epochs_.merge(other.epochs_, has_folded || other_has,
                                [&](const Epoch& past) { take_steps(past, folded); });
  if (status.ok()) folded_ = std::move(folded);
  return status;
}

void OnlineEpochs::write(ByteWriter& writer) const {
  std::visit([&](const auto& online) { online.write(writer); }, folded_);
  epochs_.write(writer, [&](const Epoch& epoch) {
    writer.integer(static_cast<std::uint8_t>(epoch.base));
    if (!has_link(experiment_)) return;
    for (const double number : epoch.point) writer.number(number);
    writer.number(epoch.residual);
  });
}

Status OnlineEpochs::read_place(ByteReader& reader, Epoch& epoch) const {
  epoch.base = reader.integer<std::uint8_t>();
  if (epoch.base >= bases()) return damaged_state("an epoch of no base learner", epoch.id);
  if (!has_link(experiment_)) return {};
  epoch.point.resize(experiment_.dimension);
  double squares = 0;
  for (double& number : epoch.point) {
    number = reader.number();
    squares += number * number;
  }
  epoch.residual = reader.number();
  const LinkModel model = link_model(experiment_);
  const bool is_possible = std::sqrt(squares) <= experiment_.bound * kPointTolerance &&
                           epoch.residual > 0 &&
                           epoch.residual <= model.residual_bound() * kPointTolerance;
  if (!is_possible) return damaged_state("no reports can be about this point", epoch.id);  // or NaN
  return {};
}

Status OnlineEpochs::read(ByteReader& reader, std::uint32_t snapshot_id) {
  if (!std::visit([&](auto& online) { return online.read(reader); }, folded_)) {
    return damaged_state("no reports lead to this state");
  }
  const Epoch empty{0, 0, {}, 0, LinearStatistics(experiment_)};
  Status status = epochs_.read(reader, snapshot_id, empty,
                               [&](Epoch& epoch) { return read_place(reader, epoch); });
  if (!status.ok()) return status;
  if (reports() > kCapacity) return damaged_state(kFull);
  return {};
}

}  // namespace ldp
