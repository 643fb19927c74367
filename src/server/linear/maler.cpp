#include "server/linear/maler.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

// b of the exp-concave experts: min(1/(4 * 7/25), 1)/2.
constexpr double kExpConcavity = 0.5 / (4 * 7.0 / 25);

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(std::span<const double> x) { return std::sqrt(dot(x, x)); }

// Fills `image` with the product of a symmetric matrix and x.
void multiply(std::span<const double> matrix, std::span<const double> x, std::span<double> image) {
  const std::size_t d = x.size();
  std::fill(image.begin(), image.end(), 0.0);
  for (std::size_t i = 0; i < d; ++i) {
    const double* row = matrix.data() + i * d;
    for (std::size_t j = 0; j < d; ++j) image[j] += x[i] * row[j];
  }
}

// matrix += scale x x^T
void add_square(double scale, std::span<const double> x, std::span<double> matrix) {
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) {
    const double factor = scale * x[i];
    double* row = matrix.data() + i * d;
    for (std::size_t j = 0; j < d; ++j) row[j] += factor * x[j];
  }
}

bool are_within(double largest, std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [=](double x) { return std::abs(x) <= largest; });  // false for NaN
}

// A step may overflow after an impossible saved state was loaded. It then goes to the centre of the
// ball, so that no later number is NaN. True if it was needed.
bool return_if_lost(std::span<double> point) {
  if (std::isfinite(norm(point))) return false;
  std::fill(point.begin(), point.end(), 0.0);
  return true;
}

}  // namespace

void project_on_ball(double radius, std::span<double> point) {
  const double length = norm(point);
  if (length <= radius || return_if_lost(point)) return;
  for (double& x : point) x *= radius / length;
}

void project_in_metric(std::span<const double> metric, double radius, SymmetricEigen& eigen,
                       std::span<double> rotated, std::span<double> point) {
  if (norm(point) <= radius || return_if_lost(point)) return;
  if (!eigen.compute(metric)) {
    project_on_ball(radius, point);
    return;
  }
  const std::span<const double> w = eigen.values();
  const auto d = static_cast<std::uint32_t>(point.size());
  for (std::uint32_t i = 0; i < d; ++i) rotated[i] = dot(eigen.vector(i), point);
  // 1/||z(nu)|| - 1/D is concave and increasing in nu: from 0 Newton's steps rise to the root.
  double nu = 0;
  for (int iteration = 0; iteration < 8; ++iteration) {
    double square = 0;
    double derivative = 0;
    for (std::uint32_t i = 0; i < d; ++i) {
      const double z = w[i] * rotated[i] / (w[i] + nu);
      square += z * z;
      derivative += z * z / (w[i] + nu);
    }
    nu += (square / derivative) * (std::sqrt(square) / radius - 1);
  }
  std::fill(point.begin(), point.end(), 0.0);
  for (std::uint32_t i = 0; i < d; ++i) {
    const double z = w[i] * rotated[i] / (w[i] + nu);
    const std::span<const double> q = eigen.vector(i);
    for (std::uint32_t j = 0; j < d; ++j) point[j] += z * q[j];
  }
  const double length = norm(point);
  for (double& x : point) x *= radius / length;
  (void)return_if_lost(point);
}

Maler::Maler(std::uint32_t dimension, double gradient, double radius, double horizon)
    : d_(dimension),
      gradient_(gradient),
      radius_(radius),
      convex_rate_(1 / (4 * radius * gradient * std::sqrt(horizon))),
      theta_(d_),
      direction_(d_),
      image_(d_),
      eigen_(dimension) {
  // J = ceil(log2(T)/2): the least with 4^J >= T.
  const double diameter = 2 * radius;
  double power = 1;
  rates_.push_back(1 / (5 * gradient * diameter));
  while (power < horizon) {
    rates_.push_back(rates_.back() / 2);
    power *= 4;
  }
  const std::size_t rates = rates_.size();

  points_.resize(experts() * d_);
  log_weights_.resize(experts());
  shifts_.resize(experts());
  const double sum = 1 + 1 / static_cast<double>(rates);  // Cp; rates = 1 + J
  log_weights_[0] = -natural_log(3);
  for (std::size_t i = 0; i < rates; ++i) {
    const auto position = static_cast<double>(i);
    const double prior = natural_log(sum / (3 * (position + 1) * (position + 2)));
    log_weights_[1 + i] = prior;
    log_weights_[1 + rates + i] = prior;
  }
  metrics_.resize(rates * d_ * d_);
  inverses_.resize(rates * d_ * d_);
  const double start = 1 / (kExpConcavity * kExpConcavity * diameter * diameter);
  for (std::size_t i = 0; i < rates * d_; ++i) {
    metrics_[i * d_ + i % d_] = start;
    inverses_[i * d_ + i % d_] = 1 / start;
  }
}

void Maler::begin_at(std::span<const double> point) {
  for (std::size_t e = 0; e < experts(); ++e) {
    std::copy(point.begin(), point.end(), points_.begin() + static_cast<std::ptrdiff_t>(e * d_));
    project_on_ball(radius_, this->point(e));
  }
  play();
}

void Maler::step(std::span<const double> gradient) {
  clock_ += 1;
  weigh(gradient);
  step_convex(gradient);
  for (std::size_t rate = 0; rate < rates_.size(); ++rate) {
    step_strongly_convex(rate, gradient);
    step_exp_concave(rate, gradient);
  }
  play();
}

// All weights, from where the experts are now; also shifts_.
void Maler::weigh(std::span<const double> gradient) {
  const double diameter = 2 * radius_;
  const std::size_t rates = rates_.size();
  for (std::size_t e = 0; e < experts(); ++e) {
    const std::span<const double> x = point(e);
    double shift = 0;
    double square = 0;
    for (std::size_t i = 0; i < d_; ++i) {
      const double delta = x[i] - theta_[i];
      shift += delta * gradient[i];
      square += delta * delta;
    }
    shifts_[e] = shift;
    if (e == 0) {
      const double bound = convex_rate_ * gradient_ * diameter;
      log_weights_[e] -= convex_rate_ * shift + bound * bound;
    } else if (e <= rates) {
      const double rate = rates_[e - 1];
      log_weights_[e] -= rate * shift + rate * rate * gradient_ * gradient_ * square;
    } else {
      const double step = rates_[e - 1 - rates] * shift;
      log_weights_[e] -= step + step * step;
    }
  }
  const double largest = *std::max_element(log_weights_.begin(), log_weights_.end());
  for (double& weight : log_weights_) weight -= largest;
}

void Maler::step_convex(std::span<const double> gradient) {
  const std::span<double> x = point(0);
  const double length = 2 * radius_ / (gradient_ * std::sqrt(static_cast<double>(clock_)));
  for (std::size_t i = 0; i < d_; ++i) x[i] -= length * gradient[i];
  project_on_ball(radius_, x);
}

void Maler::step_strongly_convex(std::size_t rate, std::span<const double> gradient) {
  const std::span<double> x = point(1 + rate);
  const double eta = rates_[rate];
  const double curvature = 2 * eta * eta * gradient_ * gradient_;
  const double scale = 1 / (curvature * static_cast<double>(clock_));
  for (std::size_t i = 0; i < d_; ++i) {
    x[i] -= scale * (eta * gradient[i] + curvature * (x[i] - theta_[i]));
  }
  project_on_ball(radius_, x);
}

void Maler::step_exp_concave(std::size_t rate, std::span<const double> gradient) {
  const std::size_t expert = 1 + rates_.size() + rate;
  const std::span<double> x = point(expert);
  const auto metric = std::span<double>(metrics_).subspan(rate * d_ * d_, d_ * d_);
  const auto inverse = std::span<double>(inverses_).subspan(rate * d_ * d_, d_ * d_);
  const double eta = rates_[rate];
  const double scale = eta * (1 + 2 * eta * shifts_[expert]);
  for (std::size_t i = 0; i < d_; ++i) direction_[i] = scale * gradient[i];
  add_square(1, direction_, metric);
  multiply(inverse, direction_, image_);
  const double divisor = 1 + dot(direction_, image_);
  add_square(-1 / divisor, image_, inverse);
  // W'^-1 v = W^-1 v/(1 + v^T W^-1 v)
  for (std::size_t i = 0; i < d_; ++i) x[i] -= image_[i] / (divisor * kExpConcavity);
  project_in_metric(metric, radius_, eigen_, direction_, x);
}

void Maler::play() {
  const std::size_t rates = rates_.size();
  std::fill(theta_.begin(), theta_.end(), 0.0);
  double total = 0;
  for (std::size_t e = 0; e < experts(); ++e) {
    const double rate = e == 0 ? convex_rate_ : rates_[(e - 1) % rates];
    const double weight = rate * natural_exp(log_weights_[e]);
    total += weight;
    const std::span<const double> x = point(e);
    for (std::size_t i = 0; i < d_; ++i) theta_[i] += weight * x[i];
  }
  for (double& x : theta_) x /= total;
}

void Maler::write(ByteWriter& writer) const {
  writer.integer(clock_);
  for (const auto* values : {&points_, &log_weights_, &metrics_, &inverses_}) {
    for (const double x : *values) writer.number(x);
  }
}

bool Maler::read(ByteReader& reader) {
  clock_ = reader.integer<std::uint64_t>();
  for (auto* values : {&points_, &log_weights_, &metrics_, &inverses_}) {
    for (double& x : *values) x = reader.number();
  }
  // The projections keep points in the ball; a step adds at most (0.14/D)^2 to a metric.
  if (!reader.whole() || clock_ > kMaximumReports || !are_within(2 * radius_, points_) ||
      !are_within(1e60, log_weights_) || !are_within(1e60, metrics_) ||
      !are_within(1e60, inverses_)) {
    return false;
  }
  // 0 after a step, ln(1/3) before the first.
  const double largest = *std::max_element(log_weights_.begin(), log_weights_.end());
  if (!(largest <= 0 && largest >= -2)) return false;
  play();
  return true;
}

}  // namespace ldp
