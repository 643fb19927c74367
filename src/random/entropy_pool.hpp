// Randomness from outside (crypto.getRandomValues): the client's only source. It has no seed, no
// fallback and no way to be copied, and it is empty until the first word is asked for, so that a
// snapshot of a fresh module's memory holds no randomness.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "random/word_source.hpp"

namespace ldp {

/// Fills `bytes` with cryptographically secure random bytes; false if it cannot. Must not throw.
using Refill = bool (*)(void* context, std::uint8_t* bytes, std::size_t size);

class EntropyPool {
 public:
  /// Bytes asked for at a time, below the 65,536 that getRandomValues hands out at once.
  static constexpr std::size_t kSize = std::size_t{16} * 1024;

  /// Unit of the health check. Two consecutive equal blocks mean a broken generator, and so does a
  /// fill that contains the last block of the fill before: a generator that repeats itself after a
  /// whole fill, or after any number of blocks below that, is found at its second fill, before a
  /// byte of that is used.
  static constexpr std::size_t kBlock = 32;

  /// Draws nothing. `context` is passed to `refill` and must outlive the pool.
  constexpr EntropyPool(Refill refill, void* context) : refill_(refill), context_(context) {}
  ~EntropyPool();
  EntropyPool(const EntropyPool&) = delete;
  EntropyPool& operator=(const EntropyPool&) = delete;

  /// The next eight bytes, little endian; each byte is used once and overwritten with 0.
  std::uint64_t next() {
    if (position_ == kUsable && !replenish()) return kFailedWord;
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::uint8_t* const cell = bytes_.data() + position_;
    std::memcpy(&word, cell, sizeof word);
    std::memset(cell, 0, sizeof word);
    position_ += sizeof word;
    return word;
  }

  /// Whether the generator was missing, refused, or failed the health check; until restart().
  [[nodiscard]] bool failed() const { return failed_; }

  /// Marks the pool failed and erases what is left of it.
  void fail();

  /// Lets a failed pool ask its generator again. The witness stays: what the pool has handed out
  /// before must not come again.
  void restart() { failed_ = false; }

 private:
  // The last block of a fill is never handed out: it is the witness with which the next fill is
  // compared, so the check spans refills although no used byte is kept.
  static constexpr std::size_t kUsable = kSize - kBlock;

  bool replenish();

  Refill refill_;
  void* context_;
  std::size_t position_ = kUsable;
  bool failed_ = false;
  bool has_witness_ = false;
  std::array<std::uint8_t, kBlock> witness_{};
  std::array<std::uint8_t, kSize> bytes_{};
};

}  // namespace ldp
