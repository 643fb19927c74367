// A reward in [0, 1] on a grid of 2^k steps plus discrete Gaussian noise, (epsilon, delta)-LDP.
// Ren, Zhou, Liu, Shroff 2020, section 5 (Gaussian reports), with the least noise that keeps the
// promise (Balle, Wang 2018) in integers (Canonne, Kamath, Steinke 2020). A weaker promise than the
// pure mechanisms': that of one which keeps epsilon but gives everything away with probability
// delta.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "random/discrete_gaussian.hpp"
#include "random/word_source.hpp"

namespace ldp {

class DiscreteGaussianMechanism {
 public:
  /// All the randomness of one release, drawn before the private value exists: the time that
  /// rejection sampling takes depends on the noise, never on the value. It may serve for one
  /// released value only.
  class Prepared {
   public:
    /// The noise in units of the reward, for the page's own inspection. It must not leave the
    /// device.
    [[nodiscard]] double noise() const {
      return std::ldexp(static_cast<double>(units_), -grid_bits_);
    }

   private:
    friend class DiscreteGaussianMechanism;
    constexpr Prepared(std::int64_t units, std::uint32_t rounding, int grid_bits)
        : units_(units), rounding_(rounding), grid_bits_(grid_bits) {}

    std::int64_t units_;  // of 2^-grid_bits_
    std::uint32_t rounding_;
    std::int32_t grid_bits_;
  };

  /// Errors: those of GaussianScale::create: invalid_argument ("epsilon") outside [2^-10, 16],
  /// ("delta") outside [1e-12, 0.1] or too small for the epsilon.
  static Result<DiscreteGaussianMechanism> create(double epsilon, double delta) {
    const Result<GaussianScale> scale = GaussianScale::create(epsilon, delta);
    if (!scale) return scale.error();
    return DiscreteGaussianMechanism(scale.value());
  }

  /// From the integers of the sampler.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const GaussianScale& scale() const { return scale_; }

  /// Draws the noise, then one word for the randomised rounding.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source) const {
    const std::int64_t units = noise_(source);
    const auto rounding = static_cast<std::uint32_t>(source.next() >> (64 - fraction_bits()));
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return Prepared(units, rounding, scale_.grid_bits());
  }

  /// k + noise, where k in 0..2^grid_bits is the reward rounded at random and without bias: adding
  /// a uniform fraction carries with probability equal to the reward's own. |k - k'| <= 2^grid_bits
  /// for any two rewards, so the sum is as private as the noise. It saturates at -m and
  /// 2^grid_bits + m, m = scale().largest_noise(): a fixed function of the sum, so the guarantee is
  /// the same, and only noise beyond m ever meets it. A server may refuse what is outside.
  [[nodiscard]] Released<std::int32_t> release(const Prepared& prepared, UnitReward reward) const {
    const std::uint64_t k = (reward.value() + prepared.rounding_) >> fraction_bits();
    const std::int64_t noisy = static_cast<std::int64_t>(k) + prepared.units_;
    const std::int64_t most = scale_.largest_noise();
    const auto grid = static_cast<std::int64_t>(scale_.sensitivity());
    return Released<std::int32_t>(static_cast<std::int32_t>(std::clamp(noisy, -most, grid + most)));
  }

 private:
  static constexpr int kRewardBits = 32;
  static_assert(kUnitReward == std::uint64_t{1} << kRewardBits);

  explicit DiscreteGaussianMechanism(const GaussianScale& scale)
      : scale_(scale), noise_(scale.s()) {}

  // 3..19: bits of a reward below the grid.
  [[nodiscard]] int fraction_bits() const { return kRewardBits - scale_.grid_bits(); }

  GaussianScale scale_;
  DiscreteGaussian noise_;
};

}  // namespace ldp
