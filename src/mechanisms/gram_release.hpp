// (x x^T, y x) as integers plus discrete Gaussian noise, one (epsilon, delta)-LDP release.
// Zheng, Cai, Huang, Li, Wang 2020, Algorithm 5; see GramScale.
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
#include "privacy/gram_layout.hpp"
#include "privacy/gram_scale.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "random/discrete_gaussian.hpp"
#include "random/word_source.hpp"

namespace ldp {

class GramRelease {
 public:
  /// Errors: those of GramScale::create.
  static Result<GramRelease> create(double epsilon, double delta, std::uint32_t dimension,
                                    Calibration calibration) {
    const Result<GramScale> scale = GramScale::create(epsilon, delta, dimension, calibration);
    if (!scale) return scale.error();
    return GramRelease(scale.value());
  }

  /// From the integers of the sampler.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const GramScale& scale() const { return scale_; }

  /// Numbers in a PreparedVector of this release.
  [[nodiscard]] std::size_t prepared_length() const { return scale_.length(); }

  /// Draws the noise of the numbers in the order of gram_layout.hpp.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    std::vector<std::int32_t> noise(prepared_length());
    const std::uint32_t d = scale_.dimension();
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < d; ++i) {
      noise[next++] = saturated_noise(source, diagonal_);
      for (std::uint32_t j = i + 1; j < d; ++j) {
        noise[next++] = saturated_noise(source, off_diagonal_);
      }
    }
    for (std::uint32_t i = 0; i < d; ++i) noise[next++] = saturated_noise(source, diagonal_);
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return PreparedVector(std::move(noise));
  }

  /// X_i X_j and Y X_i plus the noise, saturated to 24 bits; times scale().unit() they are unbiased
  /// up to the rounding of X and Y.
  /// `x`: features in the unit ball (scale_to_unit_ball). Whatever is in it, the release is
  /// private: the integers are checked.
  /// Requires x.size() == scale().dimension(), prepared.numbers().size() == prepared_length().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            std::span<const double> x,
                                                            UnitReward reward) const;

 private:
  explicit GramRelease(const GramScale& scale)
      : scale_(scale), diagonal_(scale.s()), off_diagonal_(scale.s_off_diagonal()) {}

  GramScale scale_;
  DiscreteGaussian diagonal_;
  DiscreteGaussian off_diagonal_;
};

}  // namespace ldp
