// The integers (t, s) behind a discrete Laplace law P(x) ~ exp(-|x| s/t) that is epsilon-LDP for an
// integer input of sensitivity D: D s/t <= epsilon, decided exactly.
// Ghosh, Roughgarden, Sundararajan 2009 (geometric mechanism); Canonne, Kamath, Steinke 2020.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/tail.hpp"

namespace ldp {

/// Rewards in [0, 1] are reported in units of 1/kRewardGrid, so the sensitivity is kRewardGrid.
inline constexpr std::uint32_t kRewardGrid = 1024;

/// Limits of the search. t < 2^31 keeps every intermediate of the sampler below 2^44.
inline constexpr std::uint64_t kMaxLaplaceNumerator = (std::uint64_t{1} << 31) - 1;
inline constexpr std::uint64_t kMaxSensitivity = std::uint64_t{1} << 20;

class LaplaceScale {
 public:
  /// Of all (t, s) with t <= kMaxLaplaceNumerator and D s/t <= epsilon, the one that wastes least
  /// (largest s/t, in lowest terms): the best rational approximation of epsilon/D from below.
  ///
  /// `epsilon` is the double that was passed, not the decimal behind it: 0.3 is a little less than
  /// 3/10, so (10240, 3) is *not* valid for D = 1024 and is not chosen.
  /// Errors: invalid_argument for epsilon outside [2^-10, 128] or D outside [1, 2^20].
  static Result<LaplaceScale> create(double epsilon, std::uint64_t sensitivity);

  [[nodiscard]] std::uint64_t t() const { return t_; }
  [[nodiscard]] std::uint64_t s() const { return s_; }
  [[nodiscard]] std::uint64_t sensitivity() const { return sensitivity_; }

  /// The most noise that leaves a device: 45 t/s, rounded up. A draw is larger with probability
  /// 2 e^(-(m + 1) s/t)/(1 + e^(-s/t)) < 2 e^-45 < 2^-63, and a mechanism then saturates. At most
  /// 45 2^20, so that a noisy reward fits 32 bits.
  [[nodiscard]] std::int64_t largest_noise() const {
    return static_cast<std::int64_t>((kTailExponent * t_ + s_ - 1) / s_);
  }

  /// D s/t rounded up; never above the epsilon asked for.
  [[nodiscard]] double epsilon() const { return epsilon_; }

  /// Its cost is the exact rational D s/t, rounded up to millionths.
  [[nodiscard]] Guarantee guarantee() const;

 private:
  LaplaceScale(std::uint64_t t, std::uint64_t s, std::uint64_t sensitivity, double epsilon)
      : t_(t), s_(s), sensitivity_(sensitivity), epsilon_(epsilon) {}

  std::uint64_t t_;
  std::uint64_t s_;
  std::uint64_t sensitivity_;
  double epsilon_;
};

/// Whether D s/t <= epsilon, exactly: with epsilon = m 2^-e, whether t m >= D s 2^e in integers.
/// False for anything outside 1 <= t, s <= 2^48, 1 <= D <= 2^20, epsilon in [2^-10, 128].
[[nodiscard]] bool is_private_scale(std::uint64_t t, std::uint64_t s, std::uint64_t sensitivity,
                                    double epsilon);

}  // namespace ldp
