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
  // Without noise the mean is proportional to the distance.
  per_step_ = noise > 0 ? kSteps / (kReach * noise) : 1;
  const int last = noise > 0 ? kSteps : 1;
  for (int i = 0; i <= last; ++i) {
    table_.push_back(mean_at(static_cast<double>(i) / per_step_, noise, dimension) - noise / 2);
  }
}

double ExpectedAbsolute::operator()(double distance) const {
  if (distance < noise_) return distance * distance / (2 * noise_ * dimension_);
  if (table_.empty()) return distance - noise_ / 2;
  const double place = distance * per_step_;
  const std::size_t last = table_.size() - 1;
  // Beyond the table the mean is linear, but for what the noise still rounds off.
  const auto step = place < static_cast<double>(last) ? static_cast<std::size_t>(place) : last - 1;
  return table_[step] + (place - static_cast<double>(step)) * (table_[step + 1] - table_[step]);
}

}  // namespace ldp
