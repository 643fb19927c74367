// The integers behind one Gaussian release of (x, y): features x of norm at most 1, reward y in
// [0, 1]. "Improved Rate for Locally Differentially Private Linear Bandits", Algorithm 1, with one
// calibration for both parts: each alone being (epsilon, delta)-private makes the two together
// (2 epsilon, 2 delta)-private only.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/schema.generated.hpp"
#include "privacy/vector_scale.hpp"

namespace ldp {

class PairScale {
 public:
  /// `published`: 2 sqrt(2 ln(1.25/delta))/epsilon on every coordinate, with the guarantee that
  /// this really gives, which is weaker than the claim from some epsilon on.
  /// Errors: invalid_argument ("dimension") outside 1..kMaxFeatures; those of VectorScale.
  static Result<PairScale> create(double epsilon, double delta, std::uint32_t dimension,
                                  Calibration calibration);

  [[nodiscard]] std::uint32_t dimension() const { return dimension_; }

  /// d + 1: numbers of a release, the features, then the reward.
  [[nodiscard]] std::uint32_t length() const { return dimension_ + 1; }

  /// R: steps of a feature, and of the reward.
  [[nodiscard]] std::uint32_t steps() const { return scale_.steps; }

  /// Scale of the discrete Gaussian on every coordinate.
  [[nodiscard]] std::uint64_t s() const { return scale_.s; }

  /// What one step of any released number is worth: 1/R.
  [[nodiscard]] double unit() const { return 1 / static_cast<double>(steps()); }

  /// Standard deviation of the noise on every coordinate in real units.
  [[nodiscard]] double sigma() const { return static_cast<double>(s()) * unit(); }

  /// From the integers.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee; }

 private:
  PairScale(std::uint32_t dimension, const VectorScale& scale)
      : dimension_(dimension), scale_(scale) {}

  std::uint32_t dimension_;
  VectorScale scale_;
};

}  // namespace ldp
