// Convert-to-Laplace in integers: a reward in [0, 1] on a grid of 1024 steps plus discrete Laplace
// noise, pure epsilon-LDP. Ren, Zhou, Liu, Shroff 2020, Curator 1. The low bits of floating-point
// noise would reveal the reward (Mironov 2012); integers do not.
#pragma once

#include <algorithm>
#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/released.hpp"
#include "random/samplers.hpp"
#include "random/word_source.hpp"

namespace ldp {

class DiscreteLaplaceMechanism {
 public:
  /// All the randomness of one release, drawn before the private value exists: the time that
  /// rejection sampling takes depends on the noise, never on the value. It may serve for one
  /// released value only.
  class Prepared {
   public:
    /// The noise in units of 1/kRewardGrid, for the page's own inspection. It must not leave the
    /// device.
    [[nodiscard]] constexpr std::int64_t noise() const { return noise_; }

   private:
    friend class DiscreteLaplaceMechanism;
    constexpr Prepared(std::int64_t noise, std::uint64_t rounding)
        : noise_(noise), rounding_(rounding) {}

    std::int64_t noise_;
    std::uint64_t rounding_;
  };

  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128].
  static Result<DiscreteLaplaceMechanism> create(double epsilon) {
    const Result<LaplaceScale> scale = LaplaceScale::create(epsilon, kRewardGrid);
    if (!scale) return scale.error();
    return DiscreteLaplaceMechanism(scale.value());
  }

  /// kRewardGrid s/t, from the integers of the sampler.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const LaplaceScale& scale() const { return scale_; }

  /// Draws the noise, then one word for the randomised rounding.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source) const {
    const std::int64_t noise = noise_(source);
    const Prepared prepared(noise, source.next() >> (64 - kFractionBits));
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return prepared;
  }

  /// k + noise, where k in 0..kRewardGrid is the reward rounded at random and without bias: adding
  /// a uniform fraction carries with probability equal to the reward's own. |k - k'| <= kRewardGrid
  /// for any two rewards, so the sum is as private as the noise. It saturates at -m and
  /// kRewardGrid + m, m = scale().largest_noise(): a fixed function of the sum, so the guarantee is
  /// the same to the last bit, and as 0 <= k <= kRewardGrid only noise beyond m ever meets it. A
  /// server may refuse what is outside.
  [[nodiscard]] Released<std::int32_t> release(const Prepared& prepared, UnitReward reward) const {
    const std::uint64_t k = (reward.value() + prepared.rounding_) >> kFractionBits;
    const std::int64_t noisy = static_cast<std::int64_t>(k) + prepared.noise_;
    const std::int64_t most = scale_.largest_noise();
    return Released<std::int32_t>(
        static_cast<std::int32_t>(std::clamp(noisy, -most, kRewardGrid + most)));
  }

 private:
  // 2^32 reward units are 2^10 grid steps of 2^22 units.
  static constexpr int kFractionBits = 22;
  static_assert(kUnitReward == std::uint64_t{kRewardGrid} << kFractionBits);

  explicit DiscreteLaplaceMechanism(const LaplaceScale& scale)
      : scale_(scale), noise_(scale.t(), scale.s()) {}

  LaplaceScale scale_;
  DiscreteLaplace noise_;
};

}  // namespace ldp
