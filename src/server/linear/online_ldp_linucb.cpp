#include "server/linear/online_ldp_linucb.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/pair_scale.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/linear/gram_radius.hpp"

namespace ldp {
namespace {

// Up to this many reports after a restart the last estimate before it is published: it is better.
constexpr std::uint64_t kPublishedAfter = 32;

// V = gram + I by itself has no smaller eigenvalue than 1: only rounding can go below.
constexpr double kRidge = 1;
constexpr double kFloor = 0.5;

// Far above what 2^53 reports of the noisiest experiment add up to.
bool is_possible(double x) { return std::abs(x) <= 1e60; }  // false for NaN

// image += scale S x, S symmetric by its upper triangle.
void add_product(std::span<const double> triangle, std::span<const double> x, double scale,
                 std::span<double> image) {
  const double* entry = triangle.data();
  for (std::size_t i = 0; i < x.size(); ++i) {
    image[i] += scale * *entry++ * x[i];
    for (std::size_t j = i + 1; j < x.size(); ++j, ++entry) {
      image[i] += scale * *entry * x[j];
      image[j] += scale * *entry * x[i];
    }
  }
}

void clip(double largest, std::span<double> gradient) {
  double square = 0;
  for (const double g : gradient) square += g * g;
  const double length = std::sqrt(square);
  if (length <= largest) return;
  for (double& g : gradient) g *= largest / length;
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return x >= 1 && x < 0x1p63 && std::frexp(x, &exponent) == 0.5;
}

void write_numbers(ByteWriter& writer, std::span<const double> values) {
  for (const double x : values) writer.number(x);
}

bool read_numbers(ByteReader& reader, std::span<double> values) {
  for (double& x : values) x = reader.number();
  return reader.whole() && std::all_of(values.begin(), values.end(), is_possible);
}

}  // namespace

Result<OnlineSettings> OnlineSettings::of(const LinearExperiment& experiment) {
  const auto scale = PairScale::create(experiment.epsilon, experiment.delta, experiment.dimension,
                                       experiment.calibration);
  if (!scale.ok()) return scale.error();
  OnlineSettings settings;
  settings.dimension = experiment.dimension;
  settings.sigma = scale.value().sigma();
  settings.smallest_eigenvalue = 0.5 / experiment.dimension;
  settings.is_published = experiment.radius != RadiusMode::practical;
  settings.learner = experiment.learner;
  settings.ogd_gradient = experiment.epsilon <= 0.2 ? 20 : 10;
  settings.horizon = experiment.horizon;
  settings.restarts = experiment.restarts;
  return settings;
}

double clipping_constant(const OnlineSettings& settings, double horizon, double alpha) {
  const double log = union_log(horizon, alpha);
  const double sigma = settings.sigma;
  const double d2 = settings.extra_variance;
  const double de = std::sqrt(d2);
  const double d = settings.parameter_norm;
  const double variance = sigma * sigma;
  return 2 * std::sqrt(2 * log) * (2 * d * sigma + 2 * sigma + d * de + de) +
         2 * log *
             (2 * d * d2 + 4 * d * de * sigma + 2 * de * sigma + 2 * d * variance + 2 * variance +
              settings.clipping * d * variance) +
         2 * d + 2;
}

OnlineLdpLinUcb::OnlineLdpLinUcb(const OnlineSettings& settings)
    : settings_(settings),
      learner_(Ogd(0, 1, 1, 0)),
      gram_(triangle(settings.dimension)),
      u_(settings.dimension),
      gradient_(settings.dimension),
      image_(settings.dimension),
      factor_(settings.dimension) {
  begin_period(settings.restarts ? 1 : horizon_at(settings.horizon, 0));
}

void OnlineLdpLinUcb::begin_period(double horizon) {
  period_horizon_ = horizon;
  if (settings_.learner == OnlineLearnerKind::maler) {
    clip_ = clipping_constant(settings_, horizon, 1 / horizon);
    learner_ = Maler(settings_.dimension, clip_, settings_.parameter_norm, horizon);
    return;
  }
  // The root mean square of a gradient, by a model of it.
  const double variance = settings_.sigma * settings_.sigma;
  const double deviation = settings_.reward_deviation;
  const double norm = settings_.parameter_norm;
  const double rms = 2 * std::sqrt((1 + settings_.dimension * variance) *
                                   (deviation * deviation + variance + norm * norm * variance / 4));
  clip_ = settings_.ogd_gradient * rms;
  const double mu = 2 * (settings_.smallest_eigenvalue + settings_.extra_variance);
  learner_ = Ogd(settings_.dimension, clip_, norm,
                 settings_.learner == OnlineLearnerKind::ogd_strongly_convex ? mu : 0);
}

std::span<const double> OnlineLdpLinUcb::prediction() const {
  return std::visit([](const auto& learner) { return learner.theta(); }, learner_);
}

void OnlineLdpLinUcb::take_step() {
  clip(clip_, gradient_);
  std::visit([this](auto& learner) { learner.step(gradient_); }, learner_);
}

void OnlineLdpLinUcb::ingest(std::span<const double> x, double y) {
  const std::size_t d = u_.size();
  const std::span<const double> theta = prediction();
  double pred = 0;
  for (std::size_t i = 0; i < d; ++i) pred += theta[i] * x[i];
  const double residual = 2 * (pred - y);
  const double variance = settings_.sigma * settings_.sigma;
  double* entry = gram_.data();
  for (std::size_t i = 0; i < d; ++i) {
    gradient_[i] = residual * x[i] - 2 * variance * theta[i];
    u_[i] += pred * x[i];
    for (std::size_t j = i; j < d; ++j) *entry++ += x[i] * x[j];
  }
  take_step();
  count(1);
}

std::uint64_t OnlineLdpLinUcb::steps_of_epoch(std::uint64_t reports) const {
  const std::uint64_t d = settings_.dimension;
  return std::min({reports, std::uint64_t{256}, (std::uint64_t{1} << 20) / (d * d)});
}

void OnlineLdpLinUcb::ingest_epoch(std::span<const double> xx, std::span<const double> yx,
                                   std::uint64_t reports) {
  if (reports == 0) return;
  const auto n = static_cast<double>(reports);
  const std::uint64_t steps = steps_of_epoch(reports);
  const double share = 1 / static_cast<double>(steps);
  const double variance = settings_.sigma * settings_.sigma;
  for (std::uint64_t step = 0; step < steps; ++step) {
    const std::span<const double> theta = prediction();
    std::fill(image_.begin(), image_.end(), 0.0);
    add_product(xx, theta, 1, image_);
    for (std::size_t i = 0; i < u_.size(); ++i) {
      gradient_[i] = 2 * (image_[i] - yx[i]) / n - 2 * variance * theta[i];
      u_[i] += image_[i] * share;
    }
    take_step();
  }
  for (std::size_t i = 0; i < gram_.size(); ++i) gram_[i] += xx[i];
  count(reports);
}

void OnlineLdpLinUcb::count(std::uint64_t reports) {
  reports_ += reports;
  period_reports_ += reports;
  if (!settings_.restarts) {
    // Past the horizon of the learner: a new one with a longer horizon starts from its point.
    const double horizon = horizon_at(settings_.horizon, reports_);
    if (horizon <= period_horizon_) return;
    const std::span<const double> theta = prediction();
    std::copy(theta.begin(), theta.end(), image_.begin());
    begin_period(horizon);
    std::visit([this](auto& learner) { learner.begin_at(image_); }, learner_);
    return;
  }
  if (static_cast<double>(period_reports_) < period_horizon_) return;
  before_restart_.theta.resize(u_.size());
  before_restart_.factor.resize(gram_.size());
  compute(before_restart_);
  double horizon = 2 * period_horizon_;
  while (horizon <= static_cast<double>(period_reports_)) horizon *= 2;
  begin_period(horizon);
  if (settings_.warm_start) {
    std::visit([this](auto& learner) { learner.begin_at(before_restart_.theta); }, learner_);
  }
  period_reports_ = 0;
  std::fill(gram_.begin(), gram_.end(), 0.0);
  std::fill(u_.begin(), u_.end(), 0.0);
}

double OnlineLdpLinUcb::radius() const {
  const double d = settings_.dimension;
  const double sigma = settings_.sigma;
  const double norm = settings_.parameter_norm;
  const double log_reports = natural_log(1 + static_cast<double>(period_reports_));
  if (!settings_.is_published) {
    // Fitted; OGD, whose predictions lag behind, wants about twice that of Maler.
    const double fitted = settings_.learner == OnlineLearnerKind::maler
                              ? std::max(0.5, 4.8 * sigma)
                              : std::max(1.0, 9.6 * sigma);
    return std::min(12.0, fitted) * settings_.phi *
           (settings_.reward_deviation + norm * sigma + norm * sigma * sigma) *
           std::sqrt(d * log_reports);
  }
  const double d2 = settings_.extra_variance;
  const double mu = 2 * (settings_.smallest_eigenvalue + d2);
  const double h = clip_ * clip_ / (mu * mu) + 2 * clip_ * norm / mu;
  const double log = 2 * natural_log(period_horizon_);  // ln(T/alpha), alpha = 1/T
  const double deviation = settings_.reward_deviation + norm * sigma + norm * std::sqrt(d2);
  const double m = (clip_ * clip_ / mu + 2 * clip_ * norm) * log_reports;
  const double k =
      norm * d2 * log * std::sqrt(static_cast<double>(period_reports_) * h * log_reports) +
      deviation * deviation * log + (sigma * sigma + d2) * log * h * log_reports;
  return std::sqrt(m + k);
}

void OnlineLdpLinUcb::compute(LinearSnapshot& snapshot) {
  factor_.compute(gram_, u_, kRidge, kFloor, snapshot.theta, snapshot.factor);
  snapshot.radius = radius();
}

void OnlineLdpLinUcb::estimate(LinearSnapshot& snapshot) {
  snapshot.reports = reports_;
  snapshot.theta.resize(u_.size());
  snapshot.factor.resize(gram_.size());
  if (before_restart_.theta.empty() || period_reports_ >= kPublishedAfter) {
    compute(snapshot);
    return;
  }
  std::copy(before_restart_.theta.begin(), before_restart_.theta.end(), snapshot.theta.begin());
  std::copy(before_restart_.factor.begin(), before_restart_.factor.end(), snapshot.factor.begin());
  snapshot.radius = before_restart_.radius;
}

void OnlineLdpLinUcb::write(ByteWriter& writer) const {
  writer.integer(reports_);
  writer.integer(period_reports_);
  writer.number(period_horizon_);
  write_numbers(writer, gram_);
  write_numbers(writer, u_);
  std::visit([&](const auto& learner) { learner.write(writer); }, learner_);
  writer.integer(static_cast<std::uint8_t>(!before_restart_.theta.empty()));
  if (before_restart_.theta.empty()) return;
  writer.number(before_restart_.radius);
  write_numbers(writer, before_restart_.theta);
  write_numbers(writer, before_restart_.factor);
}

bool OnlineLdpLinUcb::read(ByteReader& reader) {
  reports_ = reader.integer<std::uint64_t>();
  period_reports_ = reader.integer<std::uint64_t>();
  const double horizon = reader.number();
  const bool is_consistent =
      reports_ <= kMaximumReports && period_reports_ <= reports_ &&
      (settings_.restarts
           ? is_power_of_two(horizon) && static_cast<double>(period_reports_) < horizon
           : horizon == horizon_at(settings_.horizon, reports_));
  if (!is_consistent || !read_numbers(reader, gram_) || !read_numbers(reader, u_)) return false;
  begin_period(horizon);
  if (!std::visit([&](auto& learner) { return learner.read(reader); }, learner_)) return false;
  const auto has_earlier = reader.integer<std::uint8_t>();
  if (has_earlier != (settings_.restarts && horizon > 1 ? 1 : 0)) return false;
  before_restart_ = {};
  if (has_earlier == 0) return true;
  before_restart_.radius = reader.number();
  before_restart_.theta.resize(u_.size());
  before_restart_.factor.resize(gram_.size());
  return before_restart_.radius >= 0 && is_possible(before_restart_.radius) &&
         read_numbers(reader, before_restart_.theta) &&
         read_numbers(reader, before_restart_.factor);
}

}  // namespace ldp
