// The normal law, for simulation: its quantile function, and a draw by inversion.
#pragma once

#include <cstdint>

namespace ldp {

/// P(N(0, 1) <= x), to about 1e-15.
[[nodiscard]] double normal_probability(double x);

/// The x with P(N(0, 1) <= x) = probability, in (0, 1), to a relative 1e-15. Wichura 1988,
/// "Algorithm AS 241: The Percentage Points of the Normal Distribution", PPND16.
[[nodiscard]] double normal_quantile(double probability);

/// The middle of the word's 53-bit cell of (0, 1): never an end.
[[nodiscard]] constexpr double open_uniform(std::uint64_t word) {
  // Signed, because that is one instruction.
  return (static_cast<double>(static_cast<std::int64_t>(word >> 11)) + 0.5) * 0x1p-53;
}

/// A standard normal number, of one uniform word.
[[nodiscard]] inline double normal_of(std::uint64_t word) {
  return normal_quantile(open_uniform(word));
}

}  // namespace ldp
