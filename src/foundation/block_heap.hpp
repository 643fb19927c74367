// Memory for a module that makes few objects and lists, each of them again and again: blocks of
// powers of two, with a list of free blocks for each size. What was freed serves only for the same
// size, so it is at most twice the largest use of each size that is ever taken. No more than that,
// because each page downloads it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ldp {

/// `Memory` has `begin()`, the address of its first byte that nothing else uses, and `extend(end)`,
/// which makes all bytes below `end` usable, or returns false.
template <class Memory>
class BlockHeap {
 public:
  /// Of every block, in bytes.
  static constexpr std::size_t kAlignment = 8;
  /// The largest block: 2^30 bytes.
  static constexpr std::size_t kMaxSize = std::size_t{1} << 30;

  constexpr BlockHeap() = default;
  constexpr explicit BlockHeap(Memory memory) : memory_(memory) {}

  /// At least `size` bytes, which have any value; null if there is no memory left.
  void* allocate(std::size_t size) {
    if (size > kMaxSize) return nullptr;
    std::uint32_t power = kLeastPower;
    while (std::size_t{1} << power < size) ++power;
    std::uintptr_t& free = free_[power];
    const std::uintptr_t block = free != 0 ? free : carve(power);
    if (block == 0) return nullptr;
    if (free != 0) free = at<std::uintptr_t>(block);
    return reinterpret_cast<void*>(block);
  }

  /// `block` is from allocate(), or null.
  void release(void* block) {
    if (block == nullptr) return;
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    std::uintptr_t& free = free_[at<std::uint32_t>(address - kAlignment)];
    at<std::uintptr_t>(address) = free;
    free = address;
  }

 private:
  static constexpr std::uint32_t kLeastPower = 4;

  template <class T>
  static T& at(std::uintptr_t address) {
    return *reinterpret_cast<T*>(address);
  }

  // A new block behind all others, with its power before it; 0 if there is no room.
  std::uintptr_t carve(std::uint32_t power) {
    if (top_ == 0) top_ = (memory_.begin() + kAlignment - 1) / kAlignment * kAlignment;
    const std::uintptr_t block = top_ + kAlignment;
    const std::uintptr_t end = block + (std::uintptr_t{1} << power);
    if (end < block || !memory_.extend(end)) return 0;
    at<std::uint32_t>(top_) = power;
    top_ = end;
    return block;
  }

  Memory memory_{};
  std::uintptr_t top_ = 0;
  std::array<std::uintptr_t, 31> free_{};
};

}  // namespace ldp
