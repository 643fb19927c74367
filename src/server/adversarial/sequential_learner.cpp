#include "server/adversarial/sequential_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/adversarial/sequential_state.hpp"
#include "server/multi_armed/bound.hpp"

namespace ldp {
namespace {

constexpr std::string_view kNotOpen = "no reports are taken for this snapshot";

Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

}  // namespace

SequentialLearner::SequentialLearner(const Experiment& experiment)
    : experiment_(experiment),
      rule_(experiment),
      display_(experiment),
      total_(experiment),
      losses_(experiment.arms),
      epochs_{{0, 0, std::vector<double>(experiment.arms, 1.0 / experiment.arms),
               Statistics(experiment)}} {}

SequentialEpoch* SequentialLearner::find(std::uint32_t id) {
  const auto found =
      std::lower_bound(epochs_.begin(), epochs_.end(), id,
                       [](const SequentialEpoch& epoch, std::uint32_t i) { return epoch.id < i; });
  return found != epochs_.end() && found->id == id ? &*found : nullptr;
}

Status SequentialLearner::ingest(std::span<const ReceivedReport> reports) {
  for (const ReceivedReport& report : reports) {
    if (find(report.snapshot) == nullptr) {
      return Error{ErrorCode::report_rejected, "snapshot", kNotOpen};
    }
  }
  // The total refuses what any epoch would refuse, being the larger sum of the same shape.
  if (Status status = total_.add(reports); !status.ok()) return status;
  for (const ReceivedReport& report : reports) (void)find(report.snapshot)->sums.add(report);
  return {};
}

Status SequentialLearner::ingest(std::uint32_t epoch, const Statistics& sums) {
  SequentialEpoch* open = find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  if (Status status = total_.merge(sums); !status.ok()) return status;
  return open->sums.merge(sums);
}

Snapshot SequentialLearner::publish() {
  Snapshot snapshot;
  snapshot.id = snapshot_id_ + 1;
  snapshot.reports = total_.reports();
  const double round = static_cast<double>(snapshot.reports) + 1;
  snapshot.scale = std::sqrt(bound_at(experiment_.bound, round));
  for (std::uint32_t arm = 0; arm < experiment_.arms; ++arm) {
    const ArmEstimate estimate = display_.estimate(ArmCounts(total_.of_arm(arm)));
    snapshot.mean.push_back(estimate.mean);
    snapshot.width.push_back(estimate.width);
  }
  LossSums losses = losses_;
  for (const SequentialEpoch& epoch : epochs_) {
    rule_.add(epoch.sums, epoch.weights, epoch.round(), losses);
  }
  snapshot.weights = rule_.weights(losses, round);
  open(snapshot);
  return snapshot;
}

Status SequentialLearner::adopt(const Snapshot& snapshot) {
  if (snapshot.id <= snapshot_id_) return invalid("id", "must be a new snapshot", snapshot.id);
  if (snapshot.weights.empty()) return invalid("weights", "there must be one weight per arm");
  if (Status status = validate(snapshot, experiment_); !status.ok()) return status;
  open(snapshot);
  return {};
}

void SequentialLearner::open(const Snapshot& snapshot) {
  snapshot_id_ = snapshot.id;
  epochs_.push_back({snapshot.id, snapshot.reports, snapshot.weights, Statistics(experiment_)});
  fold_surplus();
}

void SequentialLearner::fold(std::uint32_t first_open) {
  const auto end = std::find_if(epochs_.begin(), epochs_.end(), [&](const SequentialEpoch& epoch) {
    return epoch.id >= first_open;
  });
  for (auto epoch = epochs_.begin(); epoch != end; ++epoch) {
    rule_.add(epoch->sums, epoch->weights, epoch->round(), losses_);
  }
  epochs_.erase(epochs_.begin(), end);
}

void SequentialLearner::fold_surplus() {
  if (epochs_.size() <= kMaximumOpenEpochs) return;
  fold(epochs_[epochs_.size() - kMaximumOpenEpochs].id);
}

Status SequentialLearner::merge(const SequentialLearner& other) {
  SequentialLearner sum = *this;
  if (Status status = sum.total_.merge(other.total_); !status.ok()) return status;
  for (std::size_t arm = 0; arm < losses_.size(); ++arm) sum.losses_[arm] += other.losses_[arm];
  for (const SequentialEpoch& epoch : other.epochs_) {
    SequentialEpoch* own = sum.find(epoch.id);
    if (own == nullptr) {
      const auto place = std::find_if(sum.epochs_.begin(), sum.epochs_.end(),
                                      [&](const SequentialEpoch& e) { return e.id > epoch.id; });
      sum.epochs_.insert(place, epoch);
      continue;
    }
    if (own->weights != epoch.weights || own->reports != epoch.reports) {
      return invalid("weights", "two different snapshots have this number", epoch.id);
    }
    if (Status status = own->sums.merge(epoch.sums); !status.ok()) return status;
  }
  sum.snapshot_id_ = std::max(snapshot_id_, other.snapshot_id_);
  sum.fold_surplus();
  *this = std::move(sum);
  return {};
}

std::vector<std::uint8_t> SequentialLearner::save() const {
  return encode_sequential_state(experiment_, {snapshot_id_, total_, losses_, epochs_});
}

Status SequentialLearner::load(std::span<const std::uint8_t> bytes) {
  Result<SequentialState> state = decode_sequential_state(bytes, experiment_);
  if (!state.ok()) return state.error();
  SequentialState& loaded = state.value();
  snapshot_id_ = loaded.snapshot_id;
  total_ = std::move(loaded.total);
  losses_ = std::move(loaded.losses);
  epochs_ = std::move(loaded.epochs);
  return {};
}

}  // namespace ldp
