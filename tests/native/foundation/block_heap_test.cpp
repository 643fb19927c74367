#include "foundation/block_heap.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

// Memory that begins at an odd address and grows up to `most` bytes.
struct Arena {
  std::uint8_t* bytes;
  std::size_t most;
  std::size_t* extent;

  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(bytes + 1); }
  bool extend(std::uintptr_t end) const {
    const std::size_t wanted = end - reinterpret_cast<std::uintptr_t>(bytes);
    if (wanted > most) return false;
    *extent = std::max(*extent, wanted);
    return true;
  }
};

struct Fixture {
  explicit Fixture(std::size_t most) : bytes(most), heap({bytes.data(), most, &extent}) {}
  std::vector<std::uint8_t> bytes;
  std::size_t extent = 0;
  BlockHeap<Arena> heap;
};

struct Block {
  std::uint8_t* at;
  std::size_t size;
  std::uint8_t value;
};

bool is_whole(const Block& block) {
  return std::all_of(block.at, block.at + block.size,
                     [&](std::uint8_t byte) { return byte == block.value; });
}

TEST_CASE("blocks of a heap are aligned, apart from each other, and keep what is in them") {
  Fixture fixture(1 << 20);
  test::SplitMix64 words(1);
  std::vector<Block> blocks;
  for (int i = 0; i < 20'000; ++i) {
    if (blocks.size() < 50 && words.real() < 0.6) {
      const auto size = static_cast<std::size_t>(words.real() * (i % 10 == 0 ? 4000 : 60));
      auto* const at = static_cast<std::uint8_t*>(fixture.heap.allocate(size));
      REQUIRE(at != nullptr);
      REQUIRE(reinterpret_cast<std::uintptr_t>(at) % 8 == 0);
      REQUIRE(at >= fixture.bytes.data() + 1);
      REQUIRE(at + size <= fixture.bytes.data() + fixture.extent);
      std::memset(at, i, size);
      blocks.push_back({at, size, static_cast<std::uint8_t>(i)});
    } else if (!blocks.empty()) {
      const auto which =
          static_cast<std::size_t>(words.real() * static_cast<double>(blocks.size()));
      REQUIRE(is_whole(blocks[which]));
      fixture.heap.release(blocks[which].at);
      blocks[which] = blocks.back();
      blocks.pop_back();
    }
  }
  for (const Block& block : blocks) REQUIRE(is_whole(block));
}

TEST_CASE("a heap takes no more than the largest use of each size, however often it is used") {
  Fixture fixture(1 << 16);
  std::size_t extent = 0;
  for (int round = 0; round < 1000; ++round) {
    void* const a = fixture.heap.allocate(100);
    void* const b = fixture.heap.allocate(128);
    void* const c = fixture.heap.allocate(3000);
    REQUIRE((a != nullptr && b != nullptr && c != nullptr));
    fixture.heap.release(b);
    fixture.heap.release(a);
    fixture.heap.release(c);
    if (round == 0) extent = fixture.extent;
    REQUIRE(fixture.extent == extent);
  }
  // 128, 128 and 4096 bytes, each behind 8 of the heap's own.
  CHECK(extent <= 128 + 128 + 4096 + 3 * 8 + 8);
}

TEST_CASE("a heap without memory gives null, and again a block once one was released") {
  Fixture fixture(1000);
  void* const first = fixture.heap.allocate(400);
  REQUIRE(first != nullptr);
  CHECK(fixture.heap.allocate(400) == nullptr);
  CHECK(fixture.heap.allocate(400) == nullptr);
  CHECK(fixture.heap.allocate(200) != nullptr);
  fixture.heap.release(first);
  CHECK(fixture.heap.allocate(512) == first);
}

TEST_CASE("a heap refuses what no block can hold") {
  Fixture fixture(1000);
  CHECK(fixture.heap.allocate(BlockHeap<Arena>::kMaxSize + 1) == nullptr);
  CHECK(fixture.heap.allocate(SIZE_MAX) == nullptr);
  CHECK(fixture.heap.allocate(BlockHeap<Arena>::kMaxSize) == nullptr);
}

TEST_CASE("nothing is a block too, and releasing null does nothing") {
  Fixture fixture(1000);
  void* const first = fixture.heap.allocate(0);
  void* const second = fixture.heap.allocate(0);
  CHECK(first != nullptr);
  CHECK(first != second);
  fixture.heap.release(nullptr);
  CHECK(fixture.heap.allocate(0) != nullptr);
}

}  // namespace
}  // namespace ldp
