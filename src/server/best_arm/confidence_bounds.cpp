#include "server/best_arm/confidence_bounds.hpp"

#include <algorithm>

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/scalar_observation.hpp"
#include "server/forgeries/payload_range.hpp"

namespace ldp {

namespace {

ConfidenceBounds honest_bounds(const BestArmExperiment& experiment) {
  switch (experiment.mechanism) {
    case ScalarMechanism::laplace:
      return ConfidenceBounds::of_laplace(
          LaplaceScale::create(experiment.epsilon, kRewardGrid).value().epsilon());
    case ScalarMechanism::gaussian:
      return ConfidenceBounds::of_gaussian(
          GaussianScale::create(experiment.epsilon, experiment.delta).value().sigma());
    case ScalarMechanism::bit:
      break;
  }
  return ConfidenceBounds::of_bits(RandomizedResponse::create(experiment.epsilon).value().theta());
}

}  // namespace

ConfidenceBounds ConfidenceBounds::of(const BestArmExperiment& experiment) {
  const ConfidenceBounds bounds = honest_bounds(experiment);
  if (experiment.forged_share == 0) return bounds;
  const PayloadRange range = payload_range(reports_of(experiment), 0);
  const double unit =
      ScalarObservation::of(experiment.mechanism, experiment.epsilon, experiment.delta).unit;
  return bounds.with_forged(experiment.forged_share, static_cast<double>(range.lowest) * unit,
                            static_cast<double>(range.highest) * unit);
}

double ConfidenceBounds::upper(double mean, double pulls, double x) const {
  const double honest = (1 - forged_share_) * pulls;
  const double most = (mean - forged_share_ * lowest_) / (1 - forged_share_);
  return is_bit_ ? kl_upper_bound(std::min(most, 1.0), x / honest) : most + half_width(honest, x);
}

double ConfidenceBounds::lower(double mean, double pulls, double x) const {
  const double honest = (1 - forged_share_) * pulls;
  const double least = (mean - forged_share_ * highest_) / (1 - forged_share_);
  return is_bit_ ? kl_lower_bound(std::max(least, 0.0), x / honest) : least - half_width(honest, x);
}

ConfidenceInterval ConfidenceBounds::interval(double mean, double pulls, double x) const {
  return {lower(mean, pulls, x), upper(mean, pulls, x)};
}

}  // namespace ldp
