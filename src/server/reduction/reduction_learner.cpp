#include "server/reduction/reduction_learner.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "server/arms/bound.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/saved_state.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPO";
constexpr std::uint8_t kVersion = 1;

// The state of a multi-armed learner, which names the experiment, lies behind it.
ByteWriter header() {
  ByteWriter writer;
  writer.reserve(256);
  writer.text(kMagic);
  writer.integer(kVersion);
  return writer;
}

// Of one observation around its mean, whatever the reward.
double largest_variance(const ReductionExperiment& experiment) {
  switch (experiment.mechanism) {
    case ScalarMechanism::laplace: {
      const double e = LaplaceScale::create(experiment.epsilon, kRewardGrid).value().epsilon();
      return 0.25 + 2 / (e * e);
    }
    case ScalarMechanism::gaussian: {
      const double sigma =
          GaussianScale::create(experiment.epsilon, experiment.delta).value().sigma();
      return 0.25 + sigma * sigma;
    }
    case ScalarMechanism::bit:
      break;
  }
  return 0.25;
}

// splitmix64: neighbours have nothing in common.
std::uint64_t mixed(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

}  // namespace

Result<ReductionLearner> ReductionLearner::create(const ReductionExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  return ReductionLearner(experiment);
}

ReductionLearner::ReductionLearner(const ReductionExperiment& experiment)
    : experiment_(experiment),
      reports_(reports_of(experiment)),
      observation_(
          ScalarObservation::of(experiment.mechanism, experiment.epsilon, experiment.delta)),
      variance_(largest_variance(experiment)),
      statistics_(reports_) {}

std::vector<ArmLoss> ReductionLearner::losses() const {
  std::vector<ArmLoss> losses(experiment_.arms);
  for (std::uint32_t arm = 0; arm < experiment_.arms; ++arm) {
    const auto row = statistics_.of_arm(arm);
    if (row[0] == 0) continue;
    const auto count = static_cast<double>(row[0]);
    const double mean = static_cast<double>(row[1]) * observation_.unit / count;
    losses[arm] = {count, 1 - observation_.reward(mean)};
  }
  return losses;
}

std::uint64_t ReductionLearner::public_seed() const { return mixed(snapshot_id_ + 1); }

Status ReductionLearner::weigh(std::span<const double> weights) {
  if (weights.size() != experiment_.arms) {
    return invalid("weights", "there must be one weight per arm",
                   static_cast<double>(weights.size()));
  }
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || std::isinf(weight)) {  // refuses NaN
      return invalid("weights", "every weight must be finite and not negative", weight);
    }
    sum += weight;
  }
  if (!(sum > 0) || std::isinf(sum)) {
    return invalid("weights", "the weights must have a positive finite sum", sum);
  }
  weights_.assign(weights.begin(), weights.end());
  for (double& weight : weights_) weight /= sum;
  return {};
}

MultiArmedSnapshot ReductionLearner::publish() {
  MultiArmedSnapshot snapshot;
  snapshot.id = ++snapshot_id_;
  snapshot.reports = statistics_.reports();
  snapshot.scale = std::sqrt(bound_at(Bound::la, static_cast<double>(snapshot.reports) + 1));
  for (const ArmLoss& arm : losses()) {
    const bool is_known = arm.reports > 0;
    snapshot.mean.push_back(is_known ? 1 - arm.mean_loss : 0);
    snapshot.width.push_back(is_known ? std::sqrt(2 * variance_ / arm.reports) / observation_.theta
                                      : kNeverPulled);
  }
  snapshot.weights = std::exchange(weights_, {});
  if (snapshot.weights.empty()) {
    snapshot.weights.assign(experiment_.arms, 1.0 / experiment_.arms);
  }
  return snapshot;
}

std::optional<std::uint64_t> ReductionLearner::forgeries() const {
  return fewest_forgeries(forgeable_arms(reports_, statistics_));
}

Status ReductionLearner::adopt(const MultiArmedSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, snapshot_id_); !status.ok()) return status;
  if (snapshot.weights.empty()) return invalid("weights", "there must be one weight per arm");
  if (Status status = validate(snapshot, reports_); !status.ok()) return status;
  snapshot_id_ = snapshot.id;
  return {};
}

Status ReductionLearner::merge(const ReductionLearner& other) {
  if (!(experiment_ == other.experiment_)) {
    return other_experiment();
  }
  if (Status status = statistics_.merge(other.statistics_); !status.ok()) return status;
  snapshot_id_ = std::max(snapshot_id_, other.snapshot_id_);
  return {};
}

std::vector<std::uint8_t> ReductionLearner::save() const {
  ByteWriter writer = header();
  writer.append(encode_saved_state(reports_, snapshot_id_, statistics_.sums()));
  return end_state(std::move(writer));
}

Status ReductionLearner::load(std::span<const std::uint8_t> bytes) {
  const auto body = body_of_state(bytes, header().bytes());
  if (!body.ok()) return body.error();
  Result<SavedState> state = decode_saved_state(body.value(), reports_);
  if (!state.ok()) return state.error();
  if (Status status = check_has_next(state.value().snapshot_id, "state"); !status.ok())
    return status;
  if (Status status = statistics_.assign(state.value().sums); !status.ok()) return status;
  snapshot_id_ = state.value().snapshot_id;
  weights_.clear();
  return {};
}

}  // namespace ldp
