#include "server/convex/point_learner.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"
#include "server/convex/small_matrix.hpp"

namespace ldp {
namespace {

// Beyond it no experiment leads: steps are at most 1/4 each, of which there are 2^53.
constexpr double kLargestState = 1e60;
// What a projection may be off by, in units of the set.
constexpr double kRounding = 1e-12;

// A step may overflow after an impossible saved state was loaded, or with losses of an absurd
// range. It then goes to the middle of the set, so that no later number is NaN.
bool are_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

PointLearner::PointLearner(const ConvexDomain& domain, const ConvexProblem& problem,
                           std::uint64_t horizon)
    : domain_(&domain),
      problem_(problem),
      horizon_(horizon),
      dimension_(domain.dimension()),
      has_shape_(problem.has_shape()),
      average_(domain.dimension()) {
  begin_stage();
  if (has_shape_) (void)reshape();
}

void PointLearner::begin_stage() {
  const double t = stage_horizon(horizon_, average_.count());
  rules_ = step_rules(problem_, t);
  was_capped_ = was_capped_ || rules_.is_capped;
  stage_end_ = average_.count();
  if (horizon_ > 0) {
    stage_end_ = kMaximumReports;
  } else {
    // Stage k begins at 1000 (2^k - 1), which is its length less 1000.
    stage_end_ = 2 * static_cast<std::uint64_t>(t) - kFirstStage;
  }
}

void PointLearner::step(double r, std::span<const double> u) {
  std::array<double, kDimension> sum{};
  for (std::size_t i = 0; i < dimension_; ++i) sum[i] = r * u[i];
  step({1, std::span(sum).first(dimension_), point(), radius(), shape()});
}

void PointLearner::step(const ConvexStep& step) {
  average_.add(step.point, step.count);
  if (has_shape_) {
    follow(step);
  } else {
    descend(step);
  }
  if (average_.count() < stage_end_) {
    if (has_shape_) (void)reshape();
    return;
  }
  begin_stage();
  if (has_shape_) {
    (void)reshape();
  } else {
    // The set of the points that may be explored around has grown, or of the first stage shrunk.
    domain_->project_shrunk(rules_.shrink, std::span(point_).first(dimension_));
  }
}

void PointLearner::descend(const ConvexStep& step) {
  const auto n = static_cast<double>(step.count);
  const auto t = static_cast<double>(average_.count());
  const double eta = rules_.step > 0 ? rules_.step_of(n) : 1 / (problem_.curvature * t);
  double unit = problem_.dimension * problem_.unit();
  if (!problem_.is_two_point) unit /= step.radius;
  for (std::size_t i = 0; i < dimension_; ++i) point_[i] -= eta * unit * step.sum[i];
  if (!are_finite(point())) point_ = {};
  domain_->project_shrunk(rules_.shrink, std::span(point_).first(dimension_));
}

void PointLearner::follow(const ConvexStep& step) {
  const auto n = static_cast<double>(step.count);
  const double eta = rules_.step_of(n);
  double square = 0;
  for (const double x : step.sum) square += x * x;
  const double length = std::sqrt(square);
  const double clip = rules_.clip_of(n);
  const double unit =
      eta * problem_.dimension * problem_.half_range * (length > clip ? clip / length : 1);
  std::array<double, kDimension> gradient{};
  const std::span<double> g = std::span(gradient).first(dimension_);
  for (std::size_t i = 0; i < dimension_; ++i) g[i] = unit * step.sum[i];
  if (step.shape.empty()) {
    for (double& x : g) x /= step.radius;
  } else {
    solve_upper_transposed(dimension_, step.shape, g);
  }
  for (std::size_t i = 0; i < dimension_; ++i) slope_[i] += g[i];
  if (is_strongly_convex(problem_.losses)) {
    const double pull = eta * problem_.curvature * n;
    for (std::size_t i = 0; i < dimension_; ++i) slope_[i] -= pull * step.point[i];
    curvature_ += pull;
  }
  const std::span<double> x = std::span(point_).first(dimension_);
  if (are_finite(slope_)) domain_->minimise(std::span(slope_).first(dimension_), curvature_, x);
  if (are_finite(slope_) && std::isfinite(curvature_) && std::isfinite(domain_->barrier(x))) return;
  slope_ = {};
  curvature_ = 0;
  point_ = {};
}

// M from the Hessian at the present point. False, with M unchanged, where there is none: of a state
// that no learner has.
bool PointLearner::reshape() {
  std::array<double, kDimension * kDimension> matrix{};
  const std::span<double> h = std::span(matrix).first(dimension_ * dimension_);
  domain_->hessian(point(), h);
  for (std::size_t i = 0; i < dimension_; ++i) h[i * dimension_ + i] += curvature_;
  if (!cholesky(dimension_, h)) return false;
  inverse_transposed(dimension_, h, rules_.shape, std::span(shape_).first(h.size()));
  return true;
}

void PointLearner::answer(std::span<double> answer) const {
  if (!average_.average(answer)) std::copy_n(point_.begin(), dimension_, answer.begin());
  domain_->project(answer);  // what rounding, or a forged state, did to it
}

void PointLearner::write(ByteWriter& writer) const {
  for (std::size_t i = 0; i < dimension_; ++i) writer.number(point_[i]);
  if (has_shape_) {
    for (std::size_t i = 0; i < dimension_; ++i) writer.number(slope_[i]);
    writer.number(curvature_);
  }
  writer.integer(static_cast<std::uint8_t>(was_capped_));
  average_.write(writer);
}

bool PointLearner::read(ByteReader& reader) {
  for (std::size_t i = 0; i < dimension_; ++i) point_[i] = reader.number();
  const auto is_state = [](double x) { return std::abs(x) <= kLargestState; };  // false for NaN
  if (has_shape_) {
    for (std::size_t i = 0; i < dimension_; ++i) slope_[i] = reader.number();
    curvature_ = reader.number();
    if (!std::all_of(slope_.begin(), slope_.end(), is_state)) return false;
    if (!(curvature_ >= 0 && is_state(curvature_))) return false;
  }
  const auto was_capped = reader.integer<std::uint8_t>();
  if (!average_.read(reader, domain_->outer()) || was_capped > 1) return false;
  was_capped_ = was_capped == 1;
  if (!std::all_of(point_.begin(), point_.end(), is_state)) return false;
  begin_stage();
  if (!has_shape_) {
    std::array<double, kDimension> stretched{};
    for (std::size_t i = 0; i < dimension_; ++i) stretched[i] = point_[i] / (1 - rules_.shrink);
    return domain_->contains(std::span(stretched).first(dimension_), kRounding * domain_->outer());
  }
  return std::isfinite(domain_->barrier(point())) && reshape();
}

}  // namespace ldp
