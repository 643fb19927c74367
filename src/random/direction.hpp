// A direction, uniform on the sphere, in 16 bits a coordinate. Privacy does not depend on it
// (BallScale), so it is made in floating point: Marsaglia's polar method, with the library's own
// logarithm, so that the same words give the same direction on every platform.
// Marsaglia, Bray 1964, "A Convenient Method for Generating Normal Variables".
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/natural_log.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// Two independent standard normal numbers from one word, or from the next if its two halves are
/// outside the unit disc (once in 4.7).
template <WordSource S>
void normal_pair(S& source, double& first, double& second) {
  for (int tries = 0; tries < kMaxTries && !has_failed(source); ++tries) {
    const std::uint64_t word = source.next();
    // Odd multiples of 2^-32: never 0.
    const double u = (static_cast<std::int32_t>(word >> 32) + 0.5) * 0x1p-31;
    const double v = (static_cast<std::int32_t>(word) + 0.5) * 0x1p-31;
    const double square = u * u + v * v;
    if (square >= 1) continue;
    const double factor = std::sqrt(-2 * natural_log(square) / square);
    first = u * factor;
    second = v * factor;
    return;
  }
  mark_failed(source);
  first = 1;
  second = 0;
}

/// direction[i] = round(norm g_i), g uniform on the sphere. Draws a pair for every two coordinates.
/// Requires 1 <= direction.size() <= norm^2/4, so that it is never 0.
template <WordSource S>
void draw_direction(S& source, std::int32_t norm, std::span<std::int32_t> direction) {
  std::vector<double> normals(direction.size() + direction.size() % 2);
  for (std::size_t i = 0; i < normals.size(); i += 2) {
    normal_pair(source, normals[i], normals[i + 1]);
  }
  double squares = 0;
  for (std::size_t i = 0; i < direction.size(); ++i) squares += normals[i] * normals[i];
  const double factor = norm / std::sqrt(squares);
  for (std::size_t i = 0; i < direction.size(); ++i) {
    direction[i] = static_cast<std::int32_t>(std::round(normals[i] * factor));
  }
}

}  // namespace ldp
