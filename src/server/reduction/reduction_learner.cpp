#include "server/reduction/reduction_learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "server/forgeries/forgeries.hpp"
#include "server/multi_armed/bound.hpp"
#include "server/multi_armed/saved_state.hpp"
#include "server/saved_bytes.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPO";
constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kHeader = 5;

Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
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

Snapshot ReductionLearner::publish() {
  Snapshot snapshot;
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

Status ReductionLearner::adopt(const Snapshot& snapshot) {
  if (snapshot.id <= snapshot_id_) return invalid("id", "must be a new snapshot", snapshot.id);
  if (snapshot.weights.empty()) return invalid("weights", "there must be one weight per arm");
  if (Status status = validate(snapshot, reports_); !status.ok()) return status;
  snapshot_id_ = snapshot.id;
  return {};
}

Status ReductionLearner::merge(const ReductionLearner& other) {
  if (!(experiment_ == other.experiment_)) {
    return Error{ErrorCode::manifest_mismatch, "experiment", "the learners differ in experiment"};
  }
  if (Status status = statistics_.merge(other.statistics_); !status.ok()) return status;
  snapshot_id_ = std::max(snapshot_id_, other.snapshot_id_);
  return {};
}

std::vector<std::uint8_t> ReductionLearner::save() const {
  ByteWriter writer;
  writer.text(kMagic);
  writer.integer(kVersion);
  const std::vector<std::uint8_t> base =
      encode_saved_state(reports_, snapshot_id_, statistics_.sums());
  writer.bytes().insert(writer.bytes().end(), base.begin(), base.end());
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Status ReductionLearner::load(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeader + kChecksumBytes) return invalid("state", "too short");
  ByteReader reader(bytes.first(kHeader));
  if (!reader.text(kMagic) || reader.integer<std::uint8_t>() != kVersion) {
    return Error{ErrorCode::manifest_mismatch, "state", "not saved by a reduction of this version"};
  }
  const auto body = bytes.first(bytes.size() - kChecksumBytes);
  if (crc32(body) != read_integer<std::uint32_t>(bytes.data() + body.size())) {
    return invalid("state", "wrong checksum");
  }
  Result<SavedState> state = decode_saved_state(body.subspan(kHeader), reports_);
  if (!state.ok()) return state.error();
  if (state.value().snapshot_id == std::numeric_limits<std::uint32_t>::max()) {
    return invalid("state", "no snapshot has a later number", state.value().snapshot_id);
  }
  if (Status status = statistics_.assign(state.value().sums); !status.ok()) return status;
  snapshot_id_ = state.value().snapshot_id;
  weights_.clear();
  return {};
}

}  // namespace ldp
