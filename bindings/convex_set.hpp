// Convex sets as JavaScript hands them over: a list of numbers, in the order of flattenConvexSet
// (bindings/ts/internal/convex-set.ts).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/convex_set.hpp"

namespace ldp {

/// The set that `numbers` begin with; they are then what is left. What is missing is missing in the
/// set, which validate() refuses.
inline ConvexSet take_convex_set(std::span<const double>& numbers) {
  const auto take = [&numbers](std::size_t count) {
    const auto taken = numbers.first(std::min(count, numbers.size()));
    numbers = numbers.subspan(taken.size());
    return std::vector<double>(taken.begin(), taken.end());
  };
  std::vector<double> head = take(4);
  head.resize(4);
  ConvexSet set;
  set.kind = static_cast<ConvexSetKind>(static_cast<std::uint8_t>(head[0]));
  set.dimension = static_cast<std::uint32_t>(head[1]);
  set.radius = head[2];
  const auto rows = static_cast<std::size_t>(head[3]);
  switch (set.kind) {
    case ConvexSetKind::ball:
      set.center = take(set.dimension);
      break;
    case ConvexSetKind::box:
      set.low = take(set.dimension);
      set.high = take(set.dimension);
      break;
    case ConvexSetKind::polytope:
      set.normals = take(rows * set.dimension);
      set.offsets = take(rows);
      break;
    case ConvexSetKind::simplex:
      break;
  }
  return set;
}

}  // namespace ldp
