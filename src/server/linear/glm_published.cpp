#include "server/linear/glm_published.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/linear_experiment.hpp"
#include "server/linear/glm_algebra.hpp"
#include "server/linear/gram_radius.hpp"
#include "server/linear/maler.hpp"

namespace ldp {
namespace {

constexpr double kAlpha = 0.1;

constexpr double kTunedRadius = 0.2;
constexpr double kTunedRidge = 0.1;

// Nothing is said of t = 0, where V + c I is 0.
constexpr double kSmallestRidge = 1e-3;

}  // namespace

GlmPublished::GlmPublished(const GlmSettings& settings)
    : settings_(settings),
      gram_sum_(triangle(settings.dimension)),
      target_(settings.dimension),
      point_(settings.dimension),
      gram_(settings.dimension) {}

double GlmPublished::horizon(std::uint64_t reports) const {
  return horizon_at(settings_.horizon, reports);
}

double GlmPublished::ridge(std::uint64_t reports) const {
  const auto t = static_cast<double>(reports);
  const double s = settings_.sigma * std::sqrt(t);
  const double bound =
      published_bounds(s, s, settings_.dimension, union_log(horizon(reports), kAlpha)).matrix;
  return std::max((settings_.is_tuned ? kTunedRidge : 1) * 2 * bound, kSmallestRidge);
}

double GlmPublished::radius(std::uint64_t reports) const {
  const double ratio = settings_.sigma / settings_.model.least_slope();
  const double root = std::sqrt(settings_.dimension * static_cast<double>(reports));
  return (settings_.is_tuned ? kTunedRadius : 1) * std::sqrt(ratio * root);
}

void GlmPublished::ingest_epoch(const ScoreSums& sums) {
  for (std::size_t i = 0; i < gram_sum_.size(); ++i) gram_sum_[i] += sums.curvature[i];
  for (std::size_t i = 0; i < target_.size(); ++i) target_[i] += sums.moment[i];
  reports_ += sums.reports;
  squares_ += squared_norm(sums.score);
  const double bound = settings_.model.bound();
  double step = 1 / std::sqrt(horizon(reports_));
  if (settings_.is_tuned) step = squares_ > 0 ? bound / std::sqrt(squares_) : 0;
  for (std::size_t i = 0; i < point_.size(); ++i) point_[i] -= step * sums.score[i];
  project_on_ball(bound, point_);
}

void GlmPublished::estimate(LinearSnapshot& snapshot) {
  begin_glm_snapshot(settings_, reports_, snapshot);
  snapshot.point.assign(point_.begin(), point_.end());
  snapshot.residual = residual_at(settings_, point_);
  if (reports_ == 0) return;
  gram_.compute(gram_sum_, target_, ridge(reports_), snapshot.theta);
  snapshot.radius = radius(reports_);
  snapshot.factor.assign(gram_.root().begin(), gram_.root().end());
}

void GlmPublished::write(ByteWriter& writer) const {
  writer.integer(reports_);
  write_numbers(writer, gram_sum_);
  write_numbers(writer, target_);
  writer.number(squares_);
  write_numbers(writer, point_);
}

bool GlmPublished::read(ByteReader& reader) {
  return read_reports(reader, reports_) && read_numbers(reader, gram_sum_) &&
         read_numbers(reader, target_) && read_numbers(reader, {&squares_, 1}) && squares_ >= 0 &&
         read_point(reader, settings_.model.bound(), point_);
}

}  // namespace ldp
