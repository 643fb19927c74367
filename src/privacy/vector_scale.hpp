// The integers behind a Gaussian release of a vector: how many steps a unit has, and the scale s of
// the discrete Gaussian that is added. A function of public numbers alone, so that the device that
// adds the noise and the server that reads it agree without a message.
//
// A feature vector of norm at most 1 is multiplied by the steps R and rounded, which makes it
// longer by sqrt(d)/2 at most: the sum of its integers' squares is at most
// squared_norm_bound(R, d), which is checked on the integers. The sensitivity follows from that and
// from nothing in floating point.
//
// Every released number has 24 bits: R is the largest for which the largest value plus 6 s fits.
// Beyond it a number saturates, which is post-processing.
//
// Why the continuous calibration holds for the integers: see integer_gaussian_delta().
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {

/// Released numbers are in [-2^23, 2^23).
inline constexpr std::int32_t kLargestReleased = (std::int32_t{1} << 23) - 1;

/// (R + sqrt(d)/2)^2 and a little for the rounding of the features, as an integer.
/// Requires R <= 2^23.
[[nodiscard]] std::uint64_t squared_norm_bound(std::uint32_t steps, std::uint32_t dimension);

/// A kind of release, when a unit has R steps.
struct ReleaseShape {
  double sensitivity = 0;     // Euclidean, in steps of the released integers; rounded up
  double largest = 0;         // no integer is larger before the noise
  double unit = 0;            // steps of the released integers that make 1
  std::uint32_t numbers = 0;  // n
  double smallest_noise = 1;  // min s over the coordinates, as a share of s; rounded down
};

/// What a kind of release is, whatever its steps: the dimension of the features, and the rest where
/// the dimension does not say it (score_scale.hpp).
struct ReleaseTerms {
  std::uint32_t dimension = 0;
  double sensitivity = 0;  // in real units
  double rounding = 0;     // what it is more, in steps, because products are rounded
  double largest = 0;      // in real units
  std::uint32_t numbers = 0;
  double smallest_noise = 1;
};

/// The shape at R steps a unit. Grows with R.
using ShapeAt = ReleaseShape (*)(const ReleaseTerms& terms, std::uint32_t steps);

/// The smallest integer that is at least s/sqrt(2): the noise off the diagonal of a matrix, where a
/// shift counts twice.
[[nodiscard]] std::uint64_t divided_by_root_two(std::uint64_t s);

/// The longest Gaussian release of n = `numbers` numbers, each counted in units of its own noise:
/// mu + sqrt(n + 2 sqrt(45 n) + 90), mu = sensitivity/s that of its guarantee.
///
/// Without noise it is no longer than mu: features that are all 0 release zeros, and no release is
/// further from them than the sensitivity. The noise is sub-Gaussian of variance 1, and the sum of
/// n squares of such exceeds n + 2 sqrt(n t) + 2 t with probability at most e^-t (Hsu, Kakade,
/// Zhang 2012, "A tail inequality for quadratic forms of subgaussian random vectors", Theorem 1).
/// With t = 45 one honest report in 10^19 is longer. Saturation to 24 bits makes nothing longer.
[[nodiscard]] double longest_release(const Guarantee& guarantee, std::uint32_t numbers);

struct VectorScale {
  std::uint32_t steps = 0;
  std::uint64_t s = 0;
  Guarantee guarantee;

  /// The least noise that is (epsilon, delta)-private for all coordinates together.
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 16], or so small that 24 bits hold noise
  /// only; ("delta") outside [1e-12, 0.1].
  static Result<VectorScale> tight(double epsilon, double delta, const ReleaseTerms& terms,
                                   ShapeAt shape_at);

  /// Noise of standard deviation `sigma` in real units on every coordinate, and what it really
  /// keeps: the smallest epsilon at `delta`, which may be above the claim `epsilon`.
  /// Errors: as above; ("epsilon") too if it keeps no promise up to kMaxPageEpsilon.
  static Result<VectorScale> published(double epsilon, double delta, double sigma,
                                       const ReleaseTerms& terms, ShapeAt shape_at);
};

}  // namespace ldp
