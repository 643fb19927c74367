#include "simulation/linear/linear_spec.hpp"

#include <string_view>

#include "privacy/gaussian_scale.hpp"

namespace ldp {
namespace {

Status check_environment(const LinearEnvironment& environment) {
  const auto& [dimension, arms, is_fixed, spread] = environment;
  if (dimension < 2 || dimension > kMaximumDimension) {
    return invalid_spec("environment", "the dimension must be in 2..128", dimension);
  }
  if (arms < 1 || arms > kMaximumLinearArms) {
    return invalid_spec("environment", "there must be 1 to 4096 arms", arms);
  }
  if (!(spread > 0 && spread <= 1)) {
    return invalid_spec("environment", "the spread must be in (0, 1]", spread);
  }
  return {};
}

// What validate() asks of local algorithms, of those that exist in the simulation only.
Status check_comparator(const LinearSpec& spec, const CatalogEntry& entry) {
  const LinearExperiment& experiment = spec.experiment;
  if (experiment.radius > RadiusMode::published) {
    return invalid_spec("radius", "no such radius", static_cast<double>(experiment.radius));
  }
  if (entry.takes.delta &&
      !(experiment.delta >= kMinimumDelta && experiment.delta <= kMaximumDelta)) {
    return invalid_spec("delta", "must be in [1e-12, 0.1]", experiment.delta);
  }
  if (entry.takes.delta &&
      !(experiment.epsilon >= kMinimumEpsilon && experiment.epsilon <= kMaxGaussianEpsilon)) {
    return invalid_spec("epsilon", "Gaussian noise has an epsilon in [2^-10, 16]",
                        experiment.epsilon);
  }
  if (experiment.horizon > kMaximumHorizon) {
    return invalid_spec("horizon", "must be absent or in 1..1000000000000",
                        static_cast<double>(experiment.horizon));
  }
  if (spec.joint_noise > JointNoise::shifted_wishart) {
    return invalid_spec("noise", "no such noise", static_cast<double>(spec.joint_noise));
  }
  if (spec.shuffle_noise > ShuffleNoise::vector_sum) {
    return invalid_spec("noise", "no such noise", static_cast<double>(spec.shuffle_noise));
  }
  if (spec.batch < 1 || spec.batch > kMaximumBatch) {
    return invalid_spec("batch", "must be in 1..1000000", spec.batch);
  }
  return {};
}

}  // namespace

Status check_linear(const LinearSpec& spec, const Delivery& delivery) {
  if (Status status = check_environment(spec.environment); !status.ok()) return status;
  if (delivery.delay != 0) {
    return invalid_spec("delay", "must be 0 in a linear world",
                        static_cast<double>(delivery.delay));
  }
  if (delivery.lost != 0) return invalid_spec("lost", "must be 0 in a linear world", delivery.lost);
  if (delivery.serving != Serving::dense) {
    return invalid_spec("serving", "must be dense in a linear world",
                        static_cast<double>(delivery.serving));
  }
  const auto algorithm = static_cast<std::size_t>(spec.experiment.algorithm);
  if (algorithm >= kCatalog.size()) return invalid_spec("algorithm", "no such algorithm", 0);
  if (spec.experiment.algorithm == Algorithm::uniform) return {};
  const CatalogEntry& entry = kCatalog[algorithm];
  if (entry.family != Family::linear) {
    return invalid_spec("algorithm", "does not play linear worlds", static_cast<double>(algorithm));
  }
  if (entry.trust_model != TrustModel::local) return check_comparator(spec, entry);
  if (Status status = validate(spec.experiment); !status.ok()) {
    return invalid_spec(status.error().parameter, status.error().reason, status.error().value);
  }
  return {};
}

}  // namespace ldp
