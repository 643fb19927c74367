#include "protocol/linear_snapshot.hpp"

#include <cmath>
#include <cstddef>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

Status validate_numbers(std::string_view field, const std::vector<double>& numbers) {
  for (const double value : numbers) {
    if (std::abs(value) <= kLargestSnapshotNumber) continue;  // false for NaN
    return invalid(field, "every number must be at most 1e100 in size", value);
  }
  return {};
}

double norm_of(const std::vector<double>& numbers) {
  double squares = 0;
  for (const double number : numbers) squares += number * number;
  return std::sqrt(squares);
}

Status validate_point(const LinearSnapshot& snapshot, const LinearExperiment& experiment) {
  if (!has_link(experiment)) {
    if (!snapshot.point.empty()) return invalid("point", "has no place without a link", 0);
    if (snapshot.residual == 0) return {};
    return invalid("residual", "has no place without a link", snapshot.residual);
  }
  if (!snapshot.point.empty() && snapshot.point.size() != experiment.dimension) {
    return invalid("point", "must be empty or have one number per dimension",
                   static_cast<double>(snapshot.point.size()));
  }
  const double norm = norm_of(point_of(snapshot));
  if (!(norm <= experiment.bound * kPointTolerance)) {  // true for NaN
    return invalid(snapshot.point.empty() ? "theta" : "point",
                   "must not be longer than the bound on the parameter", norm);
  }
  const double most = link_model(experiment).residual_bound() * kPointTolerance;
  if (snapshot.residual > 0 && snapshot.residual <= most) return {};
  return invalid("residual", "must be positive and at most what the link allows",
                 snapshot.residual);
}

}  // namespace

LinearSnapshot first_linear_snapshot(const LinearExperiment& experiment) {
  LinearSnapshot snapshot;
  snapshot.theta.assign(experiment.dimension, 0);
  if (has_link(experiment)) snapshot.residual = link_model(experiment).residual_bound_at(0);
  return snapshot;
}

Status validate(const LinearSnapshot& snapshot, const LinearExperiment& experiment) {
  if (snapshot.reports > kMaximumReports) {
    return invalid("reports", "must be below 2^53", static_cast<double>(snapshot.reports));
  }
  if (snapshot.theta.size() != experiment.dimension) {
    return invalid("theta", "must have one number per dimension",
                   static_cast<double>(snapshot.theta.size()));
  }
  const std::size_t factor = snapshot.factor.size();
  if (factor != 0 && factor != triangle(experiment.dimension)) {
    return invalid("factor", "must be empty or a lower triangle", static_cast<double>(factor));
  }
  if (Status status = validate_numbers("theta", snapshot.theta); !status.ok()) return status;
  if (Status status = validate_numbers("factor", snapshot.factor); !status.ok()) return status;
  if (!(snapshot.radius >= 0 && snapshot.radius <= kLargestSnapshotNumber)) {
    return invalid("radius", "must be in [0, 1e100]", snapshot.radius);
  }
  if (!(snapshot.exploration >= 0 && snapshot.exploration <= 1)) {
    return invalid("exploration", "must be a probability", snapshot.exploration);
  }
  const bool has_bases = experiment.algorithm == Algorithm::private_bandits_combiner;
  if (snapshot.base >= (has_bases ? kMaximumBases : 1)) {
    return invalid("base", "must be a base learner of the algorithm", snapshot.base);
  }
  return validate_point(snapshot, experiment);
}

}  // namespace ldp
