#include "simulation/seeded_stream.hpp"

#include <set>
#include <vector>

#include "catch.hpp"
#include "random/word_source.hpp"

namespace ldp {
namespace {

static_assert(WordSource<SeededStream>);

// kat_vectors of Random123 1.09, philox4x32 with 10 rounds.
TEST_CASE("Philox4x32-10 gives the known answers of Random123") {
  CHECK(philox::block({0, 0, 0, 0}, {0, 0}) ==
        philox::Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox::block({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) ==
        philox::Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox::block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        philox::Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("a stream is the blocks 0, 1, ... of its counter, low word first") {
  SeededStream stream(0x299f31d0a4093822, 7, Purpose::noise);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const philox::Counter block = philox::block({i, 0, 7, 4}, {0xa4093822, 0x299f31d0});
    CHECK(stream.next() == (std::uint64_t{block[1]} << 32 | block[0]));
    CHECK(stream.next() == (std::uint64_t{block[3]} << 32 | block[2]));
  }
}

TEST_CASE("streams of other seeds, replicates and purposes share no word") {
  std::set<std::uint64_t> words;
  std::size_t drawn = 0;
  for (const std::uint64_t seed : {0u, 1u, 42u}) {
    for (const std::uint32_t replicate : {0u, 1u, 2u}) {
      for (const Purpose purpose :
           {Purpose::arms, Purpose::levels, Purpose::rewards, Purpose::noise, Purpose::choices}) {
        SeededStream stream(seed, replicate, purpose);
        for (int i = 0; i < 100; ++i, ++drawn) words.insert(stream.next());
      }
    }
  }
  CHECK(words.size() == drawn);
}

}  // namespace
}  // namespace ldp
