#include "privacy/codebook.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

CodebookId counting_id() {
  CodebookId id{};
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::uint8_t>(i);
  return id;
}

std::vector<std::int16_t> normals_of(const CodebookId& id, std::uint16_t tag, std::uint32_t j,
                                     std::uint32_t length) {
  const std::size_t stride = (length + 7u) / 8u * 8u;
  std::vector<std::int16_t> normals(stride);
  draw_normals(id, tag, j, 1, length, stride, normals);
  normals.resize(length);
  return normals;
}

std::vector<std::int32_t> codeword_of(const CodebookId& id, std::uint16_t tag, std::uint32_t index,
                                      std::uint32_t codewords, std::uint32_t dimension) {
  std::vector<std::int32_t> codeword(dimension);
  draw_codeword(id, tag, index, codewords, dimension, codeword);
  return codeword;
}

// The block of section 5, one word after the other.
struct Words {
  std::uint32_t word[4];
};

Words plain_philox(const CodebookId& id, std::uint16_t tag, std::uint32_t j, std::uint32_t b) {
  const auto at = [&](std::size_t i) {
    return std::uint32_t{id[i]} | std::uint32_t{id[i + 1]} << 8 | std::uint32_t{id[i + 2]} << 16 |
           std::uint32_t{id[i + 3]} << 24;
  };
  std::uint32_t key[2] = {at(0), at(4)};
  Words x{{b, (std::uint32_t{tag} << 16) + j, at(8), at(12)}};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = std::uint64_t{0xD2511F53} * x.word[0];
    const std::uint64_t right = std::uint64_t{0xCD9E8D57} * x.word[2];
    x = {{static_cast<std::uint32_t>(right >> 32) ^ x.word[1] ^ key[0],
          static_cast<std::uint32_t>(right),
          static_cast<std::uint32_t>(left >> 32) ^ x.word[3] ^ key[1],
          static_cast<std::uint32_t>(left)}};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return x;
}

}  // namespace

// docs/spec/codebook.md, section 10; tests/reference/codebook.py.
TEST_CASE("codebook: the table of normal numbers has its golden values") {
  const auto table = normal_table();
  REQUIRE(table.size() == 65536);
  CHECK(table[0] == 0);
  CHECK(table[1] == 0);
  CHECK(table[2] == 0);
  CHECK(table[8192] == 1305);
  CHECK(table[16384] == 2763);
  CHECK(table[32766] == 16696);
  CHECK(table[32767] == 18075);
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  double fourth = 0;
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < 32768; ++i) {
    const std::int64_t z = table[i];
    sum += z;
    squares += z * z;
    fourth += std::pow(static_cast<double>(z) / 4096, 4) / 32768;
    for (const std::uint64_t byte : {z & 255, z >> 8 & 255}) {
      hash = (hash ^ byte) * 0x100000001b3u;
    }
    REQUIRE(table[32768 + i] == -table[i]);
    if (i > 0) REQUIRE(table[i - 1] <= table[i]);
  }
  CHECK(sum == 107090282);
  CHECK(squares == 549757108188);
  CHECK(hash == 0x621ec4835f9e371bu);
  CHECK(static_cast<double>(squares) / 32768 / 16777216 == Approx(1).margin(2e-5));
  // The last entry is what makes the ratio of the fourth moment to the square of the second 3.
  const double second = static_cast<double>(squares) / 32768 / 16777216;
  CHECK(fourth / (second * second) == Approx(3).margin(1e-4));
}

TEST_CASE("codebook: Philox has its golden blocks, and lanes do not mix") {
  const auto blocks = [](const Words& x) { return std::vector<std::uint32_t>(x.word, x.word + 4); };
  CHECK(blocks(plain_philox({}, 0, 0, 0)) ==
        std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(blocks(plain_philox(counting_id(), 0xCB00, 0, 0)) ==
        std::vector<std::uint32_t>{0x594f7164, 0x73db5d30, 0x931ff621, 0xf4dc25f1});
  const auto table = normal_table();
  SplitMix64 random(67);
  for (int i = 0; i < 500; ++i) {
    CodebookId id{};
    for (auto& byte : id) byte = static_cast<std::uint8_t>(random.next());
    const auto tag = static_cast<std::uint16_t>(random.next());
    const auto first = static_cast<std::uint32_t>(random.next() % 2000);
    const auto count = static_cast<std::uint32_t>(1 + random.next() % 20);
    const auto length = static_cast<std::uint32_t>(1 + random.next() % 70);
    const std::size_t stride = (length + 7u) / 8u * 8u;
    std::vector<std::int16_t> normals(count * stride);
    draw_normals(id, tag, first, count, length, stride, normals);
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t z = 0; z < length; ++z) {
        const auto b = static_cast<std::uint32_t>(z / 8);
        const Words x = plain_philox(id, tag, first + static_cast<std::uint32_t>(row), b);
        const std::uint32_t word = x.word[z % 8 / 2];
        REQUIRE(normals[row * stride + z] == table[z % 2 == 0 ? word & 0xffff : word >> 16]);
      }
    }
  }
}

TEST_CASE("codebook: codewords have their golden values") {
  // The sums of section 10 are of all D coordinates: the last, which is not kept, comes apart.
  const auto last_of = [](std::uint32_t length) {
    const auto z = normals_of(counting_id(), 0xCB01, 200 - 128, length);
    std::int64_t squares = 0;
    for (const std::int64_t entry : z) squares += entry * entry;
    const auto factor =
        static_cast<std::int64_t>(32767 * 0x1p32 / std::sqrt(static_cast<double>(squares)));
    return -((z.back() * factor + (std::int64_t{1} << 31)) >> 32);
  };
  struct Golden {
    std::uint32_t dimension;
    std::vector<std::int32_t> first;
    std::int64_t last, sum, squares;
  };
  for (const auto& [dimension, first, last, sum, squares] :
       {Golden{20, {-15261, -7091, 7909, -1332}, -10373, -23531, 1073649097},
        Golden{230, {-4863, -2260, 2520, -424}, -300, -39259, 1073669859}}) {
    const auto codeword = codeword_of(counting_id(), 0xCB01, 200, 256, dimension);
    CHECK(std::vector<std::int32_t>(codeword.begin(), codeword.begin() + 4) == first);
    CHECK(last_of(dimension + 1) == last);
    std::int64_t total = last;
    std::int64_t length = last * last;
    for (const std::int64_t c : codeword) {
      total += c;
      length += c * c;
    }
    CHECK(total == sum);
    CHECK(length == squares);
  }
}

TEST_CASE("codebook: the second half of a codebook is the negative of the first") {
  for (std::uint32_t j = 0; j < 32; ++j) {
    auto codeword = codeword_of(counting_id(), 0xCB00, j, 64, 7);
    for (auto& c : codeword) c = -c;
    CHECK(codeword_of(counting_id(), 0xCB00, j + 32, 64, 7) == codeword);
  }
}

TEST_CASE("codebook: a batch gives each codeword as it is alone, in any order") {
  SplitMix64 random(68);
  for (const std::uint32_t dimension : {1u, 2u, 7u, 8u, 20u, 63u, 64u, 231u}) {
    for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 40u}) {
      std::vector<CodewordName> names(count);
      for (auto& name : names) {
        for (auto& byte : name.id) byte = static_cast<std::uint8_t>(random.next());
        name.tag = codebook_tag(random.next() % 256);
        name.index = static_cast<std::uint16_t>(random.next() % 1024);
      }
      std::vector<std::int32_t> rows(count * dimension);
      draw_codewords(names, 1024, dimension, rows);
      for (std::size_t i = 0; i < count; ++i) {
        const auto alone = codeword_of(names[i].id, names[i].tag, names[i].index, 1024, dimension);
        const auto at = rows.begin() + static_cast<std::ptrdiff_t>(i * dimension);
        REQUIRE(std::vector<std::int32_t>(at, at + dimension) == alone);
      }
    }
  }
}

TEST_CASE("codebook: part, codeword and every byte of the id change the codeword") {
  const auto base = codeword_of(counting_id(), 0xCB00, 5, 64, 20);
  CHECK(codeword_of(counting_id(), 0xCB01, 5, 64, 20) != base);
  CHECK(codeword_of(counting_id(), 0xCB00, 6, 64, 20) != base);
  for (std::size_t i = 0; i < 16; ++i) {
    CodebookId id = counting_id();
    id[i] ^= 1;
    CHECK(codeword_of(id, 0xCB00, 5, 64, 20) != base);
  }
}

// No coordinate is larger than 32767, and the squared length is that of the sphere up to the
// rounding of D coordinates.
TEST_CASE("codebook: codewords are as long as the sphere's radius") {
  SplitMix64 random(69);
  for (int i = 0; i < 20'000; ++i) {
    CodebookId id{};
    for (auto& byte : id) byte = static_cast<std::uint8_t>(random.next());
    const auto dimension = static_cast<std::uint32_t>(2 + random.next() % 12);
    // All D coordinates: those of a vector one longer, but for the root over D + 1 numbers.
    const auto codeword = codeword_of(id, 0xCB00, 0, 2, dimension);
    double squares = 0;
    for (const double c : codeword) {
      REQUIRE(std::abs(c) <= kCodewordNorm);
      squares += c * c;
    }
    REQUIRE(std::sqrt(squares) <= kCodewordNorm + std::sqrt(dimension) / 2);
  }
}
