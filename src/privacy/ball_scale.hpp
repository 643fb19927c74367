// The pure release of a vector of bounded Euclidean norm: its length and its coin.
// Duchi, Jordan, Wainwright 2018, "Minimax Optimal Procedures for Locally Private Estimation",
// section 4.2.1 (the l2 ball mechanism).
//
// A random direction g on the sphere is kept if it points the way of the vector and mirrored if
// not, or the other way round, as a coin of randomised response says. Only the coin is private:
// the guarantee is the coin's, whatever the law of the direction, so nothing else has to be exact.
//
// One direction tells only roughly where a vector points, however large epsilon is. So a release
// may be the sum of several, each with its share of epsilon: pure losses add up
// (Dwork, Roth 2014, Theorem 3.16), and the noise is that of their mean, of variance
// coth^2(epsilon/2m)/m in place of coth^2(epsilon/2).
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {

/// How many directions have the least noise between them: epsilon/2.1773 to the nearest integer, at
/// least 1, since x coth^2(x) is least where sinh(2 x) = 4 x, x = epsilon/2m = 1.08865. A third of
/// the variance of one direction at epsilon = 10, below 3.26 it is one.
[[nodiscard]] inline std::uint32_t ball_draws(double epsilon) {
  const double draws = epsilon / 2.1773;
  return draws < 1 ? 1 : static_cast<std::uint32_t>(draws + 0.5);
}

class BallScale {
 public:
  /// Longest vector: gram_length(kMaxFeatures).
  static constexpr std::uint32_t kMaxLength = 8384;

  /// The length of a released direction, which has 16 bits a coordinate. A sum of m directions is
  /// no longer: each has the length kDirectionNorm/m, rounded down.
  static constexpr std::int32_t kDirectionNorm = 32767;

  /// Most directions of one release.
  static constexpr std::uint32_t kMaxDraws = 64;

  /// `length`: coordinates q of the vector. `norm`: public bound N on its Euclidean norm. `draws`:
  /// the number m of directions, with epsilon/m each.
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128], or less than 2^-10 for each
  /// direction; ("length") outside 1..kMaxLength; ("norm") unless positive and finite; ("draws")
  /// outside 1..kMaxDraws.
  static Result<BallScale> create(double epsilon, std::uint32_t length, double norm,
                                  std::uint32_t draws = 1);

  [[nodiscard]] std::uint32_t length() const { return length_; }
  [[nodiscard]] double norm() const { return norm_; }

  [[nodiscard]] std::uint32_t draws() const { return draws_; }

  /// The length of one direction: kDirectionNorm/m, rounded down.
  [[nodiscard]] std::int32_t direction_norm() const {
    return kDirectionNorm / static_cast<std::int32_t>(draws_);
  }

  /// The coin of each direction: against the vector's side with probability T0/2^64.
  [[nodiscard]] const RandomizedResponse& coin() const { return coin_; }

  /// B_q = sqrt(pi) Gamma((q+1)/2)/(Gamma(q/2) theta), theta = 1 - 2 T0/2^64 (tanh(epsilon/2m) up
  /// to 2^-46): N B_q times a released unit direction has the vector as its mean.
  [[nodiscard]] double stretch() const { return stretch_; }

  /// What one step of a released coordinate is worth: N B_q/(m direction_norm()). Released integers
  /// times unit() are unbiased.
  [[nodiscard]] double unit() const {
    return norm_ * stretch_ / (static_cast<double>(draws_) * direction_norm());
  }

  /// The squared length of what is released, sum g_i^2, lies between these. A direction has the
  /// length direction_norm(), but each of its coordinates is rounded, which moves it by at most
  /// sqrt(q)/2. The sum of m directions may be no longer than m of them, and as short as 0.
  [[nodiscard]] double least_square() const;
  [[nodiscard]] double largest_square() const;

  /// N B_q/sqrt(q m). The standard deviation of a release along any direction is at most this,
  /// whatever the vector, and this where the vector is 0; with one direction it is the root of the
  /// mean square as well.
  [[nodiscard]] double sigma() const;

  /// That of all coins: pure, never above the epsilon asked for.
  [[nodiscard]] Guarantee guarantee() const;

 private:
  BallScale(const RandomizedResponse& coin, double epsilon, std::uint32_t draws,
            std::uint32_t length, double norm, double stretch)
      : coin_(coin),
        epsilon_(epsilon),
        draws_(draws),
        length_(length),
        norm_(norm),
        stretch_(stretch) {}

  RandomizedResponse coin_;
  double epsilon_;  // asked for
  std::uint32_t draws_;
  std::uint32_t length_;
  double norm_;
  double stretch_;
};

}  // namespace ldp
