// The generator of the golden streams: SplitMix64 (Steele, Lea, Flood 2014), counting its words.
// It exists in tests only; no target of the library can include it.
#pragma once

#include <cstdint>

namespace ldp::test {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state) : state_(state) {}

  std::uint64_t next() {
    ++words_;
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform double in [0, 1).
  double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  int words() const { return words_; }

 private:
  std::uint64_t state_;
  int words_ = 0;
};

}  // namespace ldp::test
