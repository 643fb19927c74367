#include "protocol/combinatorial_snapshot.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

double count(std::size_t size) { return static_cast<double>(size); }

Status validate_estimates(const CombinatorialSnapshot& snapshot, std::size_t arms) {
  if (snapshot.mean.size() != arms) {
    return invalid("mean", "there must be one mean per arm", count(snapshot.mean.size()));
  }
  if (snapshot.width.size() != arms) {
    return invalid("width", "there must be one width per arm", count(snapshot.width.size()));
  }
  for (std::size_t arm = 0; arm < arms; ++arm) {
    if (!std::isfinite(snapshot.mean[arm])) {
      return invalid("mean", "every mean must be finite", snapshot.mean[arm]);
    }
    if (!(snapshot.width[arm] >= 0)) {  // refuses NaN; infinity is an arm never reported
      return invalid("width", "every width must be not negative", snapshot.width[arm]);
    }
  }
  return {};
}

// Each has arms, ascending, and together they are all that there is.
Status validate_slates(const CombinatorialSnapshot& snapshot, std::uint32_t arms) {
  if (snapshot.ends.empty() || snapshot.ends.size() > kMaximumSlates) {
    return invalid("slates", "there must be 1 to 64 slates", count(snapshot.ends.size()));
  }
  std::size_t begin = 0;
  for (const std::size_t end : snapshot.ends) {
    if (end <= begin || end > snapshot.arms.size()) {
      return invalid("slates", "every slate must have an arm", count(end));
    }
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t arm = snapshot.arms[i];
      if (arm >= arms) return invalid("slates", "must hold arms of the decision set", arm);
      if (i > begin && arm <= snapshot.arms[i - 1]) {
        return invalid("slates", "the arms of a slate must be ascending, none twice", arm);
      }
    }
    begin = end;
  }
  if (begin == snapshot.arms.size()) return {};
  return invalid("slates", "there are arms behind the last slate", count(snapshot.arms.size()));
}

Status validate_reported(const CombinatorialSnapshot& snapshot,
                         const CombinatorialExperiment& experiment) {
  const std::vector<std::uint32_t>& reported = snapshot.reported;
  const std::size_t expected = slates_name_reported(experiment) ? snapshot.ends.size() : 0;
  if (reported.size() != expected) {
    return invalid("reported", "there must be one for each slate where slates name it, else none",
                   count(reported.size()));
  }
  const bool is_sum = experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    if (is_sum) {
      if (reported[i] < experiment.reports.arms) continue;
      return invalid("reported", "must be the position of a super arm", reported[i]);
    }
    const std::span<const std::uint32_t> arms = slate(snapshot, i);
    if (std::binary_search(arms.begin(), arms.end(), reported[i])) continue;
    return invalid("reported", "must be an arm of its slate", reported[i]);
  }
  return {};
}

}  // namespace

Status validate(const CombinatorialSnapshot& snapshot, const CombinatorialExperiment& experiment) {
  if (snapshot.reports > kMaximumReports) {
    return invalid("reports", "must be below 2^53", static_cast<double>(snapshot.reports));
  }
  if (Status status = validate_estimates(snapshot, experiment.reports.arms); !status.ok()) {
    return status;
  }
  if (Status status = validate_slates(snapshot, experiment.set.arms); !status.ok()) return status;
  return validate_reported(snapshot, experiment);
}

}  // namespace ldp
