// What one report costs: a mechanism's whole privacy curve, and that curve as ledger integers.
//
// Neighbours are any two inputs of one user's message (replacement), trust model local:
// P[M(v) in S] <= e^epsilon P[M(v') in S] + delta for all inputs v, v' and all sets S.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"

namespace ldp {

/// Range of the epsilon of one report, for every mechanism of this library. The upper end is that
/// of the published experiments, whose "no protection" is epsilon = 100.
inline constexpr double kMinEpsilon = 0x1p-10;
inline constexpr double kMaxEpsilon = 128;

/// The most that a page may ask of a visitor: a report with a larger one does not protect, so the
/// page has made a mistake.
inline constexpr double kMaxPageEpsilon = 32;

/// invalid_argument ("epsilon") unless kMinEpsilon <= epsilon <= kMaxEpsilon; NaN is refused.
Status check_epsilon(double epsilon);

/// The same up to kMaxPageEpsilon.
Status check_page_epsilon(double epsilon);

/// A privacy loss in the integers that a ledger adds up, each rounded up:
/// millionths of epsilon, 1e-15 of delta, 1e-9 of rho (zero-concentrated DP).
struct Cost {
  std::uint64_t epsilon_micro = 0;
  std::uint64_t delta_femto = 0;
  std::uint64_t rho_nano = 0;

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// An (epsilon, delta) guarantee with the whole curve behind it: pure, or that of Gaussian noise on
/// integers. Immutable; made by mechanisms from the integers they really use.
class Guarantee {
 public:
  /// `epsilon` is an upper bound of the true loss. Errors: invalid_argument unless 0 <= epsilon and
  /// finite.
  static Result<Guarantee> pure(double epsilon);

  /// The exact rational numerator/denominator. Its cost is the exact quotient rounded up, which a
  /// double cannot give: 0.1 as a double exceeds 1/10 and would be charged 100001 millionths.
  /// Errors: invalid_argument unless denominator >= 1, numerator < 2^64 and the quotient <= 2^32.
  static Result<Guarantee> pure_ratio(std::uint64_t numerator, std::uint64_t denominator);

  /// Discrete Gaussian noise of scale s on an integer of sensitivity D, mu = D/s, or on several:
  /// mu and `variation` are those of integer_gaussian_delta(). The guarantee is the pair
  /// (epsilon', delta) with the smallest epsilon' <= epsilon that the curve gives.
  /// Errors: invalid_argument ("delta") unless the curve is at most `delta` at `epsilon`, checked
  /// with more than the error of its computation to spare; ("epsilon", "mu", "variation") unless
  /// 2^-10 <= epsilon <= 128, mu > 0 finite, 0 <= variation < 1.
  static Result<Guarantee> gaussian(double epsilon, double delta, double mu, double variation);

  /// Smallest double known to be at least the true loss at delta().
  [[nodiscard]] double epsilon() const { return epsilon_; }

  /// The delta that goes with epsilon(); 0 if pure.
  [[nodiscard]] double delta() const { return delta_; }

  /// The whole curve: a delta such that the mechanism is (epsilon, delta)-LDP. Requires epsilon >=
  /// 0. Pure: the smallest, 0 for epsilon >= epsilon0, else (e^epsilon0 - e^epsilon)/(e^epsilon0 +
  /// 1), which randomised response attains (Kairouz, Oh, Viswanath 2015, Theorem 3.2). Gaussian:
  /// integer_gaussian_delta(epsilon, mu, variation), at most 1.
  [[nodiscard]] double delta_at(double epsilon) const;

  /// Zero-concentrated DP parameter. Pure: rho = epsilon tanh(epsilon/2) <= epsilon^2/2, because
  /// randomised response dominates every pure mechanism (Renyi divergence of randomised response).
  /// Gaussian: mu^2/2, exactly, on integers too (Canonne, Kamath, Steinke 2020, Theorem 4).
  [[nodiscard]] double rho() const;

  [[nodiscard]] const Cost& cost() const { return cost_; }

 private:
  Guarantee(double epsilon, std::uint64_t epsilon_micro);
  Guarantee(double epsilon, double delta, double mu, double variation);

  double epsilon_ = 0;
  double delta_ = 0;
  double mu_ = 0;  // 0: pure
  double variation_ = 0;
  Cost cost_;
};

}  // namespace ldp
