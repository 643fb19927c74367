#include "server/linear/glm_sgd.hpp"

#include <algorithm>
#include <cmath>

#include "server/linear/glm_algebra.hpp"
#include "server/linear/maler.hpp"

namespace ldp {
namespace {

constexpr double kLeastSlope = 0.075;

}  // namespace

GlmSgd::GlmSgd(const GlmSettings& settings)
    : settings_(settings),
      curvature_(2 * std::max(settings.model.least_slope(), kLeastSlope) / settings.dimension),
      delay_(std::max(1.0, settings.score_deviation * std::sqrt(settings.dimension) /
                               (curvature_ * settings.model.bound()))),
      point_(settings.dimension) {}

void GlmSgd::ingest_epoch(const ScoreSums& sums) {
  reports_ += sums.reports;
  const double step = 1 / (curvature_ * (static_cast<double>(reports_) + delay_));
  for (std::size_t i = 0; i < point_.size(); ++i) point_[i] -= step * sums.score[i];
  project_on_ball(settings_.model.bound(), point_);
}

void GlmSgd::estimate(LinearSnapshot& snapshot) const {
  begin_glm_snapshot(settings_, reports_, snapshot);
  std::copy(point_.begin(), point_.end(), snapshot.theta.begin());
  snapshot.residual = residual_at(settings_, point_);
}

void GlmSgd::write(ByteWriter& writer) const {
  writer.integer(reports_);
  write_numbers(writer, point_);
}

bool GlmSgd::read(ByteReader& reader) {
  return read_reports(reader, reports_) && read_point(reader, settings_.model.bound(), point_);
}

}  // namespace ldp
