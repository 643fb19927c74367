// The many words that the contexts of one round take: a function of the seed, the replicate and the
// round alone, at a third of what Philox costs. One Philox block gives start and step of a
// SplitMix64 (Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators", figures 16
// and 17: each stream has a step of its own).
#pragma once

#include <cstdint>

#include "simulation/seeded_stream.hpp"

namespace ldp {

/// 2^64 words. A WordSource.
class CounterWords {
 public:
  CounterWords(std::uint64_t seed, std::uint32_t replicate, Purpose purpose, std::uint64_t round)
      : CounterWords(philox::block(
            {static_cast<std::uint32_t>(round), static_cast<std::uint32_t>(round >> 32), replicate,
             static_cast<std::uint32_t>(purpose)},
            {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)})) {}

  /// Of start and step that are random words themselves.
  CounterWords(std::uint64_t start, std::uint64_t step) : state_(start), step_(step | 1) {
    // A step with long runs of equal bits would change few bits of the state at a time.
    if (__builtin_popcountll(step_ ^ step_ >> 1) < 24) step_ ^= 0xaaaaaaaaaaaaaaaa;
  }

  std::uint64_t next() {
    state_ += step_;
    return mixed(state_);
  }

  /// The word that comes `after` others from here.
  [[nodiscard]] std::uint64_t at(std::uint64_t after) const {
    return mixed(state_ + (after + 1) * step_);
  }

 private:
  explicit CounterWords(const philox::Counter& bits)
      : CounterWords((std::uint64_t{bits[1]} << 32) | bits[0],
                     (std::uint64_t{bits[3]} << 32) | bits[2]) {}

  static std::uint64_t mixed(std::uint64_t state) {
    std::uint64_t word = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
  }

  std::uint64_t state_;
  std::uint64_t step_;
};

}  // namespace ldp
