#include "protocol/multi_armed_snapshot.hpp"

#include <cmath>
#include <cstddef>

namespace ldp {
namespace {

Status validate_scalars(const MultiArmedSnapshot& snapshot) {
  if (snapshot.reports > kMaximumReports) {
    return invalid("reports", "the count of reports must be below 2^53",
                   static_cast<double>(snapshot.reports));
  }
  if (!std::isfinite(snapshot.scale) || snapshot.scale < 0) {
    return invalid("scale", "the scale must be finite and not negative", snapshot.scale);
  }
  return {};
}

Status validate_estimates(const MultiArmedSnapshot& snapshot, std::size_t arms) {
  if (snapshot.mean.size() != arms) {
    return invalid("mean", "there must be one mean per arm",
                   static_cast<double>(snapshot.mean.size()));
  }
  if (snapshot.width.size() != arms) {
    return invalid("width", "there must be one width per arm",
                   static_cast<double>(snapshot.width.size()));
  }
  for (std::size_t arm = 0; arm < arms; ++arm) {
    if (!std::isfinite(snapshot.mean[arm])) {
      return invalid("mean", "every mean must be finite", snapshot.mean[arm]);
    }
    if (!(snapshot.width[arm] >= 0)) {  // refuses NaN; infinity is an arm never pulled
      return invalid("width", "every width must be not negative", snapshot.width[arm]);
    }
  }
  return {};
}

bool is_finite_and_not_negative(double value) { return std::isfinite(value) && value >= 0; }

Status validate_tilt(const std::vector<double>& tilt, std::size_t arms) {
  if (tilt.empty()) return {};
  if (tilt.size() != arms) {
    return invalid("tilt", "there must be one tilt per arm, or none at all",
                   static_cast<double>(tilt.size()));
  }
  for (const double value : tilt) {
    if (!is_finite_and_not_negative(value)) {
      return invalid("tilt", "every tilt must be finite and not negative", value);
    }
  }
  return {};
}

Status validate_weights(const std::vector<double>& weights, std::size_t arms) {
  if (weights.empty()) return {};
  if (weights.size() != arms) {
    return invalid("weights", "there must be one weight per arm, or none at all",
                   static_cast<double>(weights.size()));
  }
  double sum = 0;
  for (const double value : weights) {
    if (!is_finite_and_not_negative(value)) {
      return invalid("weights", "every weight must be finite and not negative", value);
    }
    sum += value;
  }
  if (!(std::abs(sum - 1) <= kWeightsTolerance)) {
    return invalid("weights", "the weights must sum to 1", sum);
  }
  return {};
}

Status validate_arm(std::string_view field, std::int32_t arm, std::size_t arms) {
  if (arm >= -1 && arm < static_cast<std::int64_t>(arms)) return {};
  return invalid(field, "must be an arm, or none", arm);
}

}  // namespace

Status validate(const MultiArmedSnapshot& snapshot, const MultiArmedExperiment& experiment) {
  const std::size_t arms = experiment.arms;
  if (Status status = validate_scalars(snapshot); !status.ok()) return status;
  if (Status status = validate_estimates(snapshot, arms); !status.ok()) return status;
  if (Status status = validate_tilt(snapshot.tilt, arms); !status.ok()) return status;
  if (Status status = validate_weights(snapshot.weights, arms); !status.ok()) return status;
  if (Status status = validate_arm("forced", snapshot.forced_arm, arms); !status.ok()) {
    return status;
  }
  return validate_arm("incumbent", snapshot.incumbent, arms);
}

}  // namespace ldp
