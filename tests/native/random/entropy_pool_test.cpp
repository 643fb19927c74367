#include "random/entropy_pool.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

// A generator whose fills the test decides; it remembers what it was asked for.
struct Generator {
  std::function<bool(int fill, std::uint8_t* bytes, std::size_t size)> behaviour;
  std::vector<std::size_t> requests;

  static bool refill(void* context, std::uint8_t* bytes, std::size_t size) {
    auto& self = *static_cast<Generator*>(context);
    self.requests.push_back(size);
    return self.behaviour(static_cast<int>(self.requests.size()), bytes, size);
  }
};

void fill_random(int seed, std::uint8_t* bytes, std::size_t size) {
  SplitMix64 random(static_cast<std::uint64_t>(seed));
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(random.next() >> 33);
}

Generator healthy() {
  return {[](int fill, std::uint8_t* bytes, std::size_t size) {
            fill_random(fill, bytes, size);
            return true;
          },
          {}};
}

constexpr std::size_t kWordsPerFill = (EntropyPool::kSize - EntropyPool::kBlock) / 8;

void draw(EntropyPool& pool, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) (void)pool.next();
}

bool contains(const Bytes& memory, const std::uint8_t* bytes, std::size_t size) {
  return std::search(memory.begin(), memory.end(), bytes, bytes + size) != memory.end();
}

}  // namespace

static_assert(FallibleWordSource<EntropyPool>);
static_assert(!std::is_copy_constructible_v<EntropyPool> && !std::is_copy_assignable_v<EntropyPool>,
              "two pools with the same bytes would use them twice");
static_assert(!std::is_default_constructible_v<EntropyPool>);
static_assert(!std::is_constructible_v<EntropyPool, std::uint64_t>, "no seed");

TEST_CASE("a pool asks for nothing until the first word is drawn") {
  Generator generator = healthy();
  EntropyPool pool(&Generator::refill, &generator);
  CHECK(generator.requests.empty());
  CHECK_FALSE(pool.failed());
  (void)pool.next();
  CHECK(generator.requests == std::vector<std::size_t>{EntropyPool::kSize});
}

TEST_CASE("words are the generator's bytes in order, little endian, each used once") {
  Generator generator = healthy();
  EntropyPool pool(&Generator::refill, &generator);
  for (int fill = 1; fill <= 3; ++fill) {
    Bytes expected(EntropyPool::kSize);
    fill_random(fill, expected.data(), expected.size());
    for (std::size_t word = 0; word < kWordsPerFill; ++word) {
      std::uint64_t value = 0;
      for (std::size_t i = 8; i-- > 0;) value = value << 8 | expected[8 * word + i];
      REQUIRE(pool.next() == value);
    }
  }
  CHECK(generator.requests.size() == 3);
}

TEST_CASE("used bytes are gone from memory at once, the rest when the pool dies") {
  Generator generator = healthy();
  Bytes filled(EntropyPool::kSize);
  fill_random(1, filled.data(), filled.size());
  alignas(EntropyPool) std::array<std::uint8_t, sizeof(EntropyPool)> storage{};
  const auto memory = [&storage] {
    Bytes copy(storage.size());
    const volatile std::uint8_t* cell = storage.data();
    for (std::uint8_t& byte : copy) byte = *cell++;
    return copy;
  };

  auto* pool = new (storage.data()) EntropyPool(&Generator::refill, &generator);
  draw(*pool, 100);
  const Bytes during = memory();
  for (std::size_t word = 0; word < 100; ++word) {
    REQUIRE_FALSE(contains(during, filled.data() + 8 * word, 8));
  }
  CHECK(contains(during, filled.data() + 800, EntropyPool::kSize - 800));

  std::destroy_at(pool);
  const Bytes after = memory();
  for (std::size_t at = 800; at + 8 <= filled.size(); at += 8) {
    REQUIRE_FALSE(contains(after, filled.data() + at, 8));
  }
}

TEST_CASE("a generator that refuses fails the pool for good and is not asked again") {
  for (const int failing_fill : {1, 2}) {
    CAPTURE(failing_fill);
    Generator generator{[=](int fill, std::uint8_t* bytes, std::size_t size) {
                          fill_random(fill, bytes, size);
                          return fill != failing_fill;
                        },
                        {}};
    EntropyPool pool(&Generator::refill, &generator);
    draw(pool, kWordsPerFill * static_cast<std::size_t>(failing_fill - 1));
    REQUIRE_FALSE(pool.failed());
    CHECK(pool.next() == kFailedWord);
    CHECK(pool.failed());
    CHECK(pool.next() == kFailedWord);
    CHECK(generator.requests.size() == static_cast<std::size_t>(failing_fill));
  }
}

TEST_CASE("a missing generator fails the pool") {
  EntropyPool pool(nullptr, nullptr);
  CHECK(pool.next() == kFailedWord);
  CHECK(pool.failed());
}

TEST_CASE("a generator that returns success without writing anything fails the pool") {
  Generator generator{[](int, std::uint8_t*, std::size_t) { return true; }, {}};
  EntropyPool pool(&Generator::refill, &generator);
  CHECK(pool.next() == kFailedWord);
  CHECK(pool.failed());
}

TEST_CASE("health check: two equal consecutive 32-byte blocks anywhere in a fill") {
  for (const std::size_t block : {std::size_t{0}, std::size_t{1}, std::size_t{255},
                                  EntropyPool::kSize / EntropyPool::kBlock - 2}) {
    CAPTURE(block);
    Generator generator{[=](int fill, std::uint8_t* bytes, std::size_t size) {
                          fill_random(fill, bytes, size);
                          std::uint8_t* const first = bytes + block * EntropyPool::kBlock;
                          std::copy_n(first, EntropyPool::kBlock, first + EntropyPool::kBlock);
                          return true;
                        },
                        {}};
    EntropyPool pool(&Generator::refill, &generator);
    CHECK(pool.next() == kFailedWord);  // before any byte of that fill was used
    CHECK(pool.failed());
  }
}

TEST_CASE("health check: the last block of a fill equals the first of the next") {
  Bytes last(EntropyPool::kBlock);
  Generator generator{[&last](int fill, std::uint8_t* bytes, std::size_t size) {
                        fill_random(fill, bytes, size);
                        if (fill == 3) std::copy(last.begin(), last.end(), bytes);
                        std::copy_n(bytes + size - last.size(), last.size(), last.begin());
                        return true;
                      },
                      {}};
  EntropyPool pool(&Generator::refill, &generator);
  draw(pool, 2 * kWordsPerFill);
  REQUIRE_FALSE(pool.failed());
  CHECK(pool.next() == kFailedWord);
  CHECK(pool.failed());
}

TEST_CASE("health check: a generator that repeats itself is found at the second fill") {
  // Its period in blocks: a whole fill, which repeats every byte that the pool has handed out, or
  // less.
  for (const std::size_t period :
       {std::size_t{512}, std::size_t{511}, std::size_t{100}, std::size_t{3}, std::size_t{2}}) {
    CAPTURE(period);
    Bytes cycle(period * EntropyPool::kBlock);
    fill_random(1, cycle.data(), cycle.size());
    std::size_t at = 0;
    Generator generator{[&](int, std::uint8_t* bytes, std::size_t size) {
                          for (std::size_t i = 0; i < size; ++i) {
                            bytes[i] = cycle[at++ % cycle.size()];
                          }
                          return true;
                        },
                        {}};
    EntropyPool pool(&Generator::refill, &generator);
    draw(pool, kWordsPerFill);
    REQUIRE_FALSE(pool.failed());
    CHECK(pool.next() == kFailedWord);
    CHECK(pool.failed());
  }
}

TEST_CASE("a pool that starts again remembers the fill before it failed") {
  Generator generator{[](int fill, std::uint8_t* bytes, std::size_t size) {
                        fill_random(fill < 4 ? 1 : fill, bytes, size);
                        return true;
                      },
                      {}};
  EntropyPool pool(&Generator::refill, &generator);
  draw(pool, kWordsPerFill);
  for (int tries = 0; tries < 2; ++tries) {
    CHECK(pool.next() == kFailedWord);
    CHECK(pool.failed());
    pool.restart();
    CHECK_FALSE(pool.failed());
  }
  CHECK(pool.next() != kFailedWord);
  CHECK_FALSE(pool.failed());
}

TEST_CASE("a constant generator fails before its first byte is used") {
  Generator generator{[](int, std::uint8_t* bytes, std::size_t size) {
                        std::fill_n(bytes, size, std::uint8_t{0x5a});
                        return true;
                      },
                      {}};
  EntropyPool pool(&Generator::refill, &generator);
  CHECK(pool.next() == kFailedWord);
}

TEST_CASE("health check: equal blocks that are not neighbours are no evidence") {
  Generator generator{[](int fill, std::uint8_t* bytes, std::size_t size) {
                        fill_random(fill, bytes, size);
                        std::copy_n(bytes, EntropyPool::kBlock, bytes + 2 * EntropyPool::kBlock);
                        return true;
                      },
                      {}};
  EntropyPool pool(&Generator::refill, &generator);
  (void)pool.next();
  CHECK_FALSE(pool.failed());
}

TEST_CASE("fail() erases what is left and is final") {
  Generator generator = healthy();
  EntropyPool pool(&Generator::refill, &generator);
  (void)pool.next();
  pool.fail();
  CHECK(pool.failed());
  CHECK(pool.next() == kFailedWord);
  CHECK(generator.requests.size() == 1);
}
