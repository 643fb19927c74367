// Normal numbers from a public word: device and server draw the same ones.
#pragma once

#include <cmath>
#include <cstdint>

#include "foundation/natural_log.hpp"
#include "protocol/public_word.hpp"

namespace ldp {

/// Standard normal, by the polar method (Marsaglia, Bray 1964): exact but for the grid of 2^-52 and
/// rounding, and without any function of the platform's libm.
[[nodiscard]] inline double public_normal(std::uint64_t seed, std::uint32_t index) {
  for (std::uint64_t attempt = 0;; attempt += 2) {  // once more with probability 0.21
    const double x = 2 * public_uniform(seed, index, attempt) - 1;
    const double y = 2 * public_uniform(seed, index, attempt + 1) - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * natural_log(square) / square);
  }
}

}  // namespace ldp
