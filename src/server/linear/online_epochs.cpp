#include "server/linear/online_epochs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "privacy/pair_scale.hpp"
#include "protocol/snapshot.hpp"
#include "server/adversarial/sequential_state.hpp"
#include "server/linear/linear_saved_state.hpp"

namespace ldp {
namespace {

constexpr std::string_view kNotOpen = "no reports are taken for this snapshot";
constexpr std::string_view kFull = "the learner is full: it counts no further exactly";

constexpr std::uint64_t kCapacity = kMaximumReports;

Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

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
      epochs_{epoch_of(first_linear_snapshot(experiment))} {}

OnlineEpochs::Epoch OnlineEpochs::epoch_of(const LinearSnapshot& snapshot) const {
  Epoch epoch{snapshot.id, snapshot.base, {}, 0, LinearStatistics(experiment_)};
  if (has_link(experiment_)) {
    epoch.point = point_of(snapshot);
    epoch.residual = snapshot.residual;
  }
  return epoch;
}

OnlineEpochs::Epoch* OnlineEpochs::find(std::uint32_t id) {
  const auto found = std::lower_bound(epochs_.begin(), epochs_.end(), id,
                                      [](const Epoch& e, std::uint32_t i) { return e.id < i; });
  return found != epochs_.end() && found->id == id ? &*found : nullptr;
}

std::uint32_t OnlineEpochs::bases() const {
  const auto* combiner = std::get_if<PrivateBanditsCombiner>(&folded_);
  return combiner == nullptr ? 1 : static_cast<std::uint32_t>(combiner->bases());
}

std::uint64_t OnlineEpochs::reports() const {
  std::uint64_t sum = std::visit([](const auto& online) { return online.reports(); }, folded_);
  for (const Epoch& epoch : epochs_) sum += epoch.sums.reports();
  return sum;
}

Status OnlineEpochs::ingest(std::span<const ReceivedLinearReport> reports) {
  if (reports.size() > kCapacity - this->reports()) {
    return Error{ErrorCode::report_rejected, "reports", kFull};
  }
  std::vector<const Epoch*> checked;
  for (const ReceivedLinearReport& report : reports) {
    const Epoch* epoch = find(report.snapshot);
    if (epoch == nullptr) return Error{ErrorCode::report_rejected, "snapshot", kNotOpen};
    // All reports against every epoch that one of them is for: whoever fits together fits alone.
    if (std::find(checked.begin(), checked.end(), epoch) != checked.end()) continue;
    if (Status status = epoch->sums.check(reports); !status.ok()) return status;
    checked.push_back(epoch);
  }
  for (const ReceivedLinearReport& report : reports) (void)find(report.snapshot)->sums.add(report);
  return {};
}

Status OnlineEpochs::ingest(std::uint32_t epoch, const LinearStatistics& sums) {
  Epoch* open = find(epoch);
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
    learner->ingest_epoch(totals, epoch.point, epoch.residual, epoch.sums.reports());
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
  epochs_.push_back(epoch_of(snapshot));
  if (epochs_.size() > kMaximumOpenEpochs) fold(epochs_[epochs_.size() - kMaximumOpenEpochs].id);
}

void OnlineEpochs::fold(std::uint32_t first_open) {
  const auto end = std::find_if(epochs_.begin(), epochs_.end(),
                                [&](const Epoch& epoch) { return epoch.id >= first_open; });
  for (auto epoch = epochs_.begin(); epoch != end; ++epoch) take_steps(*epoch, folded_);
  epochs_.erase(epochs_.begin(), end);
  first_open_ = std::max(first_open_, first_open);
}

std::vector<std::uint8_t> OnlineEpochs::folded_bytes() const {
  ByteWriter writer;
  std::visit([&](const auto& online) { online.write(writer); }, folded_);
  return std::move(writer.bytes());
}

Status OnlineEpochs::merge(const OnlineEpochs& other) {
  const auto folded_reports = [](const OnlineEpochs& epochs) {
    return std::visit([](const auto& online) { return online.reports(); }, epochs.folded_);
  };
  if (other.reports() > kCapacity - reports()) return invalid("statistics", kFull);
  OnlineEpochs sum = *this;
  const bool has_folded = folded_reports(sum) > 0;
  const bool other_has = folded_reports(other) > 0;
  if (has_folded && other_has && folded_bytes() != other.folded_bytes()) {
    return invalid("state", "the two learners have folded different reports");
  }
  if (other_has) sum.folded_ = other.folded_;
  sum.first_open_ = std::max(first_open_, other.first_open_);
  for (const Epoch& epoch : other.epochs_) {
    Epoch* own = sum.find(epoch.id);
    if (own == nullptr) {
      const auto place = std::find_if(sum.epochs_.begin(), sum.epochs_.end(),
                                      [&](const Epoch& e) { return e.id > epoch.id; });
      sum.epochs_.insert(place, epoch);
      continue;
    }
    if (own->base != epoch.base || own->point != epoch.point || own->residual != epoch.residual) {
      return invalid("snapshot", "two different snapshots have this number", epoch.id);
    }
    if (Status status = own->sums.merge(epoch.sums); !status.ok()) return status;
  }
  // Steps have been taken past these: what one learner still has in them comes too late. Where
  // nothing has been stepped through yet, they are simply the first.
  const bool is_stepped = has_folded || other_has;
  for (const Epoch& epoch : sum.epochs_) {
    if (epoch.id < sum.first_open_ && is_stepped && epoch.sums.reports() > 0) {
      return invalid("state", "one learner has folded an epoch that the other has reports of",
                     epoch.id);
    }
  }
  sum.fold(sum.first_open_);
  if (sum.epochs_.size() > kMaximumOpenEpochs) {
    sum.fold(sum.epochs_[sum.epochs_.size() - kMaximumOpenEpochs].id);
  }
  *this = std::move(sum);
  return {};
}

void OnlineEpochs::write(ByteWriter& writer) const {
  std::visit([&](const auto& online) { online.write(writer); }, folded_);
  writer.integer(first_open_);
  writer.integer(static_cast<std::uint8_t>(epochs_.size()));
  for (const Epoch& epoch : epochs_) {
    writer.integer(epoch.id);
    writer.integer(static_cast<std::uint8_t>(epoch.base));
    if (has_link(experiment_)) {
      for (const double number : epoch.point) writer.number(number);
      writer.number(epoch.residual);
    }
    const bool has_sums = epoch.sums.reports() > 0;
    writer.integer(static_cast<std::uint8_t>(has_sums));
    if (has_sums) write_sums(writer, epoch.sums);
  }
}

bool OnlineEpochs::read_point_of(ByteReader& reader, Epoch& epoch) const {
  epoch.point.resize(experiment_.dimension);
  double squares = 0;
  for (double& number : epoch.point) {
    number = reader.number();
    squares += number * number;
  }
  epoch.residual = reader.number();
  const LinkModel model = link_model(experiment_);
  return std::sqrt(squares) <= experiment_.bound * kPointTolerance && epoch.residual > 0 &&
         epoch.residual <= model.residual_bound() * kPointTolerance;  // false for NaN
}

Status OnlineEpochs::read(ByteReader& reader, std::uint32_t snapshot_id) {
  if (!std::visit([&](auto& online) { return online.read(reader); }, folded_)) {
    return damaged_linear_state("no reports lead to this state");
  }
  first_open_ = reader.integer<std::uint32_t>();
  const auto count = reader.integer<std::uint8_t>();
  if (count > kMaximumOpenEpochs) return damaged_linear_state("wrong number of epochs");
  epochs_.clear();
  for (unsigned i = 0; i < count; ++i) {
    Epoch epoch{0, 0, {}, 0, LinearStatistics(experiment_)};
    epoch.id = reader.integer<std::uint32_t>();
    epoch.base = reader.integer<std::uint8_t>();
    if (has_link(experiment_) && !read_point_of(reader, epoch)) {
      return damaged_linear_state("no reports can be about this point");
    }
    const auto has_sums = reader.integer<std::uint8_t>();
    if (!reader.whole() || has_sums > 1) return damaged_linear_state("an epoch is incomplete");
    if (epoch.id < first_open_ || epoch.id > snapshot_id ||
        (i > 0 && epoch.id <= epochs_.back().id)) {
      return damaged_linear_state("epochs out of order");
    }
    if (epoch.base >= bases()) return damaged_linear_state("an epoch of no base learner");
    if (has_sums == 1) {
      if (Status status = read_sums(reader, epoch.sums); !status.ok()) return status;
      if (epoch.sums.reports() == 0)
        return damaged_linear_state("an epoch without reports has sums");
    }
    epochs_.push_back(std::move(epoch));
  }
  if (reports() > kCapacity) return damaged_linear_state(kFull);
  return {};
}

}  // namespace ldp
