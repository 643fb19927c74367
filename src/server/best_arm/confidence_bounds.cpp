#include "server/best_arm/confidence_bounds.hpp"

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"
#include "server/multi_armed/bernoulli_divergence.hpp"

namespace ldp {

ConfidenceBounds ConfidenceBounds::of(const BestArmExperiment& experiment) {
  switch (experiment.mechanism) {
    case ScalarMechanism::laplace:
      return of_laplace(LaplaceScale::create(experiment.epsilon, kRewardGrid).value().epsilon());
    case ScalarMechanism::gaussian:
      return of_gaussian(
          GaussianScale::create(experiment.epsilon, experiment.delta).value().sigma());
    case ScalarMechanism::bit:
      break;
  }
  return of_bits(RandomizedResponse::create(experiment.epsilon).value().theta());
}

double ConfidenceBounds::upper(double mean, double pulls, double x) const {
  return is_bit_ ? kl_upper_bound(mean, x / pulls) : mean + half_width(pulls, x);
}

double ConfidenceBounds::lower(double mean, double pulls, double x) const {
  return is_bit_ ? kl_lower_bound(mean, x / pulls) : mean - half_width(pulls, x);
}

ConfidenceInterval ConfidenceBounds::interval(double mean, double pulls, double x) const {
  return {lower(mean, pulls, x), upper(mean, pulls, x)};
}

}  // namespace ldp
