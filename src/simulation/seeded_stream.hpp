// Seeded randomness, for simulation only. Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel
// Random Numbers: As Easy as 1, 2, 3"): a block of 128 random bits is a function of a 64-bit key
// and a 128-bit counter, so every replicate and every purpose has a stream of its own, computed in
// any order and on any number of workers with the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ldp {

namespace philox {

using Counter = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

/// One block: ten rounds, the recommended number.
constexpr Counter block(Counter counter, Key key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t right = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(right >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(right),
               static_cast<std::uint32_t>(left >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(left)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

}  // namespace philox

/// What the words of a stream are for. Streams of different purposes never share a word.
enum class Purpose : std::uint32_t { arms = 1, levels = 2, rewards = 3, noise = 4, choices = 5 };

/// 2^64 words per (seed, replicate, purpose). A WordSource.
class SeededStream {
 public:
  SeededStream(std::uint64_t seed, std::uint32_t replicate, Purpose purpose)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        replicate_(replicate),
        purpose_(static_cast<std::uint32_t>(purpose)) {}

  std::uint64_t next() {
    if (used_ == kWords) refill();
    return words_[used_++];
  }

 private:
  // A batch, so that the multiplications of many blocks overlap.
  static constexpr std::size_t kWords = 64;

  void refill() {
    for (std::size_t i = 0; i < kWords; i += 2) {
      const auto low = static_cast<std::uint32_t>(block_);
      const auto high = static_cast<std::uint32_t>(block_ >> 32);
      const philox::Counter bits = philox::block({low, high, replicate_, purpose_}, key_);
      words_[i] = (std::uint64_t{bits[1]} << 32) | bits[0];
      words_[i + 1] = (std::uint64_t{bits[3]} << 32) | bits[2];
      ++block_;
    }
    used_ = 0;
  }

  philox::Key key_;
  std::uint32_t replicate_;
  std::uint32_t purpose_;
  std::uint64_t block_ = 0;
  std::size_t used_ = kWords;
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace ldp
