// A finite double as the exact number mantissa * 2^exponent, for comparisons that must not round.
#pragma once

#include <cmath>
#include <cstdint>

namespace ldp {

struct Dyadic {
  std::uint64_t mantissa = 0;  // < 2^53
  int exponent = 0;
};

/// Exact decomposition. Requires x finite and x >= 0.
inline Dyadic to_dyadic(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

}  // namespace ldp
