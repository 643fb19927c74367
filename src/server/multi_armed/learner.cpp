#include "server/multi_armed/learner.hpp"

#include <cmath>
#include <type_traits>

#include "server/arms/bound.hpp"
#include "server/forgeries/forgeable_menu.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/saved_state.hpp"
#include "server/multi_armed/incumbent.hpp"

namespace ldp {
namespace {

ArmEstimate estimate_of(const LdpKlUcb& policy, ArmCounts arm, double bound) {
  return policy.estimate(arm, bound);
}

template <class Policy>
ArmEstimate estimate_of(const Policy& policy, ArmCounts arm, double /*bound*/) {
  return policy.estimate(arm);
}

template <class Policy>
void estimate_arms(const Policy& policy, const Statistics& statistics, double bound,
                   Snapshot& snapshot) {
  constexpr bool kHasTilt = std::is_same_v<Policy, WeightedLdpUcbLaplace>;
  snapshot.mean.reserve(statistics.arms());
  snapshot.width.reserve(statistics.arms());
  if (kHasTilt) snapshot.tilt.reserve(statistics.arms());
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const ArmEstimate estimate = estimate_of(policy, ArmCounts(statistics.of_arm(arm)), bound);
    snapshot.mean.push_back(estimate.mean);
    snapshot.width.push_back(estimate.width);
    if (kHasTilt) snapshot.tilt.push_back(estimate.tilt);
  }
}

// What only some policies have.
template <class Policy>
void complete(const Policy& policy, const Statistics& statistics, double bound,
              Snapshot& snapshot) {
  if constexpr (std::is_same_v<Policy, HeLdpUcbLaplace>) {
    snapshot.forced_arm = policy.forced_arm(statistics, bound);
  } else if constexpr (std::is_same_v<Policy, LdpThompson>) {
    snapshot.weights = policy.weights(statistics);
  }
}

}  // namespace

Result<Learner> Learner::create(const Experiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  return Learner(experiment);
}

Learner::Learner(const Experiment& experiment)
    : experiment_(experiment), policy_(make_policy(experiment)), statistics_(experiment) {
  if (SequentialLearner::is_for(experiment.algorithm)) sequential_.emplace(experiment);
}

Learner::Policy Learner::make_policy(const Experiment& experiment) {
  switch (experiment.algorithm) {
    case Algorithm::he_ldp_ucb_bernoulli:
      return HeLdpUcbBernoulli(experiment);
    case Algorithm::he_ldp_ucb_laplace:
      return HeLdpUcbLaplace(experiment);
    case Algorithm::weighted_ldp_ucb_laplace:
      return WeightedLdpUcbLaplace(experiment);
    case Algorithm::ldp_gaussian_ucb:
      return LdpGaussianUcb(experiment);
    case Algorithm::ldp_kl_ucb:
      return LdpKlUcb(experiment);
    case Algorithm::ldp_thompson:
      return LdpThompson(experiment);
    default:  // a valid experiment leaves nothing else
      return WeightedLdpUcb(experiment);
  }
}

Snapshot Learner::publish() {
  if (sequential_) return sequential_->publish();
  Snapshot snapshot;
  snapshot.id = ++snapshot_id_;
  snapshot.reports = statistics_.reports();
  const double bound = bound_at(experiment_.bound, static_cast<double>(snapshot.reports) + 1);
  snapshot.scale = std::sqrt(bound);
  std::visit(
      [&](const auto& policy) {
        estimate_arms(policy, statistics_, bound, snapshot);
        complete(policy, statistics_, bound, snapshot);
      },
      policy_);
  if (experiment_.level_aware_from > 0) {
    snapshot.incumbent = incumbent_of(snapshot.mean, snapshot.width, snapshot.scale);
  }
  return snapshot;
}

std::optional<std::uint64_t> Learner::forgeries() const {
  const auto of = [&](const auto& policy) -> std::optional<std::uint64_t> {
    const ForgeableArms<double> menu = forgeable_menu(policy, experiment_, statistics());
    // A single level that is discarded says nothing about any arm.
    if (experiment_.levels.size() > 1 || menu.levels.empty()) return fewest_forgeries(menu);
    return fewest_forgeries(forgeable_arms(experiment_, statistics()));
  };
  if (sequential_) return of(WeightedLdpUcb(experiment_));
  return std::visit(
      [&](const auto& policy) {
        if constexpr (std::is_same_v<std::decay_t<decltype(policy)>, LdpKlUcb>) {
          return of(WeightedLdpUcb(experiment_));
        } else {
          return of(policy);
        }
      },
      policy_);
}

Status Learner::adopt(const Snapshot& snapshot) {
  if (sequential_) return sequential_->adopt(snapshot);
  if (Status status = check_adopted(snapshot.id, snapshot_id_); !status.ok()) return status;
  Status status = validate(snapshot, experiment_);
  if (status.ok()) snapshot_id_ = snapshot.id;
  return status;
}

Status Learner::merge(const Learner& other) {
  if (!(experiment_ == other.experiment_)) {
    return other_experiment();
  }
  if (sequential_) return sequential_->merge(*other.sequential_);
  Status status = statistics_.merge(other.statistics_);
  if (status.ok() && other.snapshot_id_ > snapshot_id_) snapshot_id_ = other.snapshot_id_;
  return status;
}

std::vector<std::uint8_t> Learner::save() const {
  if (sequential_) return sequential_->save();
  return encode_saved_state(experiment_, snapshot_id_, statistics_.sums());
}

Status Learner::load(std::span<const std::uint8_t> bytes) {
  if (sequential_) return sequential_->load(bytes);
  Result<SavedState> state = decode_saved_state(bytes, experiment_);
  if (!state.ok()) return state.error();
  Status status = check_has_next(state.value().snapshot_id, "state");
  if (status.ok()) status = statistics_.assign(state.value().sums);
  if (status.ok()) snapshot_id_ = state.value().snapshot_id;
  return status;
}

}  // namespace ldp
