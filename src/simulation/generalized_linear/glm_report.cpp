#include "simulation/generalized_linear/glm_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "protocol/linear_codebook.hpp"
#include "protocol/linear_score.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

constexpr double kRootTwo = 1.41421356237309504880;
constexpr double kHalfRoot = 0.70710678118654752440;

}  // namespace

Result<GlmReports> GlmReports::create(const LinearExperiment& experiment) {
  if (experiment.mechanism == LinearMechanism::ball) {
    const Result<BallScale> scale = score_ball(experiment);
    if (!scale.ok()) return scale.error();
    return GlmReports(experiment, PureNoise(BallNoise(scale.value())), 0);
  }
  if (experiment.mechanism == LinearMechanism::codebook) {
    const Result<CodebookScale> scale = codebook_scale(experiment, 0);
    if (!scale.ok()) return scale.error();
    return GlmReports(experiment, PureNoise(CodebookNoise(scale.value())), 0);
  }
  const Result<ScoreNoise> noise = score_noise(experiment);
  if (!noise.ok()) return noise.error();
  return GlmReports(experiment, std::nullopt, noise.value().sigma);
}

GlmReports::GlmReports(const LinearExperiment& experiment, std::optional<PureNoise> pure,
                       double sigma)
    : model_(link_model(experiment)),
      has_matrix_(experiment.algorithm != Algorithm::ldp_glm_sgd),
      has_moment_(experiment.algorithm == Algorithm::ldp_glm_published),
      is_weighted_(experiment.algorithm == Algorithm::ldp_glm_newton),
      curvature_unit_(curvature_unit(experiment)),
      residual_unit_(residual_unit(experiment, 1)),
      is_relative_(!has_moment_),
      sigma_(sigma),
      off_diagonal_(has_moment_ ? 1 : kHalfRoot),
      pure_(std::move(pure)),
      curvature_(has_matrix_ ? triangle(experiment.dimension) : 0),
      moment_(has_moment_ ? experiment.dimension : 0),
      score_(experiment.dimension),
      value_(pure_ ? curvature_.size() + score_.size() : 0),
      release_(curvature_.size() + moment_.size() + score_.size()) {}

void GlmReports::begin() {
  std::fill(curvature_.begin(), curvature_.end(), 0.0);
  std::fill(moment_.begin(), moment_.end(), 0.0);
  std::fill(score_.begin(), score_.end(), 0.0);
  reports_ = 0;
  is_closed_ = false;
}

void GlmReports::add(const LinearSnapshot& snapshot, std::span<const double> x, double feedback,
                     CounterWords& words) {
  if (is_closed_) begin();
  ++reports_;
  const std::vector<double>& point = point_of(snapshot);
  double z = 0;
  for (std::size_t i = 0; i < x.size(); ++i) z += x[i] * point[i];
  const double y = std::clamp(feedback, model_.lowest_feedback(), model_.largest_feedback());
  const double residual = std::clamp(model_.mean(z) - y, -snapshot.residual, snapshot.residual);
  const double weight = is_weighted_ ? model_.slope(z) : 1;
  if (!pure_) {
    if (has_matrix_) {
      double* entry = curvature_.data();
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double scaled = weight * x[i];
        for (std::size_t j = i; j < x.size(); ++j) *entry++ += scaled * x[j];
      }
    }
    for (std::size_t i = 0; i < moment_.size(); ++i) moment_[i] += z * x[i];
    for (std::size_t i = 0; i < x.size(); ++i) score_[i] += residual * x[i];
    return;
  }
  const double unit = residual_unit_ * snapshot.residual;
  double* number = value_.data();
  if (has_matrix_) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double scaled = weight / curvature_unit_ * x[i];
      *number++ = scaled * x[i];
      for (std::size_t j = i + 1; j < x.size(); ++j) *number++ = kRootTwo * scaled * x[j];
    }
  }
  for (const double feature : x) *number++ = residual / unit * feature;
  (*pure_)(words, value_, release_);
  const double* released = release_.data();
  if (has_matrix_) {
    double* entry = curvature_.data();
    const double off_diagonal = kHalfRoot * curvature_unit_;
    for (std::size_t i = 0; i < x.size(); ++i) {
      *entry++ += curvature_unit_ * *released++;
      for (std::size_t j = i + 1; j < x.size(); ++j) *entry++ += off_diagonal * *released++;
    }
  }
  for (double& sum : score_) sum += unit * *released++;
}

ScoreSums GlmReports::close(const LinearSnapshot& snapshot, CounterWords& words) {
  is_closed_ = true;
  if (!pure_) {
    fill_normal(words, release_);
    const double deviation = sigma_ * std::sqrt(static_cast<double>(reports_));
    const double* number = release_.data();
    if (has_matrix_) {
      double* entry = curvature_.data();
      const double diagonal = curvature_unit_ * deviation;
      const double off_diagonal = off_diagonal_ * diagonal;
      for (std::size_t i = 0; i < score_.size(); ++i) {
        *entry++ += diagonal * *number++;
        for (std::size_t j = i + 1; j < score_.size(); ++j) *entry++ += off_diagonal * *number++;
      }
    }
    for (double& sum : moment_) sum += deviation * *number++;
    const double scale = residual_unit_ * (is_relative_ ? snapshot.residual : 1) * deviation;
    for (double& sum : score_) sum += scale * *number++;
  }
  return {curvature_, moment_, score_, point_of(snapshot), reports_};
}

}  // namespace ldp
