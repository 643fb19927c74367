// The coin of a codebook report: all that its privacy rests on, and all that a device computes of
// it. docs/spec/codebook.md, sections 2 to 4.
//
// A report names one of N public codewords. Sorted by how near they are to the private vector, each
// of the k nearest is named with probability r = (2^64 - T)/(2^64 k), each of the others with
// s = T/(2^64 (N - k)), and r/s <= e^epsilon. N = 2, k = 1 is randomised response.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {

/// Most codewords N of a codebook. The fewest are 2.
inline constexpr std::uint32_t kMaxCodewords = 4096;

class CodebookCoin {
 public:
  /// `codewords`: N, `near`: k.
  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128]; ("codewords") unless a power of two
  /// in 2..4096; ("near") outside 1..N/2.
  ///
  /// T = c + floor(c/2^48) + 1 with c >= 2^64 (N - k)/(k e^epsilon + N - k), in integers only, so
  /// it is the same on every platform. Above epsilon = 44 it stays at about 2.
  static Result<CodebookCoin> create(double epsilon, std::uint32_t codewords, std::uint32_t near);

  [[nodiscard]] std::uint32_t codewords() const { return codewords_; }
  [[nodiscard]] std::uint32_t near() const { return near_; }

  /// T: words of 64 bits below it name a codeword that is not one of the k nearest.
  [[nodiscard]] std::uint64_t threshold() const { return threshold_; }

  /// r and s, rounded to a double.
  [[nodiscard]] double near_probability() const;
  [[nodiscard]] double far_probability() const;

  /// r - s, with a relative error below 2^-50 also where epsilon is small.
  [[nodiscard]] double advantage() const;

  /// ln(r/s) = ln((2^64 - T)(N - k)/(T k)) rounded up; never above the epsilon asked for.
  [[nodiscard]] double epsilon() const { return epsilon_; }

  /// Pure. It holds for every vector, beyond the bound on the norm and not finite too.
  [[nodiscard]] Guarantee guarantee() const;

 private:
  CodebookCoin(std::uint32_t codewords, std::uint32_t near, std::uint64_t threshold, double epsilon)
      : codewords_(codewords), near_(near), threshold_(threshold), epsilon_(epsilon) {}

  std::uint32_t codewords_;
  std::uint32_t near_;
  std::uint64_t threshold_;
  double epsilon_;
};

}  // namespace ldp
