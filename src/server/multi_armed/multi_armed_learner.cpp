#include "server/multi_armed/multi_armed_learner.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "server/arms/bound.hpp"
#include "server/forgeries/forgeable_menu.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/saved_state.hpp"
#include "server/multi_armed/incumbent.hpp"

namespace ldp {
namespace {

// A rule states what it has: estimate(arm) or estimate(arm, bound), kHasTilt, forced_arm(),
// weights().
template <class Rule>
ArmEstimate estimate_of(const Rule& rule, ArmCounts arm, double bound) {
  if constexpr (requires { rule.estimate(arm, bound); }) {
    return rule.estimate(arm, bound);
  } else {
    return rule.estimate(arm);
  }
}

template <class Rule>
void estimate_arms(const Rule& rule, const Statistics& statistics, double bound,
                   MultiArmedSnapshot& snapshot) {
  constexpr bool kHasTilt = requires { Rule::kHasTilt; };
  snapshot.mean.reserve(statistics.arms());
  snapshot.width.reserve(statistics.arms());
  if (kHasTilt) snapshot.tilt.reserve(statistics.arms());
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const ArmEstimate estimate = estimate_of(rule, ArmCounts(statistics.of_arm(arm)), bound);
    snapshot.mean.push_back(estimate.mean);
    snapshot.width.push_back(estimate.width);
    if (kHasTilt) snapshot.tilt.push_back(estimate.tilt);
  }
}

// What only some rules have.
template <class Rule>
void complete(const Rule& rule, const Statistics& statistics, double bound,
              MultiArmedSnapshot& snapshot) {
  if constexpr (requires { rule.forced_arm(statistics, bound); }) {
    snapshot.forced_arm = rule.forced_arm(statistics, bound);
  } else if constexpr (requires { rule.weights(statistics, snapshot.id); }) {
    // The first snapshot stands before the first epoch.
    snapshot.weights = rule.weights(statistics, std::max<std::uint64_t>(snapshot.id, 2) - 1);
  }
}

}  // namespace

Result<MultiArmedLearner> MultiArmedLearner::create(const MultiArmedExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  return MultiArmedLearner(experiment);
}

MultiArmedLearner::MultiArmedLearner(const MultiArmedExperiment& experiment)
    : experiment_(experiment), rule_(make_rule(experiment)), statistics_(experiment) {
  if (SequentialLearner::is_for(experiment.algorithm)) sequential_.emplace(experiment);
  if (DriftLearner::is_for(experiment.algorithm)) drift_.emplace(experiment);
}

MultiArmedSnapshot MultiArmedLearner::publish() {
  if (sequential_) return sequential_->publish();
  if (drift_) return drift_->publish();
  MultiArmedSnapshot snapshot;
  snapshot.id = ++snapshot_id_;
  snapshot.reports = statistics_.reports();
  const double bound = bound_at(experiment_.bound, static_cast<double>(snapshot.reports) + 1);
  snapshot.scale = std::sqrt(bound);
  std::visit(
      [&](const auto& rule) {
        estimate_arms(rule, statistics_, bound, snapshot);
        complete(rule, statistics_, bound, snapshot);
      },
      rule_);
  if (experiment_.level_aware_from > 0) {
    snapshot.incumbent = incumbent_of(snapshot.mean, snapshot.width, snapshot.scale);
  }
  return snapshot;
}

std::optional<std::uint64_t> MultiArmedLearner::forgeries() const {
  const auto of = [&](const auto& rule) -> std::optional<std::uint64_t> {
    const ForgeableArms<double> menu = forgeable_menu(rule, experiment_, statistics());
    // A single level that is discarded says nothing about any arm.
    if (experiment_.levels.size() > 1 || menu.levels.empty()) return fewest_forgeries(menu);
    return fewest_forgeries(forgeable_arms(experiment_, statistics()));
  };
  return std::visit(
      [&](const auto& rule) {
        if constexpr (requires(ArmCounts arm) { rule.fold(arm); }) {
          return of(rule);
        } else {
          return of(WeightedLdpUcb(experiment_));
        }
      },
      rule_);
}

Status MultiArmedLearner::adopt(const MultiArmedSnapshot& snapshot) {
  if (sequential_) return sequential_->adopt(snapshot);
  if (drift_) return drift_->adopt(snapshot);
  if (Status status = check_adopted(snapshot.id, snapshot_id_); !status.ok()) return status;
  Status status = validate(snapshot, experiment_);
  if (status.ok()) snapshot_id_ = snapshot.id;
  return status;
}

Status MultiArmedLearner::merge(const MultiArmedLearner& other) {
  if (!(experiment_ == other.experiment_)) {
    return other_experiment();
  }
  if (sequential_) return sequential_->merge(*other.sequential_);
  if (drift_) return drift_->merge(*other.drift_);
  Status status = statistics_.merge(other.statistics_);
  if (status.ok() && other.snapshot_id_ > snapshot_id_) snapshot_id_ = other.snapshot_id_;
  return status;
}

std::vector<std::uint8_t> MultiArmedLearner::save() const {
  if (sequential_) return sequential_->save();
  if (drift_) return drift_->save();
  return encode_saved_state(experiment_, snapshot_id_, statistics_.sums());
}

Status MultiArmedLearner::load(std::span<const std::uint8_t> bytes) {
  if (sequential_) return sequential_->load(bytes);
  if (drift_) return drift_->load(bytes);
  Result<SavedState> state = decode_saved_state(bytes, experiment_);
  if (!state.ok()) return state.error();
  Status status = check_has_next(state.value().snapshot_id, "state");
  if (status.ok()) status = statistics_.assign(state.value().sums);
  if (status.ok()) snapshot_id_ = state.value().snapshot_id;
  return status;
}

}  // namespace ldp
