#include "simulation/generalized_linear/glm_spec.hpp"

#include <string_view>
#include <utility>

#include "simulation/generalized_linear/glm_players.hpp"
#include "simulation/linear/linear_replicate.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

bool is_in(double value, double least, double most) { return value >= least && value <= most; }

Status check_environment(const GlmEnvironment& environment) {
  if (environment.link > Link::poisson) {
    return invalid_spec("environment", "no such link", static_cast<double>(environment.link));
  }
  if (environment.dimension < 2 || environment.dimension > kMaximumDimension) {
    return invalid_spec("environment", "the dimension must be in 2..128", environment.dimension);
  }
  if (environment.arms < 1 || environment.arms > kMaximumLinearArms) {
    return invalid_spec("environment", "there must be 1 to 4096 arms", environment.arms);
  }
  const bool is_counted = environment.link == Link::poisson;
  if (!is_in(environment.bound, kMinimumParameterBound,
             is_counted ? kMaximumRateNorm : kMaximumParameterBound)) {
    return invalid_spec("environment", "the bound must be in [2^-10, 8], of counts in [2^-10, 6]",
                        environment.bound);
  }
  if (!is_unbounded(environment.link)) {
    if (environment.largest == 0) return {};
    return invalid_spec("environment",
                        "the largest feedback belongs to the links identity and poisson",
                        environment.largest);
  }
  if (!is_in(environment.largest, is_counted ? 1 : environment.bound, kMaximumLargest)) {
    return invalid_spec(
        "environment",
        "the largest feedback must be at least 1, of identity at least the bound, and "
        "at most 1000000",
        environment.largest);
  }
  return {};
}

// What validate() asks of local algorithms, of those that exist in the simulation only.
Status check_comparator(const LinearExperiment& experiment) {
  if (experiment.link > Link::poisson) {
    return invalid_spec("link", "no such link", static_cast<double>(experiment.link));
  }
  if (!is_in(experiment.bound, kMinimumParameterBound, kMaximumParameterBound)) {
    return invalid_spec("bound", "must be in [2^-10, 8]", experiment.bound);
  }
  if (is_unbounded(experiment.link) &&
      !is_in(experiment.largest, kMinimumLargest, kMaximumLargest)) {
    return invalid_spec("largest", "must be in [2^-10, 1000000] for the links identity and poisson",
                        experiment.largest);
  }
  if (experiment.radius > RadiusMode::theory) {
    return invalid_spec("radius", "must be practical or theory",
                        static_cast<double>(experiment.radius));
  }
  return {};
}

}  // namespace

Status check_glm(const GlmSpec& spec, const Delivery& delivery) {
  if (Status status = check_environment(spec.environment); !status.ok()) return status;
  if (delivery.delay != 0) {
    return invalid_spec("delay", "must be 0 in a generalized linear world",
                        static_cast<double>(delivery.delay));
  }
  if (delivery.lost != 0) {
    return invalid_spec("lost", "must be 0 in a generalized linear world", delivery.lost);
  }
  if (delivery.serving != Serving::dense) {
    return invalid_spec("serving", "must be dense in a generalized linear world",
                        static_cast<double>(delivery.serving));
  }
  const auto algorithm = static_cast<std::size_t>(spec.experiment.algorithm);
  if (algorithm >= kCatalog.size()) return invalid_spec("algorithm", "no such algorithm", 0);
  if (spec.experiment.algorithm == Algorithm::uniform) return {};
  const CatalogEntry& entry = kCatalog[algorithm];
  if (entry.family != Family::generalized_linear) {
    return invalid_spec("algorithm", "does not play generalized linear worlds",
                        static_cast<double>(algorithm));
  }
  if (spec.experiment.dimension != spec.environment.dimension) {
    return invalid_spec("dimension", "must be that of the environment", spec.experiment.dimension);
  }
  if (entry.trust_model != TrustModel::local) return check_comparator(spec.experiment);
  if (Status status = validate(spec.experiment); !status.ok()) {
    return invalid_spec(status.error().parameter, status.error().reason, status.error().value);
  }
  return {};
}

Result<std::vector<std::unique_ptr<Replicate>>> make_glm_replicates(const SimulationSpec& spec,
                                                                    std::uint32_t first,
                                                                    std::uint32_t count) {
  const auto& [environment, experiment] = *spec.generalized_linear;
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    LinearGame game{experiment, environment.arms, spec.record.back(), spec.delivery.epoch};
    game.seed = spec.seed;
    game.replicate = replicate;
    Result<MadePlayer> player = make_glm_player(game);
    if (!player.ok()) return player.error();
    replicates.push_back(std::make_unique<ContextualReplicate<GlmWorld>>(
        GlmWorld(environment, spec.is_realized, spec.seed, replicate), environment.arms,
        std::move(player).value()));
  }
  return replicates;
}

}  // namespace ldp
