// The Gaussian noise of the devices, drawn fast: a rounded normal number in place of a discrete
// Gaussian one. At its scale of 2^26 steps and more the two laws differ by less than 10^-17.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/gaussian_scale.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// What DiscreteGaussianMechanism releases, in law. Two words a report.
class SimulatedGaussian {
 public:
  /// Errors: those of GaussianScale::create.
  static Result<SimulatedGaussian> create(double epsilon, double delta) {
    const Result<GaussianScale> scale = GaussianScale::create(epsilon, delta);
    if (!scale) return scale.error();
    return SimulatedGaussian(static_cast<double>(scale.value().s()), scale.value().grid_bits());
  }

  [[nodiscard]] std::int32_t operator()(SeededStream& stream, UnitReward reward) const {
    const double noise = std::floor(scale_ * normal_of(stream.next()) + 0.5);
    const std::uint64_t rounding = stream.next() >> (64 - fraction_bits_);
    const std::uint64_t grid = (reward.value() + rounding) >> fraction_bits_;
    constexpr double kLowest = std::numeric_limits<std::int32_t>::min();
    constexpr double kHighest = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(
        std::clamp(static_cast<double>(grid) + noise, kLowest, kHighest));
  }

  /// Takes the words of a report that is not sent.
  static void skip(SeededStream& stream) {
    stream.next();
    stream.next();
  }

 private:
  SimulatedGaussian(double scale, int grid_bits) : scale_(scale), fraction_bits_(32 - grid_bits) {}

  double scale_;
  int fraction_bits_;  // of a reward below a grid step
};

}  // namespace ldp
