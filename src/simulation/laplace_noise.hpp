// The discrete Laplace noise of the devices, drawn fast: same law, other draws. The exact sampler
// of the client takes about 8.8 words and no floating point; a simulation has no visitor to
// protect, and the noise is most of a simulated round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/laplace_scale.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// P(z) = tanh(1/(2 b)) exp(-|z|/b) for every integer z, b the scale in grid steps.
class LaplaceNoise {
 public:
  explicit LaplaceNoise(double scale)
      : scale_(scale), is_not_zero_(1 / (0.5 + 0.5 * std::exp(1 / scale))) {}

  /// By inversion: |z| = k or more has the probability P(z != 0) exp(-(k - 1)/b). 63 bits of the
  /// word are |z|, one is the sign.
  [[nodiscard]] std::int64_t operator()(std::uint64_t word) const {
    // Signed, and 32 bits below, because those are one instruction each in wasm; the scale is at
    // most 2^20 and the logarithm at least -44.
    const double uniform =
        (static_cast<double>(static_cast<std::int64_t>(word >> 1)) + 0.5) * 0x1p-63;
    if (uniform >= is_not_zero_) return 0;
    const auto size = 1 + static_cast<std::int32_t>(-scale_ * std::log(uniform / is_not_zero_));
    return (word & 1) != 0 ? size : -size;
  }

 private:
  double scale_;
  double is_not_zero_;  // P(z != 0) = 2 p/(1 + p) with p = exp(-1/b)
};

/// What DiscreteLaplaceMechanism releases, in law. Two words a report.
class SimulatedLaplace {
 public:
  /// Errors: invalid_argument ("epsilon") outside of what the client's mechanism takes.
  static Result<SimulatedLaplace> create(double epsilon) {
    const Result<LaplaceScale> scale = LaplaceScale::create(epsilon, kRewardGrid);
    if (!scale) return scale.error();
    return SimulatedLaplace(LaplaceNoise(static_cast<double>(scale.value().t()) /
                                         static_cast<double>(scale.value().s())));
  }

  [[nodiscard]] std::int32_t operator()(SeededStream& stream, UnitReward reward) const {
    const std::int64_t noise = noise_(stream.next());
    const std::uint64_t rounding = stream.next() >> (64 - kFractionBits);
    const auto grid = static_cast<std::int64_t>((reward.value() + rounding) >> kFractionBits);
    constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::clamp(grid + noise, kLowest, kHighest));
  }

  /// Takes the words of a report that is not sent.
  static void skip(SeededStream& stream) {
    stream.next();
    stream.next();
  }

 private:
  static constexpr int kFractionBits = 22;  // of a reward below a grid step
  static_assert(kUnitReward == std::uint64_t{kRewardGrid} << kFractionBits);

  explicit SimulatedLaplace(const LaplaceNoise& noise) : noise_(noise) {}

  LaplaceNoise noise_;
};

}  // namespace ldp
