#include "protocol/best_arm_experiment.hpp"

#include <cstddef>
#include <vector>

#include "protocol/catalog_rules.hpp"

namespace ldp {
namespace {

Status validate_algorithm(Algorithm algorithm) {
  const auto number = static_cast<std::size_t>(algorithm);
  if (number >= kCatalogRules.size() || kCatalogRules[number].family != Family::best_arm) {
    return invalid("algorithm", "no such best-arm algorithm", static_cast<double>(number));
  }
  if (kCatalogRules[number].trust_model == TrustModel::local) return {};
  return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                 static_cast<double>(number));
}

Status validate_pulls(const BestArmExperiment& experiment) {
  const std::uint64_t pulls = experiment.maximum_pulls;
  if (pulls > kMaximumPulls) {
    return invalid("maximumPulls", "must be at most 10^12", static_cast<double>(pulls));
  }
  if (experiment.algorithm == Algorithm::ldp_duel && pulls == 0 && !(experiment.indifference > 0)) {
    return invalid("maximumPulls",
                   "must be given, for equal arms are never told apart: 20 times the predicted "
                   "visitors of the smallest gap that matters; or set indifference to that gap");
  }
  if (experiment.algorithm != Algorithm::ldp_sequential_halving) return {};
  const std::uint64_t least = least_budget_of_halving(experiment.arms);
  if (pulls >= least) return {};
  return invalid("maximumPulls",
                 "sequential halving needs a budget of at least one pull for each arm and round",
                 static_cast<double>(least));
}

Status validate_constants(const BestArmExperiment& experiment) {
  const LilConstants constants = experiment.constants;
  if (constants == LilConstants::theory) return {};
  const auto number = static_cast<double>(static_cast<unsigned>(constants));
  if (experiment.algorithm != Algorithm::ldp_lil_ucb) {
    return invalid("constants", "this algorithm has no choice of constants", number);
  }
  if (constants == LilConstants::heuristic) return {};
  return invalid("constants", "must be theory or heuristic", number);
}

Status validate_duel(const BestArmExperiment& experiment) {
  const bool is_duel = experiment.algorithm == Algorithm::ldp_duel;
  const double indifference = experiment.indifference;
  if (!(indifference >= 0 && indifference <= 1)) {  // refuses NaN
    return invalid("indifference", "must be in [0, 1]", indifference);
  }
  if (!is_duel && indifference > 0) {
    return invalid("indifference", "this algorithm has no indifference", indifference);
  }
  if (indifference > 0 && experiment.arms > kMaximumIndifferentArms) {
    return invalid("indifference", "must be absent with more than 32 arms", indifference);
  }
  const std::int32_t control = experiment.control;
  if (control < -1 || control >= static_cast<std::int64_t>(experiment.arms)) {
    return invalid("control", "must be an arm, or none", control);
  }
  if (!is_duel && control >= 0) {
    return invalid("control", "this algorithm compares no arm with a control", control);
  }
  if (is_duel && experiment.mechanism != ScalarMechanism::bit) {
    return invalid("mechanism", "must be bit: the duel is a test of bits",
                   static_cast<double>(static_cast<unsigned>(experiment.mechanism)));
  }
  return {};
}

Status validate_menu(const BestArmExperiment& experiment) {
  const std::vector<double>& levels = experiment.levels;
  if (levels.empty()) return {};
  if (Status status = validate_levels(levels); !status.ok()) return status;
  if (levels.size() > 1 && experiment.algorithm != Algorithm::ldp_duel) {
    return invalid("levels", "this algorithm has no menu of levels");
  }
  // A forger chooses the level: of a level that few take, all may be forged.
  if (levels.size() > 1 && experiment.forged_share > 0) {
    return invalid("forgedShare", "must be 0 with more than one level", experiment.forged_share);
  }
  if (levels.back() == experiment.epsilon) return {};
  return invalid("levels", "the largest must be epsilon", levels.back());
}

}  // namespace

std::uint64_t least_budget_of_halving(std::uint32_t arms) {
  std::uint64_t rounds = 0;
  for (std::uint32_t left = arms; left > 1; left = (left + 1) / 2) ++rounds;
  return rounds * arms;
}

Status validate(const BestArmExperiment& experiment) {
  if (Status status = validate_algorithm(experiment.algorithm); !status.ok()) return status;
  if (experiment.arms < 2 || experiment.arms > kMaximumArms) {
    return invalid("arms", "a best arm is found among 2..4096", experiment.arms);
  }
  const double error = experiment.error_probability;
  if (!(error >= kMinimumErrorProbability && error <= kMaximumErrorProbability)) {  // refuses NaN
    return invalid("errorProbability", "must be in [1e-9, 0.5]", error);
  }
  if (Status status = validate_pulls(experiment); !status.ok()) return status;
  const double share = experiment.forged_share;
  if (!(share >= 0 && share <= kMaximumForgedShare)) {  // refuses NaN
    return invalid("forgedShare", "must be in [0, 0.499]", share);
  }
  if (Status status = validate_constants(experiment); !status.ok()) return status;
  if (Status status = validate_duel(experiment); !status.ok()) return status;
  if (Status status = validate_menu(experiment); !status.ok()) return status;
  return validate_scalar(experiment.mechanism, experiment.epsilon, experiment.delta);
}

}  // namespace ldp
