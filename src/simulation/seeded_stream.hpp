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
constexpr Counter block(const Counter& counter, const Key& key) {
  // The 32-bit lanes are kept in 64-bit variables: WebAssembly compilers then need no conversions,
  // and draw a third faster.
  constexpr std::uint64_t kLane = 0xffffffff;
  std::uint64_t a = counter[0];
  std::uint64_t b = counter[1];
  std::uint64_t c = counter[2];
  std::uint64_t d = counter[3];
  std::uint32_t first = key[0];
  std::uint32_t second = key[1];
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = 0xD2511F53 * a;
    const std::uint64_t right = 0xCD9E8D57 * c;
    a = (right >> 32) ^ b ^ first;
    b = right & kLane;
    c = (left >> 32) ^ d ^ second;
    d = left & kLane;
    first += 0x9E3779B9;
    second += 0xBB67AE85;
  }
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
          static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(d)};
}

}  // namespace philox

/// What the words of a stream are for. Streams of different purposes never share a word. Of
/// `levels`, `rewards` and `noise` every round takes the same number of words, whatever was played:
/// what the world does in round t is the same for all learners.
enum class Purpose : std::uint32_t {
  arms = 1,      // the order in which they stand
  levels = 2,    // of the visitors
  rewards = 3,   // one word a round for all arms
  noise = 4,     // of the devices
  choices = 5,   // of learners that decide at random
  delivery = 6,  // of the reports: how late, and which are lost
  contexts = 7,  // what the arms of a linear world are like: round 0 is its parameter
  changes = 8,   // which arm a change of the means is about
};

/// A word is below it with this probability, in [0, 1]; at 1 all are but the largest.
[[nodiscard]] inline std::uint64_t word_bound(double probability) {
  const double scaled = probability * 0x1p64;
  return scaled >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(scaled);
}

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

  // Out of line: inlined into a sampler's loop it would take the registers that the loop needs.
  [[gnu::noinline]] void refill() {
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
