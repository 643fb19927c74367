// The score of a generalized linear model as integers plus discrete Gaussian noise, one
// (epsilon, delta)-LDP release. Zheng, Cai, Huang, Li, Wang 2020, Algorithm 3, and its repair; see
// ScoreScale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/gaussian_noise.hpp"
#include "mechanisms/prepared_vector.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "privacy/score_scale.hpp"
#include "random/discrete_gaussian.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// What is released of one answer. It is private, but for the point.
struct Score {
  std::span<const double> features;  // [d] in the unit ball
  double weight = 1;                 // u
  double residual = 0;               // v
  std::span<const double> point{};   // [d] published only: divided by its bound
};

class ScoreRelease {
 public:
  /// Errors: those of ScoreScale::create.
  static Result<ScoreRelease> create(double epsilon, double delta, const ScoreShape& shape) {
    const Result<ScoreScale> scale = ScoreScale::create(epsilon, delta, shape);
    if (!scale) return scale.error();
    return ScoreRelease(scale.value());
  }

  /// From the integers of the sampler.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const ScoreScale& scale() const { return scale_; }

  /// Numbers in a PreparedVector of this release.
  [[nodiscard]] std::size_t prepared_length() const { return scale_.length(); }

  /// Draws the noise of the numbers in their order.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    std::vector<std::int32_t> noise(prepared_length());
    const std::uint32_t d = scale_.shape().dimension;
    std::size_t next = 0;
    if (scale_.shape().kind != ScoreKind::gradient) {
      for (std::uint32_t i = 0; i < d; ++i) {
        noise[next++] = saturated_noise(source, equal_);
        for (std::uint32_t j = i + 1; j < d; ++j) {
          noise[next++] = saturated_noise(source, off_diagonal_);
        }
      }
    }
    while (next < noise.size()) noise[next++] = saturated_noise(source, equal_);
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return PreparedVector(std::move(noise));
  }

  /// The products plus the noise, saturated to 24 bits; times scale().unit() they are, up to
  /// rounding, u x_i x_j (true entries off the diagonal), then for `published` (x . point) x_i with
  /// the point itself, then v x_i. Whatever is in `score`, NaN too, the release is private: every
  /// factor is an integer that is clamped to its range. Requires spans of the dimension,
  /// prepared.numbers().size() == prepared_length().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            const Score& score) const;

 private:
  explicit ScoreRelease(const ScoreScale& scale)
      : scale_(scale), equal_(scale.s()), off_diagonal_(scale.s_off_diagonal()) {}

  ScoreScale scale_;
  DiscreteGaussian equal_;
  DiscreteGaussian off_diagonal_;
};

}  // namespace ldp
