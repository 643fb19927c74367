#include "server/multi_armed/sequential_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/arms/bound.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/multi_armed/sequential_state.hpp"

namespace ldp {

SequentialLearner::SequentialLearner(const MultiArmedExperiment& experiment)
    : experiment_(experiment),
      rule_(experiment),
      display_(experiment),
      total_(experiment),
      losses_(experiment.arms),
      epochs_({0, 0, std::vector<double>(experiment.arms, 1.0 / experiment.arms),
               Statistics(experiment)}) {}

Status SequentialLearner::ingest(std::span<const ReceivedReport> reports) {
  for (const ReceivedReport& report : reports) {
    if (epochs_.find(report.snapshot) == nullptr) {
      return rejected("snapshot", kNotOpen);
    }
  }
  // The total refuses what any epoch would refuse, being the larger sum of the same shape.
  if (Status status = total_.add(reports); !status.ok()) return status;
  for (const ReceivedReport& report : reports)
    (void)epochs_.find(report.snapshot)->sums.add(report);
  return {};
}

Status SequentialLearner::ingest(std::uint32_t epoch, const Statistics& sums) {
  SequentialEpoch* open = epochs_.find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  if (Status status = total_.merge(sums); !status.ok()) return status;
  return open->sums.merge(sums);
}

MultiArmedSnapshot SequentialLearner::publish() {
  MultiArmedSnapshot snapshot;
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
  for (const SequentialEpoch& epoch : epochs_) take_step(epoch, losses);
  snapshot.weights = rule_.weights(losses, round);
  open(snapshot);
  return snapshot;
}

Status SequentialLearner::adopt(const MultiArmedSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, snapshot_id_); !status.ok()) return status;
  if (snapshot.weights.empty()) return invalid("weights", "there must be one weight per arm");
  if (Status status = validate(snapshot, experiment_); !status.ok()) return status;
  open(snapshot);
  return {};
}

void SequentialLearner::open(const MultiArmedSnapshot& snapshot) {
  snapshot_id_ = snapshot.id;
  epochs_.open({snapshot.id, snapshot.reports, snapshot.weights, Statistics(experiment_)},
               [this](const SequentialEpoch& past) { take_step(past, losses_); });
}

void SequentialLearner::take_step(const SequentialEpoch& epoch, LossSums& losses) const {
  rule_.add(epoch.sums, epoch.weights, epoch.round(), losses);
}

void SequentialLearner::fold(std::uint32_t first_open) {
  epochs_.fold(first_open, [this](const SequentialEpoch& past) { take_step(past, losses_); });
}

Status SequentialLearner::merge(const SequentialLearner& other) {
  Statistics total = total_;
  if (Status status = total.merge(other.total_); !status.ok()) return status;
  LossSums losses = losses_;
  for (std::size_t arm = 0; arm < losses.size(); ++arm) losses[arm] += other.losses_[arm];
  Status status = epochs_.merge(other.epochs_, false,
                                [&](const SequentialEpoch& past) { take_step(past, losses); });
  if (!status.ok()) return status;
  total_ = std::move(total);
  losses_ = std::move(losses);
  snapshot_id_ = std::max(snapshot_id_, other.snapshot_id_);
  return {};
}

std::vector<std::uint8_t> SequentialLearner::save() const {
  return encode_sequential_state(experiment_, {snapshot_id_, total_, losses_, epochs_});
}

Status SequentialLearner::load(std::span<const std::uint8_t> bytes) {
  Result<SequentialState> state = decode_sequential_state(bytes, experiment_);
  if (!state.ok()) return state.error();
  SequentialState& loaded = state.value();
  if (Status status = check_has_next(loaded.snapshot_id, "state"); !status.ok()) return status;
  snapshot_id_ = loaded.snapshot_id;
  total_ = std::move(loaded.total);
  losses_ = std::move(loaded.losses);
  epochs_ = std::move(loaded.epochs);
  return {};
}

}  // namespace ldp
