// The direction in which a device moved from the snapshot's point. A report carries the 64 public
// bits that the direction comes from: the device draws these before any feedback exists, both sides
// compute the direction, and a report is as long in 32 dimensions as in one.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/public_normal.hpp"

namespace ldp {

/// Grid steps in a unit: sums of reports times grid coordinates are exact integers.
inline constexpr int kDirectionBits = 14;
inline constexpr double kDirectionStep = 0x1p-14;

/// Fills `grid`, of 1 to 32 coordinates, with a direction uniform on the unit sphere of that
/// dimension, in steps of 2^-14: that of independent normal numbers, without any function of the
/// platform's libm. Rounded towards zero, so that none is longer than 1 and the device stays in the
/// set; a coordinate is shorter by half a step on average, the vector by less than 2e-4.
inline void public_direction(std::uint64_t coin, std::span<std::int32_t> grid) {
  double normals[32];
  const std::size_t size = grid.size();
  std::uint32_t next = 0;
  double square = 0;
  do {  // a second time only if all were 0
    square = 0;
    for (std::size_t i = 0; i < size; ++i) {
      normals[i] = public_normal(coin, next++);
      square += normals[i] * normals[i];
    }
  } while (!(square > 0));
  const double length = std::sqrt(square);
  for (std::size_t i = 0; i < size; ++i) {
    grid[i] = static_cast<std::int32_t>(normals[i] / length * (1 << kDirectionBits));
  }
}

}  // namespace ldp
