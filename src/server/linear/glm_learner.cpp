#include "server/linear/glm_learner.hpp"

#include <cmath>
#include <utility>

#include "protocol/linear_score.hpp"

namespace ldp {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;

}  // namespace

Result<GlmLearner> GlmLearner::create(const LinearExperiment& experiment) {
  const Result<ScoreNoise> score = score_noise(experiment);
  if (!score.ok()) return score.error();
  if (!has_coin(experiment)) return GlmLearner(experiment, score.value(), score.value());
  const Result<ScoreNoise> curvature = score_noise(experiment, kCurvaturePart);
  if (!curvature.ok()) return curvature.error();
  return GlmLearner(experiment, curvature.value(), score.value());
}

GlmLearner::Learner GlmLearner::make(const LinearExperiment& experiment,
                                     const ScoreNoise& curvature, const ScoreNoise& score) {
  const LinkModel model = link_model(experiment);
  GlmSettings settings{experiment.dimension, model};
  // Of a report of whichever part: a share p of them has 1/p of the part's numbers in it.
  settings.matrix_deviation = curvature_unit(experiment) * curvature.sigma /
                              std::sqrt(part_share(experiment, kCurvaturePart));
  settings.score_deviation = residual_unit(experiment, model.residual_bound()) * score.sigma /
                             std::sqrt(part_share(experiment, kScorePart));
  settings.optimism = experiment.optimism;
  settings.sigma = score.sigma;
  settings.horizon = experiment.horizon;
  settings.is_tuned = experiment.tuning == Tuning::tuned;
  switch (experiment.algorithm) {
    case Algorithm::ldp_glm_gloc:
      return GlmGloc(settings);
    case Algorithm::ldp_glm_sgd:
      return GlmSgd(settings);
    case Algorithm::ldp_glm_published:
      return GlmPublished(settings);
    default:
      return GlmNewton(settings);
  }
}

GlmLearner::GlmLearner(const LinearExperiment& experiment, const ScoreNoise& curvature,
                       const ScoreNoise& score)
    : experiment_(experiment),
      curvature_step_(curvature.unit / part_share(experiment, kCurvaturePart)),
      score_step_(score.unit / part_share(experiment, kScorePart)),
      off_diagonal_(curvature.is_svec ? kHalfRoot : 1),
      learner_(make(experiment, curvature, score)) {
  const std::uint32_t d = experiment.dimension;
  const bool has_matrix = experiment.algorithm != Algorithm::ldp_glm_sgd;
  const bool has_moment = experiment.algorithm == Algorithm::ldp_glm_published;
  curvature_.resize(has_matrix ? triangle(d) : 0);
  moment_.resize(has_moment ? d : 0);
  score_.resize(d);
}

void GlmLearner::ingest_epoch(std::span<const std::int64_t> totals,
                              std::span<const std::int64_t> curvature,
                              std::span<const double> point, double residual,
                              std::uint64_t reports) {
  const std::int64_t* total = totals.data();
  if (!curvature_.empty()) {
    const std::int64_t* own = curvature.data();
    // With a coin the curvature has totals of its own; else it comes first in those of the report.
    const std::int64_t*& next = curvature.empty() ? total : own;
    const double unit = curvature_step_ * curvature_unit(experiment_);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < score_.size(); ++i) {
      for (std::size_t j = i; j < score_.size(); ++j, ++entry) {
        curvature_[entry] = static_cast<double>(*next++) * unit * (i == j ? 1 : off_diagonal_);
      }
    }
  }
  for (double& number : moment_) number = static_cast<double>(*total++) * score_step_;
  const double unit = score_step_ * residual_unit(experiment_, residual);
  for (double& number : score_) number = static_cast<double>(*total++) * unit;
  ingest_epoch({curvature_, moment_, score_, point, reports});
}

}  // namespace ldp
