#include "server/linear/glm_learner.hpp"

#include <utility>

#include "protocol/linear_score.hpp"

namespace ldp {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;

}  // namespace

Result<GlmLearner> GlmLearner::create(const LinearExperiment& experiment) {
  const Result<ScoreNoise> noise = score_noise(experiment);
  if (!noise.ok()) return noise.error();
  return GlmLearner(experiment, noise.value());
}

GlmLearner::Learner GlmLearner::make(const LinearExperiment& experiment, double sigma) {
  const LinkModel model = link_model(experiment);
  GlmSettings settings{experiment.dimension, model};
  settings.matrix_deviation = curvature_unit(experiment) * sigma;
  settings.score_deviation = residual_unit(experiment, model.residual_bound()) * sigma;
  settings.optimism = experiment.optimism;
  settings.sigma = sigma;
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

GlmLearner::GlmLearner(const LinearExperiment& experiment, const ScoreNoise& noise)
    : experiment_(experiment),
      unit_(noise.unit),
      off_diagonal_(noise.is_svec ? kHalfRoot : 1),
      learner_(make(experiment, noise.sigma)) {
  const std::uint32_t d = experiment.dimension;
  const bool has_matrix = experiment.algorithm != Algorithm::ldp_glm_sgd;
  const bool has_moment = experiment.algorithm == Algorithm::ldp_glm_published;
  curvature_.resize(has_matrix ? triangle(d) : 0);
  moment_.resize(has_moment ? d : 0);
  score_.resize(d);
}

void GlmLearner::ingest_epoch(std::span<const std::int64_t> totals, std::span<const double> point,
                              double residual, std::uint64_t reports) {
  const std::int64_t* total = totals.data();
  if (!curvature_.empty()) {
    const double unit = unit_ * curvature_unit(experiment_);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < score_.size(); ++i) {
      for (std::size_t j = i; j < score_.size(); ++j, ++entry) {
        curvature_[entry] = static_cast<double>(*total++) * unit * (i == j ? 1 : off_diagonal_);
      }
    }
  }
  for (double& number : moment_) number = static_cast<double>(*total++) * unit_;
  const double unit = unit_ * residual_unit(experiment_, residual);
  for (double& number : score_) number = static_cast<double>(*total++) * unit;
  ingest_epoch({curvature_, moment_, score_, point, reports});
}

}  // namespace ldp
