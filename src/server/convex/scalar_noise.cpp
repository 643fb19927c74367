#include "server/convex/scalar_noise.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {
namespace {

// A direction's coordinates have 14 bits: products stay inside 32.
constexpr std::int32_t kLargestCount = (1 << 17) - 1;
// Noise of a larger scale, in grid steps, is counted in coarser steps.
constexpr double kFineScale = 4096;

}  // namespace

Result<ScalarNoise> ScalarNoise::of(ScalarMechanism mechanism, double epsilon, double delta) {
  ScalarNoise noise;
  if (mechanism == ScalarMechanism::bit) {
    const auto response = RandomizedResponse::create(epsilon);
    if (!response.ok()) return response.error();
    noise.is_bit_ = true;
    noise.root_ = 1 / response.value().theta();
    noise.spread_ = noise.root_ * noise.root_;
  } else if (mechanism == ScalarMechanism::laplace) {
    const auto scale = LaplaceScale::create(epsilon, kRewardGrid);
    if (!scale.ok()) return scale.error();
    // b t/s grid steps of noise on (1 + v)/2: twice as much on v.
    noise.linear_ = 2 * static_cast<double>(scale.value().t()) /
                    static_cast<double>(scale.value().s()) / kRewardGrid;
    noise.spread_ = 2 * noise.linear_ * noise.linear_;
  } else {
    const auto scale = GaussianScale::create(epsilon, delta);
    if (!scale.ok()) return scale.error();
    noise.root_ = 2 * scale.value().sigma();
    noise.spread_ = noise.root_ * noise.root_;
  }
  return noise;
}

double ScalarNoise::largest(double horizon) const {
  if (is_bit_) return root_;
  const double log = natural_log(2 * horizon);
  return 1 + linear_ * log + root_ * std::sqrt(2 * log);
}

Result<ScalarUnit> ScalarUnit::of(ScalarMechanism mechanism, double epsilon, double delta) {
  ScalarUnit unit;
  double grid = 0;   // steps of (1 + v)/2
  double noise = 0;  // scale of the noise, in steps
  if (mechanism == ScalarMechanism::bit) {
    const auto response = RandomizedResponse::create(epsilon);
    if (!response.ok()) return response.error();
    unit.unit_ = 1 / response.value().theta();
    return unit;
  }
  if (mechanism == ScalarMechanism::laplace) {
    const auto scale = LaplaceScale::create(epsilon, kRewardGrid);
    if (!scale.ok()) return scale.error();
    grid = kRewardGrid;
    noise = static_cast<double>(scale.value().t()) / static_cast<double>(scale.value().s());
  } else {
    const auto scale = GaussianScale::create(epsilon, delta);
    if (!scale.ok()) return scale.error();
    grid = static_cast<double>(scale.value().sensitivity());
    noise = static_cast<double>(scale.value().s());
  }
  unit.largest_ = kLargestCount;
  while (noise > kFineScale) {
    noise /= 2;
    ++unit.shift_;
  }
  unit.centre_ = static_cast<std::int64_t>(grid / 2);
  unit.unit_ = std::ldexp(2 / grid, unit.shift_);
  return unit;
}

std::int32_t ScalarUnit::count(std::int32_t value) const {
  if (largest_ == 1) return value == 0 ? -1 : 1;
  const std::int64_t half = (std::int64_t{1} << shift_) / 2;
  const std::int64_t steps = (value - centre_ + half) >> shift_;  // rounded, halves upwards
  const std::int64_t largest = largest_;
  return static_cast<std::int32_t>(std::clamp(steps, -largest, largest));
}

}  // namespace ldp
