#include "protocol/snapshot.hpp"

#include <cmath>
#include <cstddef>

namespace ldp {
namespace {

Error invalid(std::string_view parameter, std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

}  // namespace

Status validate(const Snapshot& snapshot, const Experiment& experiment) {
  if (snapshot.reports > kMaximumReports) {
    return invalid("reports", "the count of reports must be below 2^53",
                   static_cast<double>(snapshot.reports));
  }
  if (!std::isfinite(snapshot.scale) || snapshot.scale < 0) {
    return invalid("scale", "the scale must be finite and not negative", snapshot.scale);
  }
  if (snapshot.mean.size() != experiment.arms) {
    return invalid("mean", "there must be one mean per arm",
                   static_cast<double>(snapshot.mean.size()));
  }
  if (snapshot.width.size() != experiment.arms) {
    return invalid("width", "there must be one width per arm",
                   static_cast<double>(snapshot.width.size()));
  }
  for (std::size_t arm = 0; arm < snapshot.mean.size(); ++arm) {
    if (!std::isfinite(snapshot.mean[arm])) {
      return invalid("mean", "every mean must be finite", snapshot.mean[arm]);
    }
    if (!(snapshot.width[arm] >= 0)) {  // refuses NaN; infinity is an arm never pulled
      return invalid("width", "every width must be not negative", snapshot.width[arm]);
    }
  }
  if (snapshot.forced_arm < -1 ||
      snapshot.forced_arm >= static_cast<std::int64_t>(experiment.arms)) {
    return invalid("forced", "the forced arm must be an arm, or none", snapshot.forced_arm);
  }
  return {};
}

}  // namespace ldp
