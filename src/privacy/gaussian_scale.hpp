// The integers behind one Gaussian report of a reward in [0, 1]: on which grid 2^-k it is counted,
// and the scale s of the discrete Gaussian that is added there. A function of the level and of
// delta alone, so the device that adds the noise and the server that weighs it agree without a
// message.
//
// Why the continuous calibration holds for integer noise: discrete Gaussian noise differs from
// rounded Gaussian noise by a total variation of at most tau = 1/(23 s^2) (Poisson summation), and
// rounding noise on an integer is post-processing. So delta(epsilon) is at most that of Balle, Wang
// 2018 plus (1 + e^epsilon) tau, and a fine grid makes the slack vanish: s >= 2^26.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {

/// Range of the delta of one report. A delta must be far below one in the number of users; 0.1 is
/// there to reproduce published figures.
inline constexpr double kMinDelta = 1e-12;
inline constexpr double kMaxDelta = 0.1;

/// Above it there is next to nothing that a Gaussian saves over a pure mechanism, and the slack of
/// the integer noise would begin to count.
inline constexpr double kMaxGaussianEpsilon = 16;

/// invalid_argument ("delta") unless kMinDelta <= delta <= kMaxDelta; NaN is refused.
Status check_delta(double delta);

class GaussianScale {
 public:
  /// The scale s lies in [2^26, 2^27]: twelve standard deviations fit into 32 bits.
  static constexpr std::uint64_t kMinScale = std::uint64_t{1} << 26;

  /// Errors: invalid_argument ("epsilon") outside [2^-10, 16]; ("delta") outside [1e-12, 0.1], or
  /// where the slack would be more than half of it, which only happens below 2e-10 and above
  /// epsilon = 10.
  static Result<GaussianScale> create(double epsilon, double delta);

  /// k: rewards in [0, 1] are reported in units of 2^-k, so the sensitivity is 2^k. 13..29.
  [[nodiscard]] int grid_bits() const { return grid_bits_; }
  [[nodiscard]] std::uint64_t sensitivity() const { return std::uint64_t{1} << grid_bits_; }

  /// Scale of the discrete Gaussian, in units of 2^-k.
  [[nodiscard]] std::uint64_t s() const { return s_; }

  /// The most noise that leaves a device: 9.5 s, rounded up. Discrete Gaussian noise is
  /// sub-Gaussian of variance s^2 (Canonne, Kamath, Steinke 2020, section 3), so a draw is larger
  /// with probability below 2 e^(-9.5^2/2) < 2^-64, and a mechanism then saturates. With the
  /// largest reward, 2^29, it is below 2^31.
  [[nodiscard]] std::int64_t largest_noise() const {
    return static_cast<std::int64_t>((19 * s_ + 1) / 2);
  }

  /// Standard deviation of the noise in units of the reward: s 2^-k (to 1e-15: the variance of a
  /// discrete Gaussian of such a scale is s^2).
  [[nodiscard]] double sigma() const;

  /// From s and k: the pair has the delta that was asked for, less half an ulp, and the smallest
  /// epsilon that goes with it, never above the one that was asked for.
  [[nodiscard]] Guarantee guarantee() const { return guarantee_; }

 private:
  GaussianScale(int grid_bits, std::uint64_t s, const Guarantee& guarantee)
      : grid_bits_(grid_bits), s_(s), guarantee_(guarantee) {}

  int grid_bits_;
  std::uint64_t s_;
  Guarantee guarantee_;
};

}  // namespace ldp
