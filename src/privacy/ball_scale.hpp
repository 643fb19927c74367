// The pure release of a vector of bounded Euclidean norm: which length and which coin it has.
// Duchi, Jordan, Wainwright 2018, "Minimax Optimal Procedures for Locally Private Estimation",
// section 4.2.1 (the l2 ball mechanism).
//
// A random direction g on the sphere is kept if it points the way of the vector and mirrored if
// not, or the other way round, as a coin of randomised response says. Only the coin is private:
// the guarantee is the coin's, whatever the law of the direction, so nothing else has to be exact.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {

class BallScale {
 public:
  /// Longest vector: gram_length(kMaxFeatures).
  static constexpr std::uint32_t kMaxLength = 8384;

  /// The length of a released direction, which has 16 bits a coordinate.
  static constexpr std::int32_t kDirectionNorm = 32767;

  /// `length`: coordinates q of the vector. `norm`: public bound N on its Euclidean norm.
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128]; ("length") outside
  /// 1..kMaxLength; ("norm") unless positive and finite.
  static Result<BallScale> create(double epsilon, std::uint32_t length, double norm);

  [[nodiscard]] std::uint32_t length() const { return length_; }
  [[nodiscard]] double norm() const { return norm_; }

  /// The coin: against the vector's side with probability T0/2^64.
  [[nodiscard]] const RandomizedResponse& coin() const { return coin_; }

  /// B_q = sqrt(pi) Gamma((q+1)/2)/(Gamma(q/2) theta), theta = 1 - 2 T0/2^64 (tanh(epsilon/2) up to
  /// 2^-46): N B_q times the released direction has the vector as its mean.
  [[nodiscard]] double stretch() const { return stretch_; }

  /// What one step of a released coordinate is worth: N B_q/32767. Released integers times unit()
  /// are unbiased.
  [[nodiscard]] double unit() const { return norm_ * stretch_ / kDirectionNorm; }

  /// N B_q/sqrt(q): the root of the mean square of a release along any direction, whatever the
  /// vector. The standard deviation there is at most this, and this where the vector is 0.
  [[nodiscard]] double sigma() const;

  /// That of the coin: pure, never above the epsilon asked for.
  [[nodiscard]] Guarantee guarantee() const { return coin_.guarantee(); }

 private:
  BallScale(const RandomizedResponse& coin, std::uint32_t length, double norm, double stretch)
      : coin_(coin), length_(length), norm_(norm), stretch_(stretch) {}

  RandomizedResponse coin_;
  std::uint32_t length_;
  double norm_;
  double stretch_;
};

}  // namespace ldp
