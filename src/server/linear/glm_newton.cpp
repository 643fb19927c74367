#include "server/linear/glm_newton.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/linear_experiment.hpp"
#include "server/linear/glm_algebra.hpp"
#include "server/linear/maler.hpp"

namespace ldp {

GlmNewton::GlmNewton(const GlmSettings& settings)
    : settings_(settings),
      curvature_(triangle(settings.dimension)),
      target_(settings.dimension),
      gram_(settings.dimension) {}

void GlmNewton::ingest_epoch(const ScoreSums& sums) {
  for (std::size_t i = 0; i < curvature_.size(); ++i) curvature_[i] += sums.curvature[i];
  add_image(sums.curvature, sums.point, target_);
  for (std::size_t i = 0; i < target_.size(); ++i) target_[i] -= sums.score[i];
  reports_ += sums.reports;
}

void GlmNewton::estimate(LinearSnapshot& snapshot) {
  begin_glm_snapshot(settings_, reports_, snapshot);
  if (reports_ == 0) return;
  const auto t = static_cast<double>(reports_);
  gram_.compute(curvature_, target_, glm_ridge(settings_, t), snapshot.theta);
  project_on_ball(settings_.model.bound(), snapshot.theta);
  snapshot.residual = residual_at(settings_, snapshot.theta);
  if (settings_.optimism == 0) return;
  snapshot.radius = settings_.optimism * settings_.score_deviation * std::sqrt(t);
  snapshot.factor.resize(curvature_.size());
  gram_.square(snapshot.factor);
}

void GlmNewton::write(ByteWriter& writer) const {
  writer.integer(reports_);
  write_numbers(writer, curvature_);
  write_numbers(writer, target_);
}

bool GlmNewton::read(ByteReader& reader) {
  return read_reports(reader, reports_) && read_numbers(reader, curvature_) &&
         read_numbers(reader, target_);
}

}  // namespace ldp
