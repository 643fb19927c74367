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
  std::vector<PureNoise> pure;
  if (experiment.mechanism == LinearMechanism::gaussian) {
    const Result<ScoreNoise> noise = score_noise(experiment);
    if (!noise.ok()) return noise.error();
    return GlmReports(experiment, std::move(pure), noise.value().sigma);
  }
  for (std::uint32_t part = 0; part < parts(experiment).size(); ++part) {
    if (experiment.mechanism == LinearMechanism::ball) {
      const Result<BallScale> scale = score_ball(experiment, part);
      if (!scale.ok()) return scale.error();
      pure.emplace_back(BallNoise(scale.value()));
    } else {
      const Result<CodebookScale> scale = codebook_scale(experiment, part);
      if (!scale.ok()) return scale.error();
      pure.emplace_back(CodebookNoise(scale.value(), part));
    }
  }
  return GlmReports(experiment, std::move(pure), 0);
}

GlmReports::GlmReports(const LinearExperiment& experiment, std::vector<PureNoise> pure,
                       double sigma)
    : model_(link_model(experiment)),
      has_coin_(has_coin(experiment)),
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
      value_(pure_.empty() ? 0 : curvature_.size() + score_.size()),
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
  if (pure_.empty()) {
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
  // With a coin one of the two blocks, divided by its probability.
  const std::uint32_t part = has_coin_ ? part_of_coin(words.next()) : kScorePart;
  const bool sends_matrix = has_coin_ ? part == kCurvaturePart : has_matrix_;
  const bool sends_score = !has_coin_ || part == kScorePart;
  const double unit = residual_unit_ * snapshot.residual;
  double* number = value_.data();
  if (sends_matrix) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double scaled = weight / curvature_unit_ * x[i];
      *number++ = scaled * x[i];
      for (std::size_t j = i + 1; j < x.size(); ++j) *number++ = kRootTwo * scaled * x[j];
    }
  }
  if (sends_score) {
    for (const double feature : x) *number++ = residual / unit * feature;
  }
  const auto length = static_cast<std::size_t>(number - value_.data());
  const std::span<double> release = std::span(release_).first(length);
  pure_[part](words, std::span<const double>(value_).first(length), release);
  const double* released = release.data();
  if (sends_matrix) {
    double* entry = curvature_.data();
    const double diagonal = has_coin_ ? curvature_unit_ / (1 - kScoreShare) : curvature_unit_;
    const double off_diagonal = kHalfRoot * diagonal;
    for (std::size_t i = 0; i < x.size(); ++i) {
      *entry++ += diagonal * *released++;
      for (std::size_t j = i + 1; j < x.size(); ++j) *entry++ += off_diagonal * *released++;
    }
  }
  if (!sends_score) return;
  const double scale = has_coin_ ? unit / kScoreShare : unit;
  for (double& sum : score_) sum += scale * *released++;
}

ScoreSums GlmReports::close(const LinearSnapshot& snapshot, CounterWords& words) {
  is_closed_ = true;
  if (pure_.empty()) {
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
