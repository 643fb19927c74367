// Words from public numbers: a device, the server and a reader of the open log compute the same
// ones. They protect nothing, and no private value is ever randomised with them: mechanisms/ cannot
// see this folder.
#pragma once

#include <cstdint>

namespace ldp {

/// The finaliser of Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators",
/// section 3: a bijection that changes half the bits for each changed one.
constexpr std::uint64_t mix_public(std::uint64_t word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

/// A word for each (seed, a, b), as if drawn at random.
constexpr std::uint64_t public_word(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
  const std::uint64_t first = mix_public(seed + kStep) + kStep * (a + 1);
  return mix_public(mix_public(first) + kStep * (b + 1));
}

/// Uniform in [0, 1), a multiple of 2^-53.
constexpr double public_uniform(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  return static_cast<double>(public_word(seed, a, b) >> 11) * 0x1p-53;
}

}  // namespace ldp
