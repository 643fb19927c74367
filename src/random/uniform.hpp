// Exact uniform integers from 64-bit words by rejection.
//
// The order of draws is normative: golden streams pin it, so that the native library, the
// WebAssembly module and any other implementation turn the same words into the same noise.
#pragma once

#include <cstdint>

#include "random/word_source.hpp"

namespace ldp {

/// A healthy source needs more tries than this with probability below 2^-4096.
inline constexpr int kMaxTries = 4096;

/// High word of a 64 x 64 bit product. WebAssembly has no such instruction, and its compilers call
/// a library function for a 128-bit product; four 32-bit products are faster there.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ typedef unsigned __int128 wide;
  return static_cast<std::uint64_t>((static_cast<wide>(a) * b) >> 64);
#else
  const std::uint64_t a_low = a & 0xffffffffu;
  const std::uint64_t a_high = a >> 32;
  const std::uint64_t b_low = b & 0xffffffffu;
  const std::uint64_t b_high = b >> 32;
  const std::uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32);
  return a_high * b_high + (middle >> 32) + ((a_low * b_high + (middle & 0xffffffffu)) >> 32);
#endif
}

/// Uniform integers in [0, n), for an n that is used many times. 1 <= n <= 2^63.
///
/// With r = 2^64 mod n, words above 2^64 - 1 - r are rejected and the rest is reduced modulo n.
/// n = 1 draws nothing. The reduction multiplies by M = floor((2^64 - 1)/n) instead of dividing:
/// q = floor(v M/2^64) is floor(v/n) or one less, because 0 <= v/n - v M/2^64 <= v/2^64 < 1.
class UniformBelow {
 public:
  constexpr explicit UniformBelow(std::uint64_t n)
      : n_(n), reciprocal_(~std::uint64_t{0} / n), limit_(~std::uint64_t{0} - (0 - n) % n) {}

  template <WordSource S>
  constexpr std::uint64_t operator()(S& source) const {
    if (n_ == 1) return 0;
    std::uint64_t word = source.next();
    for (int tries = 0; word > limit_; ++tries) {
      if (tries == kMaxTries) {
        mark_failed(source);
        return 0;
      }
      word = source.next();
    }
    const std::uint64_t remainder = word - multiply_high(word, reciprocal_) * n_;
    return remainder >= n_ ? remainder - n_ : remainder;
  }

 private:
  std::uint64_t n_;
  std::uint64_t reciprocal_;
  std::uint64_t limit_;
};

/// One uniform integer in [0, n). Requires 1 <= n <= 2^63.
template <WordSource S>
constexpr std::uint64_t uniform_below(S& source, std::uint64_t n) {
  return UniformBelow(n)(source);
}

/// Whether a uniform integer in [0, n) is 0; the same draws as uniform_below. Constant divisors
/// turn into one multiplication, and small n are nearly all that the samplers below ever ask for.
template <WordSource S>
constexpr bool uniform_is_zero(S& source, std::uint64_t n) {
  constexpr std::uint64_t kLastWord = ~std::uint64_t{0};
  switch (n) {
    case 1:
      return true;
    case 2:
      return (source.next() & 1) == 0;
    case 3: {  // 2^64 mod 3 = 1: only the last word is rejected
      const std::uint64_t word = source.next();
      return word == kLastWord ? uniform_below(source, n) == 0 : word % 3 == 0;
    }
    case 4:
      return (source.next() & 3) == 0;
    case 5: {  // 2^64 mod 5 = 1
      const std::uint64_t word = source.next();
      return word == kLastWord ? uniform_below(source, n) == 0 : word % 5 == 0;
    }
    default:
      return uniform_below(source, n) == 0;
  }
}

}  // namespace ldp
