// The law of a window report in integers: what the device draws from, and what the server debiases
// with. A reward stands at one of M + 1 grid points k. The report j is in the window [k, k + L)
// with probability T1/2^64, uniform there, and otherwise uniform on the M other values of 0..M + L
// - 1. Wang et al. 2019, "Collecting and Analyzing Multidimensional Data with Local Differential
// Privacy", section III-B, on a grid and with another length; docs/spec/graded.md, sections 1 to 3.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "foundation/uint128.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/laplace_scale.hpp"

namespace ldp {

class WindowScale {
 public:
  /// M: a reward in [0, 1] is k/M.
  static constexpr std::uint32_t kGrid = kRewardGrid;

  /// With b = T0 of randomised response at this epsilon and a = 2^64 - b: L is the length of the
  /// least worst variance (docs/spec/graded.md, section 2), U = ceil(2^64 M b/(L a + M b)) and T1 =
  /// 2^64 - U. So T1 M/(U L) <= a/b <= e^epsilon, which is the largest ratio of two probabilities
  /// of one report. Integers only, hence the same on every platform.
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128].
  static Result<WindowScale> create(double epsilon);

  /// L, in 1..M.
  [[nodiscard]] std::uint32_t length() const { return length_; }
  /// T1: how many 64-bit words mean a report in the window.
  [[nodiscard]] std::uint64_t inside() const { return 0 - outside_; }
  /// U: how many mean one outside.
  [[nodiscard]] std::uint64_t outside() const { return outside_; }
  /// The largest report, M + L - 1; the smallest is 0.
  [[nodiscard]] std::uint32_t largest() const { return kGrid + length_ - 1; }

  /// ln(T1 M/(U L)) rounded up; never above the epsilon asked for.
  [[nodiscard]] double epsilon() const { return epsilon_; }
  [[nodiscard]] Guarantee guarantee() const;

  // What a report says of a reward r: (j - offset)/(M slope) has the mean r.

  /// In (0, 1].
  [[nodiscard]] double slope() const;
  [[nodiscard]] double offset() const { return 0.5 * largest() - 0.5 * kGrid * slope(); }
  /// Variance of (j - offset)/(M slope) at the grid point k <= M. It is convex in k and symmetric,
  /// hence largest at 0 and M, and smallest at M/2.
  [[nodiscard]] double variance(std::uint32_t k) const;
  [[nodiscard]] double largest_variance() const { return variance(0); }
  [[nodiscard]] double smallest_variance() const { return variance(kGrid / 2); }

 private:
  WindowScale(std::uint32_t length, std::uint64_t outside, double epsilon)
      : length_(length), outside_(outside), epsilon_(epsilon) {}

  std::uint32_t length_;
  std::uint64_t outside_;
  double epsilon_;
};

/// Whether a window of `length` + 1 has no smaller worst variance than one of `length`, for the
/// odds a : b of a report in the window, a >= b >= 1, a < 2^36. 1 <= length < M. Once true, it
/// stays so.
[[nodiscard]] bool is_long_enough(std::uint32_t length, std::uint64_t a, std::uint64_t b);

}  // namespace ldp
