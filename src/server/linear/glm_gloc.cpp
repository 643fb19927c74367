#include "server/linear/glm_gloc.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/linear_experiment.hpp"
#include "server/linear/glm_algebra.hpp"
#include "server/linear/maler.hpp"

namespace ldp {

GlmGloc::GlmGloc(const GlmSettings& settings)
    : settings_(settings),
      gram_sum_(triangle(settings.dimension)),
      target_(settings.dimension),
      point_(settings.dimension),
      gram_(settings.dimension) {}

void GlmGloc::ingest_epoch(const ScoreSums& sums) {
  for (std::size_t i = 0; i < gram_sum_.size(); ++i) gram_sum_[i] += sums.curvature[i];
  add_image(sums.curvature, sums.point, target_);
  reports_ += sums.reports;
  squares_ += squared_norm(sums.score);
  if (squares_ == 0) return;
  const double bound = settings_.model.bound();
  const double step = bound / std::sqrt(squares_);
  for (std::size_t i = 0; i < point_.size(); ++i) point_[i] -= step * sums.score[i];
  project_on_ball(bound, point_);
}

void GlmGloc::estimate(LinearSnapshot& snapshot) {
  begin_glm_snapshot(settings_, reports_, snapshot);
  snapshot.point.assign(point_.begin(), point_.end());
  snapshot.residual = residual_at(settings_, point_);
  if (reports_ == 0) return;
  const auto t = static_cast<double>(reports_);
  gram_.compute(gram_sum_, target_, glm_ridge(settings_, t), snapshot.theta);
  if (settings_.optimism == 0) return;
  const double ratio = settings_.matrix_deviation / settings_.model.least_slope();
  snapshot.radius = settings_.optimism * std::sqrt(ratio * std::sqrt(settings_.dimension * t));
  snapshot.factor.assign(gram_.root().begin(), gram_.root().end());
}

void GlmGloc::write(ByteWriter& writer) const {
  writer.integer(reports_);
  write_numbers(writer, gram_sum_);
  write_numbers(writer, target_);
  writer.number(squares_);
  write_numbers(writer, point_);
}

bool GlmGloc::read(ByteReader& reader) {
  return read_reports(reader, reports_) && read_numbers(reader, gram_sum_) &&
         read_numbers(reader, target_) && read_numbers(reader, {&squares_, 1}) && squares_ >= 0 &&
         read_point(reader, settings_.model.bound(), point_);
}

}  // namespace ldp
