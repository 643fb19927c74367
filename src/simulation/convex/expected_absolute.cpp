#include "simulation/convex/expected_absolute.hpp"

namespace ldp {
namespace {

constexpr int kPanels = 128;   // of Simpson's rule, even
constexpr int kSteps = 2048;   // of the table
constexpr double kReach = 16;  // of the table, in units of the noise

// E|D s - n| for s the first coordinate of the direction, d >= 2: with s = cos(a) the law of a has
// the density sin^(d - 2), and a = 2 atan(t) leaves no trigonometry.
double mean_at(double distance, double noise, std::size_t dimension) {
  double sum = 0;
  double mass = 0;
  for (int i = 0; i <= kPanels; ++i) {
    const double t = static_cast<double>(i) / kPanels;
    const double over = 1 / (1 + t * t);
    double weight = over * (i == 0 || i == kPanels ? 1 : (i % 2 == 1 ? 4 : 2));
    for (std::size_t j = 2; j < dimension; ++j) weight *= 2 * t * over;
    const double reach = distance * (1 - t * t) * over;
    // E|reach - n|
    const double value = reach < noise ? (noise * noise + reach * reach) / (2 * noise) : reach;
    sum += weight * value;
    mass += weight;
  }
  return sum / mass;
}

}  // namespace

ExpectedAbsolute::ExpectedAbsolute(std::size_t dimension, double noise)
    : dimension_(static_cast<double>(dimension)), noise_(noise) {
  if (dimension < 2) return;
  slope_ = mean_at(1, 0, dimension);
  if (!(noise > 0)) return;
  per_step_ = kSteps / (kReach * noise);
  for (int i = 0; i <= kSteps; ++i) {
    table_.push_back(mean_at(i / per_step_, noise, dimension) - noise / 2);
  }
  const double last = kSteps / per_step_;
  tail_ = (table_.back() - (slope_ * last - noise / 2)) * last;
}

double ExpectedAbsolute::operator()(double distance) const {
  if (distance < noise_) return distance * distance / (2 * noise_ * dimension_);
  const double place = distance * per_step_;
  if (table_.empty() || place >= kSteps) {
    return distance > 0 ? slope_ * distance - noise_ / 2 + tail_ / distance : 0;
  }
  const auto step = static_cast<std::size_t>(place);
  return table_[step] + (place - static_cast<double>(step)) * (table_[step + 1] - table_[step]);
}

}  // namespace ldp
