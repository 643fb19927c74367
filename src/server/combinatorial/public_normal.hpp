// Normal numbers that everybody can draw again: the indices of Thompson sampling are a function of
// the snapshot and of public numbers, so whoever has the sums can check a server's slates.
#pragma once

#include <cmath>
#include <cstdint>

#include "foundation/natural_log.hpp"
#include "oracles/public_coins.hpp"

namespace ldp {

/// The seed of the coins of one slate. `snapshot` is the number of the snapshot that carries it.
[[nodiscard]] constexpr std::uint64_t seed_of_slate(std::uint64_t public_seed,
                                                    std::uint32_t snapshot, std::uint32_t slate) {
  return public_word(public_seed, snapshot, slate);
}

/// Standard normal, by the polar method (Marsaglia, Bray 1964): exact but for the grid of 2^-52 and
/// rounding, and without any function of the platform's libm.
[[nodiscard]] inline double public_normal(std::uint64_t slate_seed, std::uint32_t arm) {
  for (std::uint64_t attempt = 0;; attempt += 2) {  // once more with probability 0.21
    const double x = 2 * public_uniform(slate_seed, arm, attempt) - 1;
    const double y = 2 * public_uniform(slate_seed, arm, attempt + 1) - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * natural_log(square) / square);
  }
}

}  // namespace ldp
