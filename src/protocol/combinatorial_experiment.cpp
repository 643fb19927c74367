#include "protocol/combinatorial_experiment.hpp"

#include <cstddef>

#include "protocol/catalog_rules.hpp"

namespace ldp {
namespace {

template <class Enum>
double number(Enum value) {
  return static_cast<double>(static_cast<unsigned>(value));
}

Status validate_set(const CombinatorialExperiment& experiment) {
  if (Status status = validate(experiment.set); !status.ok()) return status;
  const Algorithm algorithm = experiment.reports.algorithm;
  const bool is_enumerated =
      algorithm == Algorithm::cucb_ldp_joint || algorithm == Algorithm::cucb_ldp_sum;
  if (!is_enumerated) return {};
  if (experiment.set.kind == SetKind::custom) {
    return invalid("set", "this algorithm tries every super arm: a custom set has no list of them",
                   number(experiment.set.kind));
  }
  if (is_linear_reward(experiment.set.reward)) return {};
  return invalid("set", "this algorithm needs the reward sum or mean",
                 number(experiment.set.reward));
}

Status validate_arms(const CombinatorialExperiment& experiment) {
  const std::uint32_t arms = experiment.reports.arms;
  if (experiment.reports.algorithm == Algorithm::cucb_ldp_sum) {
    if (arms >= 1 && arms <= kMaximumSuperArms) return {};
    return invalid("arms", "a sum report names one of 1 to 4096 super arms", arms);
  }
  if (arms == experiment.set.arms) return {};
  return invalid("arms", "a report names one of the arms of the decision set", arms);
}

Status validate_menu(const CombinatorialExperiment& experiment) {
  const Algorithm algorithm = experiment.reports.algorithm;
  const bool has_menu = algorithm != Algorithm::cucb_ldp1 && algorithm != Algorithm::cucb_ldp2;
  const std::vector<double>& levels = experiment.reports.levels;
  if (!has_menu && levels.size() != 1) {
    return invalid("levels", "the reports of this algorithm have one level",
                   static_cast<double>(levels.size()));
  }
  return validate_levels(levels);
}

Status validate_coordinate(const CombinatorialExperiment& experiment, const Takes& takes) {
  const Coordinate coordinate = experiment.coordinate;
  if (!takes.coordinate) {
    if (coordinate == coordinate_without_choice(experiment.reports.algorithm)) return {};
    return invalid("coordinate", "this algorithm has no choice of it", number(coordinate));
  }
  if (coordinate == Coordinate::least_reported || coordinate == Coordinate::uniform) return {};
  return invalid("coordinate", "must be least-reported or uniform", number(coordinate));
}

Status validate_width(const CombinatorialExperiment& experiment, const Takes& takes) {
  const CombinatorialWidth width = experiment.width;
  if (!takes.width) {
    if (width == CombinatorialWidth::none) return {};
    return invalid("width", "this algorithm has one width and no choice of it", number(width));
  }
  const bool is_first = experiment.reports.algorithm == Algorithm::cucb_ldp1;
  if (is_first) {
    if (width == CombinatorialWidth::corrected || width == CombinatorialWidth::printed) return {};
    return invalid("width", "the width must be corrected or printed", number(width));
  }
  if (width == CombinatorialWidth::published || width == CombinatorialWidth::bernstein) return {};
  return invalid("width", "the width must be published or bernstein", number(width));
}

Status validate_horizon(const CombinatorialExperiment& experiment, const Takes& takes) {
  const std::uint64_t horizon = experiment.horizon;
  if (horizon == 0) return {};
  const auto value = static_cast<double>(horizon);
  if (!takes.horizon) return invalid("horizon", "this algorithm needs no horizon", value);
  if (experiment.width == CombinatorialWidth::bernstein) {
    return invalid("horizon", "belongs to the published width", value);
  }
  if (horizon <= kMaximumHorizon) return {};
  return invalid("horizon", "must be absent or in 1..1000000000000", value);
}

Status validate_posterior(const CombinatorialExperiment& experiment, const Takes& takes) {
  const Posterior posterior = experiment.reports.posterior;
  if (posterior == Posterior::normal) return {};
  if (!takes.posterior) return invalid("posterior", "this algorithm has none", number(posterior));
  if (posterior != Posterior::beta) {
    return invalid("posterior", "must be beta or normal", number(posterior));
  }
  if (experiment.reports.levels.size() == 1) return {};
  return invalid("posterior", "the beta posterior needs reports of one level; take the normal one",
                 number(posterior));
}

// What of the multi-armed experiment belongs to algorithms of that family only.
Status validate_rest(MultiArmedExperiment given) {
  given.posterior = Posterior::normal;  // has a check of its own
  given.levels.clear();                 // which may hold what is not equal to itself
  MultiArmedExperiment plain;
  plain.algorithm = given.algorithm;
  plain.arms = given.arms;
  if (given == plain) return {};
  return invalid("algorithm", "takes none of the parameters of multi-armed algorithms", 0);
}

}  // namespace

Status validate(const CombinatorialExperiment& experiment) {
  const auto algorithm = static_cast<std::size_t>(experiment.reports.algorithm);
  if (algorithm >= kCatalogRules.size() ||
      kCatalogRules[algorithm].family != Family::combinatorial) {
    return invalid("algorithm", "no such combinatorial algorithm", static_cast<double>(algorithm));
  }
  if (kCatalogRules[algorithm].trust_model != TrustModel::local) {
    return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                   static_cast<double>(algorithm));
  }
  if (Status status = validate_rest(experiment.reports); !status.ok()) return status;
  for (const auto check : {validate_set, validate_arms, validate_menu}) {
    if (Status status = check(experiment); !status.ok()) return status;
  }
  const Takes& takes = kCatalogRules[algorithm].takes;
  for (const auto check :
       {validate_coordinate, validate_width, validate_horizon, validate_posterior}) {
    if (Status status = check(experiment, takes); !status.ok()) return status;
  }
  return {};
}

}  // namespace ldp
