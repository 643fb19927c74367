#include <cstddef>
#include <tuple>

#include "privacy/gaussian_scale.hpp"
#include "privacy/gram_scale.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/pair_scale.hpp"
#include "protocol/catalog_rules.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_score.hpp"

namespace ldp {
namespace {

static_assert(kMaximumDimension * (kMaximumDimension + 3) / 2 <= 0xffff,
              "the numbers of one report are counted in 32 bits everywhere");

template <class Enum>
double number(Enum value) {
  return static_cast<double>(static_cast<unsigned>(value));
}

bool is_gaussian(const LinearExperiment& experiment) {
  return experiment.mechanism == LinearMechanism::gaussian;
}

bool is_codebook(const LinearExperiment& experiment) {
  return experiment.mechanism == LinearMechanism::codebook;
}

Status validate_mechanism(const LinearExperiment& experiment, const Takes& takes) {
  const LinearMechanism mechanism = experiment.mechanism;
  if (!takes.mechanism) {
    if (mechanism == mechanism_without_choice(experiment.algorithm)) return {};
    return invalid("mechanism", "this algorithm has one mechanism and no choice of it",
                   number(mechanism));
  }
  if (experiment.algorithm == Algorithm::ldp_linear_moments) {
    if (mechanism == LinearMechanism::ball || is_codebook(experiment)) return {};
    return invalid("mechanism", "the mechanism must be ball or codebook", number(mechanism));
  }
  if (number(mechanism) <= number(LinearMechanism::codebook)) return {};
  return invalid("mechanism", "the mechanism must be ball, gaussian or codebook",
                 number(mechanism));
}

Status validate_codebook(const LinearExperiment& experiment, const Takes&) {
  const std::uint32_t codewords = experiment.codewords;
  const std::uint32_t near = experiment.near;
  if (!is_codebook(experiment)) {
    if (codewords != 0) return invalid("codewords", "belongs to codebook reports", codewords);
    if (near != 0) return invalid("near", "belongs to codebook reports", near);
    return {};
  }
  for (const LinearPart& part : parts(experiment)) {
    if (part.vector >= 2) continue;
    return invalid("dimension", "a codebook has vectors of at least 2 numbers",
                   experiment.dimension);
  }
  if (codewords != 0 &&
      (codewords < 2 || codewords > kMaxCodewords || (codewords & (codewords - 1)) != 0)) {
    return invalid("codewords", "must be absent or a power of two in 2..4096", codewords);
  }
  if (near > codewords_of(experiment) / 2) {
    return invalid("near", "must be absent or in 1..codewords/2", near);
  }
  return {};
}

Status validate_epsilon(const LinearExperiment& experiment, const Takes&) {
  if (Status status = check_epsilon(experiment.epsilon); !status.ok()) return status;
  if (!is_gaussian(experiment) || experiment.epsilon <= kMaxGaussianEpsilon) return {};
  return invalid("epsilon", "Gaussian reports have an epsilon in [2^-10, 16]", experiment.epsilon);
}

Status validate_delta(const LinearExperiment& experiment, const Takes&) {
  const double delta = experiment.delta;
  if (!is_gaussian(experiment)) {
    if (delta == 0) return {};
    return invalid("delta", "reports without Gaussian noise have delta 0", delta);
  }
  if (delta >= kMinimumDelta && delta <= kMaximumDelta) return {};  // false for NaN
  return invalid("delta", "must be in [1e-12, 0.1]", delta);
}

// Whether there is noise on integers that keeps what is promised.
Status validate_scale(const LinearExperiment& experiment, const Takes&) {
  if (!is_gaussian(experiment)) return {};
  if (has_link(experiment)) {
    const Result<ScoreScale> scale = score_scale(experiment);
    return scale.ok() ? Status{} : Status{scale.error()};
  }
  const auto& [epsilon, delta, d, calibration] =
      std::tie(experiment.epsilon, experiment.delta, experiment.dimension, experiment.calibration);
  if (experiment.algorithm == Algorithm::ldp_linucb) {
    const Result<GramScale> scale = GramScale::create(epsilon, delta, d, calibration);
    return scale.ok() ? Status{} : Status{scale.error()};
  }
  const Result<PairScale> scale = PairScale::create(epsilon, delta, d, calibration);
  return scale.ok() ? Status{} : Status{scale.error()};
}

Status validate_calibration(const LinearExperiment& experiment, const Takes& takes) {
  const Calibration calibration = experiment.calibration;
  if (calibration == Calibration::tight) return {};
  if (!takes.calibration || !is_gaussian(experiment)) {
    return invalid("calibration", "there is no choice of it without Gaussian noise",
                   number(calibration));
  }
  if (calibration == Calibration::published) return {};
  return invalid("calibration", "the calibration must be tight or published", number(calibration));
}

Status validate_radius(const LinearExperiment& experiment, const Takes& takes) {
  const RadiusMode radius = experiment.radius;
  if (radius == RadiusMode::practical) return {};
  if (!takes.radius) return invalid("radius", "this algorithm has no such choice", number(radius));
  if (radius == RadiusMode::theory || radius == RadiusMode::published) return {};
  return invalid("radius", "the radius must be practical, theory or published", number(radius));
}

Status validate_horizon(const LinearExperiment& experiment, const Takes& takes) {
  const std::uint64_t horizon = experiment.horizon;
  if (horizon == 0) return {};
  if (takes.horizon && horizon <= kMaximumHorizon) return {};
  return invalid("horizon", "must be absent or in 1..1000000000000", static_cast<double>(horizon));
}

Status validate_learner(const LinearExperiment& experiment, const Takes& takes) {
  const OnlineLearnerKind learner = experiment.learner;
  if (learner == OnlineLearnerKind::maler) return {};
  if (!takes.learner)
    return invalid("learner", "this algorithm has no such choice", number(learner));
  if (learner == OnlineLearnerKind::ogd || learner == OnlineLearnerKind::ogd_strongly_convex) {
    return {};
  }
  return invalid("learner", "the learner must be maler, ogd or ogd-strongly-convex",
                 number(learner));
}

Status validate_restarts(const LinearExperiment& experiment, const Takes& takes) {
  if (takes.restarts || !experiment.restarts) return {};
  return invalid("restarts", "this algorithm does not begin anew", 1);
}

Status validate_spread(const LinearExperiment& experiment, const Takes& takes) {
  const double spread = experiment.spread;
  if (!takes.spread) {
    if (spread == kDefaultSpread) return {};
    return invalid("spread", "this algorithm has no bound on centred features", spread);
  }
  if (spread >= kMinimumSpread && spread <= kMaximumSpread) return {};  // false for NaN
  return invalid("spread", "must be in [2^-10, 2]", spread);
}

Status validate_link(const LinearExperiment& experiment, const Takes&) {
  const Link link = experiment.link;
  if (!has_link(experiment)) {
    if (link == Link::logistic) return {};
    return invalid("link", "this algorithm has no link", number(link));
  }
  if (number(link) <= number(Link::poisson)) return {};
  return invalid("link", "the link must be identity, logistic, probit or poisson", number(link));
}

bool is_in(double value, double least, double most) {  // false for NaN
  return value >= least && value <= most;
}

Status validate_bound(const LinearExperiment& experiment, const Takes&) {
  const double bound = experiment.bound;
  if (!has_link(experiment)) {
    if (bound == kDefaultParameterBound) return {};
    return invalid("bound", "this algorithm has no bound on the parameter", bound);
  }
  if (is_in(bound, kMinimumParameterBound, kMaximumParameterBound)) return {};
  return invalid("bound", "must be in [2^-10, 8]", bound);
}

Status validate_largest(const LinearExperiment& experiment, const Takes&) {
  const double largest = experiment.largest;
  if (!has_link(experiment) || !is_unbounded(experiment.link)) {
    if (largest == 0) return {};
    return invalid("largest", "belongs to the links identity and poisson: others are bounded",
                   largest);
  }
  if (is_in(largest, kMinimumLargest, kMaximumLargest)) return {};
  return invalid("largest", "the link has no bound on rewards: state one, in [2^-10, 1000000]",
                 largest);
}

Status validate_clip(const LinearExperiment& experiment, const Takes&) {
  const double clip = experiment.clip;
  if (!has_link(experiment) || experiment.link != Link::poisson) {
    if (clip == kDefaultClip) return {};
    return invalid("clip", "belongs to the link poisson", clip);
  }
  if (is_in(clip, kMinimumClip, kMaximumClip)) return {};
  return invalid("clip", "must be in [2^-10, 1000000]", clip);
}

Status validate_optimism(const LinearExperiment& experiment, const Takes& takes) {
  const double optimism = experiment.optimism;
  if (!takes.optimism) {
    if (optimism == kDefaultOptimism) return {};
    return invalid("optimism", "this algorithm has no such choice", optimism);
  }
  if (is_in(optimism, kMinimumOptimism, kMaximumOptimism)) return {};
  return invalid("optimism", "must be in [0, 3]", optimism);
}

Status validate_tuning(const LinearExperiment& experiment, const Takes& takes) {
  const Tuning tuning = experiment.tuning;
  if (tuning == Tuning::published) return {};
  if (!takes.tuning) return invalid("tuning", "this algorithm has no such choice", number(tuning));
  if (tuning == Tuning::tuned) return {};
  return invalid("tuning", "the tuning must be published or tuned", number(tuning));
}

// Of ldp-linucb with parts other than joint ones.
Status validate_pair(const LinearExperiment& experiment) {
  const ReportParts parts = experiment.parts;
  if (parts != ReportParts::pair) return invalid("parts", "must be joint or pair", number(parts));
  if (!is_codebook(experiment)) {
    return invalid("parts", "pair needs the mechanism codebook", number(parts));
  }
  if (!(experiment.epsilon >= kMinimumPairEpsilon)) {
    return invalid("epsilon", "must be at least 4 with the parts pair", experiment.epsilon);
  }
  if (experiment.radius == RadiusMode::practical) return {};
  return invalid("radius", "must be practical with the parts pair: no other is proved",
                 number(experiment.radius));
}

Status validate_parts(const LinearExperiment& experiment, const Takes& takes) {
  const ReportParts parts = experiment.parts;
  if (parts == ReportParts::joint) return {};
  if (!takes.parts) return invalid("parts", "this algorithm has no such choice", number(parts));
  if (experiment.algorithm == Algorithm::ldp_linucb) return validate_pair(experiment);
  if (parts != ReportParts::coin) return invalid("parts", "must be joint or coin", number(parts));
  if (!is_gaussian(experiment)) return {};
  return invalid("parts", "must be joint with Gaussian noise", number(parts));
}

bool is_of_contexts(Family family) {
  return family == Family::linear || family == Family::generalized_linear;
}

}  // namespace

Status validate(const LinearExperiment& experiment) {
  const auto algorithm = static_cast<std::size_t>(experiment.algorithm);
  if (algorithm >= kCatalogRules.size() || !is_of_contexts(kCatalogRules[algorithm].family)) {
    return invalid("algorithm", "no such linear algorithm", static_cast<double>(algorithm));
  }
  if (kCatalogRules[algorithm].trust_model != TrustModel::local) {
    return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                   static_cast<double>(algorithm));
  }
  if (experiment.dimension < 1 || experiment.dimension > kMaximumDimension) {
    return invalid("dimension", "the dimension must be in 1..128", experiment.dimension);
  }
  const Takes& takes = kCatalogRules[algorithm].takes;
  for (const auto check :
       {validate_mechanism, validate_epsilon, validate_delta, validate_calibration, validate_radius,
        validate_horizon, validate_learner, validate_restarts, validate_spread, validate_link,
        validate_bound, validate_largest, validate_clip, validate_optimism, validate_tuning,
        validate_parts, validate_codebook, validate_scale}) {
    if (Status status = check(experiment, takes); !status.ok()) return status;
  }
  return {};
}

}  // namespace ldp
