// The order of the numbers of a released Gram matrix x x^T and vector y x: the upper triangle of
// the matrix row by row, (0,0), (0,1), ..., (0,d-1), (1,1), ..., then the vector.
#pragma once

#include <cstdint>

namespace ldp {

/// Most features of one arm.
inline constexpr std::uint32_t kMaxFeatures = 128;

/// Entries of the upper triangle: d (d + 1)/2.
[[nodiscard]] constexpr std::uint32_t gram_entries(std::uint32_t d) { return d * (d + 1) / 2; }

/// Numbers of the whole release: d (d + 1)/2 + d.
[[nodiscard]] constexpr std::uint32_t gram_length(std::uint32_t d) { return gram_entries(d) + d; }

/// Where entry (i, j) is. Requires i <= j < d.
[[nodiscard]] constexpr std::uint32_t gram_index(std::uint32_t d, std::uint32_t i,
                                                 std::uint32_t j) {
  return i * d - i * (i + 1) / 2 + j;
}

}  // namespace ldp
