#include "protocol/multi_armed_experiment.hpp"

#include <cmath>
#include <cstddef>

#include "privacy/gaussian_scale.hpp"
#include "protocol/catalog_rules.hpp"

namespace ldp {
namespace {

static_assert(kMinimumDelta == kMinDelta && kMaximumDelta == kMaxDelta,
              "the catalog allows exactly the delta that the mechanism can keep");
static_assert(kMinimumEpsilon == kMinEpsilon && kMaximumPageEpsilon <= kMaxEpsilon,
              "the catalog allows only levels that the mechanisms can keep");

bool is_level(double epsilon) {  // false for NaN
  return epsilon >= kMinimumEpsilon && epsilon <= kMaximumEpsilon;
}

// Of a parameter that splits the menu: one that only some algorithms take.
Status validate_split(std::string_view parameter, double split,
                      const MultiArmedExperiment& experiment) {
  if (!is_level(split)) return invalid(parameter, "must be in [2^-10, 128]", split);
  if (split > experiment.levels.back()) {
    return invalid(parameter, "every level is below it: nothing would be learnt", split);
  }
  return {};
}

Status validate_threshold(const MultiArmedExperiment& experiment, const Takes& takes) {
  const double threshold = experiment.epsilon_min;
  if (takes.epsilon_min) return validate_split("epsilonMin", threshold, experiment);
  if (threshold != 0) return invalid("epsilonMin", "this algorithm has no threshold", threshold);
  return {};
}

Status validate_level_aware_from(const MultiArmedExperiment& experiment, const Takes& takes) {
  const double from = experiment.level_aware_from;
  if (from == 0) return {};
  if (takes.level_aware_from) return validate_split("levelAwareFrom", from, experiment);
  return invalid("levelAwareFrom", "this algorithm gives every level the same arm", from);
}

Status validate_bound(const MultiArmedExperiment& experiment, const Takes& takes) {
  const Bound bound = experiment.bound;
  const auto number = static_cast<double>(static_cast<unsigned>(bound));
  if (!takes.bound) {
    if (bound == bound_without_choice(experiment.algorithm)) return {};
    return invalid("bound", "this algorithm has one bound and no choice of it", number);
  }
  if (bound == Bound::l4 || bound == Bound::la) return {};
  return invalid("bound", "the bound must be L4 or La", number);
}

Status validate_delta(const MultiArmedExperiment& experiment, const Takes& takes) {
  const double delta = experiment.delta;
  if (!takes.delta) {
    if (delta == 0) return {};
    return invalid("delta", "the reports of this algorithm have delta 0", delta);
  }
  if (!(delta >= kMinimumDelta && delta <= kMaximumDelta)) {  // refuses NaN
    return invalid("delta", "must be in [1e-12, 0.1]", delta);
  }
  if (experiment.levels.back() > kMaxGaussianEpsilon) {
    return invalid("levels", "Gaussian reports have levels in [2^-10, 16]",
                   experiment.levels.back());
  }
  return {};
}

Status validate_posterior(const MultiArmedExperiment& experiment, const Takes& takes) {
  const Posterior posterior = experiment.posterior;
  const auto number = static_cast<double>(static_cast<unsigned>(posterior));
  if (posterior == Posterior::normal) return {};
  if (!takes.posterior) return invalid("posterior", "this algorithm has no posterior", number);
  if (posterior != Posterior::beta) {
    return invalid("posterior", "the posterior must be beta or normal", number);
  }
  if (experiment.levels.size() == 1) return {};
  return invalid("posterior", "the beta posterior needs reports of one level; take the normal one",
                 number);
}

Status validate_estimator(const MultiArmedExperiment& experiment, const Takes& takes) {
  const LossEstimator estimator = experiment.estimator;
  const auto number = static_cast<double>(static_cast<unsigned>(estimator));
  if (estimator == LossEstimator::reduced_variance) return {};
  if (!takes.estimator) return invalid("estimator", "this algorithm has no estimator", number);
  if (estimator == LossEstimator::importance_weighting) return {};
  return invalid("estimator", "the estimator must be reduced-variance or importance-weighting",
                 number);
}

Status validate_horizon(const MultiArmedExperiment& experiment, const Takes& takes) {
  const auto number = static_cast<double>(experiment.horizon);
  if (experiment.horizon == 0) return {};
  if (!takes.horizon) return invalid("horizon", "this algorithm has no horizon", number);
  if (experiment.horizon <= kMaximumHorizon) return {};
  return invalid("horizon", "must be in 1..10^12", number);
}

Status validate_discount(const MultiArmedExperiment& experiment, const Takes& takes) {
  const auto number = static_cast<double>(experiment.discount);
  if (experiment.discount == 0) return {};
  if (!takes.discount) return invalid("discount", "this algorithm has no discount", number);
  if (experiment.discount >= 2 && experiment.discount <= kMaximumHorizon) return {};
  return invalid("discount", "must be in 2..10^12", number);
}

}  // namespace

Status validate_levels(const std::vector<double>& levels) {
  if (levels.empty() || levels.size() > kMaximumLevels) {
    return invalid("levels", "the menu must have 1 to 16 levels",
                   static_cast<double>(levels.size()));
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!is_level(levels[i])) {
      return invalid("levels", "every level must be in [2^-10, 128]", levels[i]);
    }
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      return invalid("levels", "levels must be strictly increasing", levels[i]);
    }
  }
  return {};
}

Status validate_parts(const MultiArmedExperiment& experiment) {
  const auto algorithm = static_cast<std::size_t>(experiment.algorithm);
  if (algorithm >= kCatalogRules.size() || kCatalogRules[algorithm].family != Family::multi_armed) {
    return invalid("algorithm", "no such multi-armed algorithm", static_cast<double>(algorithm));
  }
  if (kCatalogRules[algorithm].trust_model != TrustModel::local) {
    return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                   static_cast<double>(algorithm));
  }
  if (experiment.arms < 1 || experiment.arms > kMaximumArms) {
    return invalid("arms", "the number of arms must be in 1..4096", experiment.arms);
  }
  if (Status levels = validate_levels(experiment.levels); !levels.ok()) return levels;
  if (experiment.levels.size() > 1 && has_trait(experiment.algorithm, Trait::one_level)) {
    return invalid("levels", "this algorithm needs reports of one level",
                   static_cast<double>(experiment.levels.size()));
  }
  const Takes& takes = kCatalogRules[algorithm].takes;
  for (const auto check :
       {validate_threshold, validate_level_aware_from, validate_bound, validate_delta,
        validate_posterior, validate_estimator, validate_horizon, validate_discount}) {
    if (Status status = check(experiment, takes); !status.ok()) return status;
  }
  return {};
}

Status validate(const MultiArmedExperiment& experiment) {
  if (Status status = validate_parts(experiment); !status.ok()) return status;
  if (payload(experiment) != Payload::gaussian) return {};
  for (const double level : experiment.levels) {
    const Result<GaussianScale> scale = GaussianScale::create(level, experiment.delta);
    if (!scale.ok()) return scale.error();
  }
  return {};
}

Payload payload(const MultiArmedExperiment& experiment) {
  return kCatalogRules[static_cast<std::size_t>(experiment.algorithm)].payload;
}

}  // namespace ldp
