// Randomised response on a reward in [0, 1] in integers: the probabilities that
// convert-to-Bernoulli really uses, public, so that the server can debias with exactly these.
// Ren, Zhou, Liu, Shroff 2020, "Multi-Armed Bandits with Local Differential Privacy", Curator 3
// (with e^epsilon where the listing prints epsilon).
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {

/// A reward r in [0, 1] as the integer round(r 2^32), 0..2^32.
inline constexpr std::uint64_t kUnitReward = std::uint64_t{1} << 32;

/// The law of one bit: P(1 | R) = threshold(R)/2^64, affine in R from T0/2^64 to 1 - T0/2^64.
class RandomizedResponse {
 public:
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128].
  ///
  /// T0 = c + floor(c/2^48) + 1 with c >= 2^64/(1 + e^epsilon), computed with integers only, hence
  /// the same on every platform. Every threshold lies in [T0, 2^64 - T0], so every likelihood ratio
  /// is at most (2^64 - T0)/T0 <= e^epsilon. The relative margin 2^-48 exceeds half an ulp of
  /// epsilon: the loss also stays below the decimal that the caller wrote. Above epsilon = 44 the
  /// threshold stays at 2, a loss of 43.67.
  static Result<RandomizedResponse> create(double epsilon);

  /// T0, the number of 64-bit words that are answered 1 at reward 0.
  [[nodiscard]] std::uint64_t threshold() const { return threshold_; }

  /// T(R) = T0 + floor((2^64 - 2 T0) R/2^32). Requires reward <= kUnitReward. Constant time.
  [[nodiscard]] std::uint64_t threshold_at(std::uint64_t reward) const {
    // (hi 2^32 + lo) R / 2^32 in 64 bits: hi R <= (2^32 - 1) 2^32, and lo R likewise.
    const std::uint64_t span = 0 - 2 * threshold_;
    return threshold_ + (span >> 32) * reward + (((span & 0xffffffffu) * reward) >> 32);
  }

  /// p0 = T0/2^64 = P(1 | r = 0) = P(0 | r = 1).
  [[nodiscard]] double flip_probability() const;

  /// theta = 1 - 2 p0 (tanh(epsilon/2) up to 2^-46): E[bit] = p0 + theta r, so
  /// (bit - p0)/theta = (1 + (2 bit - 1)/theta)/2 is an unbiased estimate of r.
  [[nodiscard]] double theta() const;

  /// ln((2^64 - T0)/T0) rounded up; never above the epsilon asked for.
  [[nodiscard]] double epsilon() const { return epsilon_; }

  [[nodiscard]] Guarantee guarantee() const;

 private:
  RandomizedResponse(std::uint64_t threshold, double epsilon)
      : threshold_(threshold), epsilon_(epsilon) {}

  std::uint64_t threshold_;
  double epsilon_;
};

}  // namespace ldp
