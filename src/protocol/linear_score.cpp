#include "protocol/linear_score.hpp"

#include <cmath>

#include "protocol/linear_codebook.hpp"

namespace ldp {
namespace {

ScoreKind kind_of(const LinearExperiment& experiment) {
  switch (experiment.algorithm) {
    case Algorithm::ldp_glm_sgd:
      return ScoreKind::gradient;
    case Algorithm::ldp_glm_published:
      return ScoreKind::published;
    default:
      return ScoreKind::joint;
  }
}

}  // namespace

double curvature_unit(const LinearExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_glm_newton ? link_model(experiment).largest_slope()
                                                           : 1;
}

double residual_unit(const LinearExperiment& experiment, double residual) {
  switch (kind_of(experiment)) {
    case ScoreKind::gradient:
      return residual;
    case ScoreKind::published:
      return 1;
    case ScoreKind::joint:
      break;
  }
  return has_coin(experiment) ? residual : kScoreBalance * residual;
}

ScoreShape score_shape(const LinearExperiment& experiment) {
  const LinkModel link = link_model(experiment);
  ScoreShape shape;
  shape.kind = kind_of(experiment);
  shape.dimension = experiment.dimension;
  switch (shape.kind) {
    case ScoreKind::joint:
      shape.residual = 1 / kScoreBalance;
      if (experiment.algorithm == Algorithm::ldp_glm_newton) {
        shape.least_weight = link.least_slope() / link.largest_slope();
      }
      break;
    case ScoreKind::gradient:
      break;
    case ScoreKind::published:
      // The paper takes every residual for one in [-1, 1]. Where the link gives larger ones, they
      // are what the true guarantee is computed from.
      shape.residual = is_unbounded(link.link()) ? link.residual_bound() : 1;
      shape.point = experiment.bound;
      break;
  }
  return shape;
}

Result<ScoreScale> score_scale(const LinearExperiment& experiment) {
  return ScoreScale::create(experiment.epsilon, experiment.delta, score_shape(experiment));
}

double score_norm(const LinearExperiment& experiment) {
  return kind_of(experiment) == ScoreKind::gradient || has_coin(experiment)
             ? 1
             : std::sqrt(1 + 1 / (kScoreBalance * kScoreBalance));
}

Result<BallScale> score_ball(const LinearExperiment& experiment, std::uint32_t part) {
  return BallScale::create(experiment.epsilon, parts(experiment)[part].vector,
                           score_norm(experiment), ball_draws(experiment.epsilon));
}

Result<ScoreNoise> score_noise(const LinearExperiment& experiment, std::uint32_t part) {
  ScoreNoise noise;
  if (experiment.mechanism == LinearMechanism::ball) {
    const Result<BallScale> scale = score_ball(experiment, part);
    if (!scale) return scale.error();
    noise.unit = scale.value().unit();
    noise.sigma = scale.value().sigma();
    noise.is_svec = true;
    noise.reach = scale.value().norm() * scale.value().stretch();
    return noise;
  }
  if (experiment.mechanism == LinearMechanism::codebook) {
    const Result<CodebookScale> scale = codebook_scale(experiment, part);
    if (!scale) return scale.error();
    noise.unit = scale.value().unit();
    noise.sigma = std::sqrt(scale.value().variance());
    noise.is_svec = true;
    noise.reach = scale.value().longest();
    return noise;
  }
  const Result<ScoreScale> scale = score_scale(experiment);
  if (!scale) return scale.error();
  noise.unit = scale.value().unit();
  noise.sigma = scale.value().sigma();
  return noise;
}

}  // namespace ldp
