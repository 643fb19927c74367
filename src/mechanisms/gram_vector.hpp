// (svec(x x^T), y x) as real numbers, in the order of gram_layout.hpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace ldp {

/// out = x_i^2 on the diagonal, sqrt(2) x_i x_j off it, then y x_i. Its Euclidean norm is
/// sqrt(||x||^4 + y^2 ||x||^2): at most sqrt(2) for ||x|| <= 1, |y| <= 1.
/// Requires out.size() == gram_length(x.size()).
inline void gram_vector(std::span<const double> x, double y, std::span<double> out) {
  const double root_two = std::sqrt(2.0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[next++] = x[i] * x[i];
    for (std::size_t j = i + 1; j < x.size(); ++j) out[next++] = root_two * x[i] * x[j];
  }
  for (const double feature : x) out[next++] = y * feature;
}

}  // namespace ldp
