// (x, y) as integers plus discrete Gaussian noise, one (epsilon, delta)-LDP release.
// "Improved Rate for Locally Differentially Private Linear Bandits", Algorithm 1; see PairScale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/gaussian_noise.hpp"
#include "mechanisms/prepared_vector.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/pair_scale.hpp"
#include "privacy/released.hpp"
#include "random/discrete_gaussian.hpp"
#include "random/word_source.hpp"

namespace ldp {

class PairRelease {
 public:
  /// Errors: those of PairScale::create.
  static Result<PairRelease> create(double epsilon, double delta, std::uint32_t dimension,
                                    Calibration calibration) {
    const Result<PairScale> scale = PairScale::create(epsilon, delta, dimension, calibration);
    if (!scale) return scale.error();
    return PairRelease(scale.value());
  }

  /// From the integers of the sampler.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const PairScale& scale() const { return scale_; }

  /// Numbers in a PreparedVector of this release.
  [[nodiscard]] std::size_t prepared_length() const { return scale_.length(); }

  /// Draws the noise of the features, then that of the reward.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    std::vector<std::int32_t> noise(prepared_length());
    for (std::int32_t& number : noise) number = saturated_noise(source, noise_);
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return PreparedVector(std::move(noise));
  }

  /// X_i and Y plus the noise, saturated to 24 bits; times scale().unit() they are unbiased up to
  /// rounding. `x`: features in the unit ball (scale_to_unit_ball). Whatever is in it, the release
  /// is private: the integers are checked.
  /// Requires x.size() == scale().dimension(), prepared.numbers().size() == prepared_length().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            std::span<const double> x,
                                                            UnitReward reward) const;

 private:
  explicit PairRelease(const PairScale& scale) : scale_(scale), noise_(scale.s()) {}

  PairScale scale_;
  DiscreteGaussian noise_;
};

}  // namespace ldp
