#include "mechanisms/codebook_release.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "privacy/codebook_scale.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

CodebookRelease release_of(double epsilon, std::uint32_t dimension, std::uint32_t codewords,
                           std::uint32_t near, double norm = 1) {
  return CodebookRelease::create(CodebookCoin::create(epsilon, codewords, near).value(), dimension,
                                 norm)
      .value();
}

CodebookId counting_id() {
  CodebookId id{};
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::uint8_t>(i);
  return id;
}

std::int32_t index_of(const CodebookRelease& release, std::int32_t rank, const CodebookId& id,
                      const std::vector<double>& vector) {
  const auto released = release.release(PreparedVector::restored({rank}), id, vector);
  REQUIRE(released.value().size() == 1);
  return released.value().front();
}

std::vector<std::int32_t> lifted(const CodebookRelease& release,
                                 const std::vector<double>& vector) {
  std::vector<std::int32_t> u(release.dimension() + 1);
  release.lift(vector, u);
  return u;
}

bool is_permutation_of_all(std::vector<std::uint16_t> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return true;
}

// Numbers of every size that a double has, and what is no number.
double any_number(SplitMix64& random) {
  switch (random.next() % 12) {
    case 0:
      return kNan;
    case 1:
      return random.next() % 2 == 0 ? kInfinity : -kInfinity;
    case 2:
      return 1e308;
    case 3:
      return -1e308;
    case 4:
      return std::numeric_limits<double>::denorm_min();
    case 5:
      return -1e-310;
    case 6:
      return 0;
    case 7:
      return -0.0;
    case 8:
      return 0.25;
    default:
      return std::ldexp(2 * random.real() - 1, static_cast<int>(random.next() % 2000) - 1000);
  }
}

}  // namespace

// docs/spec/codebook.md, section 10; tests/reference/codebook.py.
TEST_CASE("codebook release: the worked report") {
  const CodebookRelease release = release_of(1, 3, 16, 6);
  const std::vector<double> vector{0.5, -0.25, 0.75};
  CHECK(lifted(release, vector) == std::vector<std::int32_t>{524288, -262144, 786432, 370728});
  const std::vector<std::uint16_t> order{3, 0, 15, 14, 12, 5, 10, 1, 9, 2, 13, 4, 6, 7, 8, 11};
  CHECK(release.order(counting_id(), vector) == order);
  SplitMix64 words(42);
  const PreparedVector prepared = release.prepare(words).value();
  CHECK(words.words() == 3);
  REQUIRE(prepared.numbers().size() == 1);
  CHECK(prepared.numbers().front() == 1);
  CHECK(release.release(prepared, counting_id(), vector).value() == std::vector<std::int32_t>{0});

  const double unit = CodebookScale::create({1, 3, 1, 16, 6}).value().unit();
  std::vector<std::int32_t> codeword(3);
  draw_codeword(counting_id(), codebook_tag(0), 0, 16, 3, codeword);
  CHECK(codeword == std::vector<std::int32_t>{18832, 12296, 13096});
  CHECK(codeword[0] * unit == Approx(2.81072782912).epsilon(1e-11));
  CHECK(codeword[1] * unit == Approx(1.83521184085).epsilon(1e-11));
  CHECK(codeword[2] * unit == Approx(1.95461404260).epsilon(1e-11));
}

TEST_CASE("codebook release: the id is two words, little endian") {
  ScriptedSource source({0x0706050403020100u, 0x0f0e0d0c0b0a0908u});
  CHECK(draw_codebook_id(source) == counting_id());
  CHECK(source.used() == 2);
}

TEST_CASE("codebook release: the rank is the coin's choice, then a uniform one, in this order") {
  const CodebookRelease release = release_of(1, 3, 16, 6);
  const std::uint64_t threshold = release.coin().threshold();
  const auto rank = [&](std::uint64_t coin, std::uint64_t near, std::uint64_t far) {
    ScriptedSource source({coin, near, far});
    const auto prepared = release.prepare(source);
    REQUIRE(prepared.ok());
    REQUIRE(source.used() == 3);
    return prepared.value().numbers().front();
  };
  for (std::uint64_t a = 0; a < 6; ++a) {
    for (std::uint64_t b = 0; b < 10; ++b) {
      CHECK(rank(threshold, a, b) == static_cast<std::int32_t>(a));
      CHECK(rank(~std::uint64_t{0}, 6 + a, b) == static_cast<std::int32_t>(a));
      CHECK(rank(threshold - 1, a, b) == static_cast<std::int32_t>(6 + b));
      CHECK(rank(0, a, 20 + b) == static_cast<std::int32_t>(6 + b));
    }
  }
  // The words that UNIF rejects are drawn again: 2^64 mod 6 = 4, 2^64 mod 10 = 6.
  ScriptedSource again({threshold, ~std::uint64_t{0}, 5, ~std::uint64_t{0}, 3});
  CHECK(release.prepare(again).value().numbers().front() == 5);
  CHECK(again.used() == 5);
}

TEST_CASE("codebook release: without secure randomness there is no rank") {
  const CodebookRelease release = release_of(1, 3, 16, 6);
  for (std::size_t words = 0; words < 3; ++words) {
    ScriptedSource source(std::vector<std::uint64_t>(words, 7));
    const auto prepared = release.prepare(source);
    REQUIRE_FALSE(prepared.ok());
    CHECK(prepared.error().code == ErrorCode::insecure_randomness);
  }
}

// The proof of privacy needs no more than this: whatever the vector, each rank names another
// codeword, so the law of the index is that of the rank, permuted.
TEST_CASE("codebook release: rank to index is a permutation for every vector") {
  SplitMix64 random(70);
  for (int i = 0; i < 10'000; ++i) {
    const auto dimension = static_cast<std::uint32_t>(2 + random.next() % 4);
    const auto codewords = std::uint32_t{1} << (1 + random.next() % 6);
    const CodebookRelease release = release_of(1, dimension, codewords, 1, random.real() + 0.1);
    const CodebookId id = draw_codebook_id(random);
    std::vector<double> vector(dimension, any_number(random));
    const bool is_constant = random.next() % 4 == 0;
    for (double& entry : vector) {
      if (!is_constant) entry = any_number(random);
    }
    const std::vector<std::uint16_t> order = release.order(id, vector);
    REQUIRE(order.size() == codewords);
    REQUIRE(is_permutation_of_all(order));
    // What is released is that permutation.
    for (std::uint32_t rank = 0; rank < codewords; rank += 1 + codewords / 8) {
      REQUIRE(index_of(release, static_cast<std::int32_t>(rank), id, vector) == order[rank]);
    }
  }
}

TEST_CASE("codebook release: a vector of another length counts as 0, and nothing breaks") {
  const CodebookRelease release = release_of(1, 3, 64, 20);
  const auto zero = release.order(counting_id(), std::vector<double>{0, 0, 0});
  for (const std::vector<double>& vector : {std::vector<double>{},
                                            {1, 2},
                                            {1, 2, 3, 4},
                                            {kNan, 1, 1},
                                            {1, kInfinity, 1},
                                            {0.0, -0.0, 0.0}}) {
    CHECK(lifted(release, vector) == std::vector<std::int32_t>{0, 0, 0, 1 << 20});
    CHECK(release.order(counting_id(), vector) == zero);
  }
}

// Equal keys: an order by keys alone would leave it to the sort which comes first.
TEST_CASE("codebook release: ties go to the smaller index") {
  // Keys of p and -p = 0: a vector across a codeword does not occur by chance, so the codebook is
  // replaced by one whose normals are all equal.
  for (const std::size_t half : {1u, 8u, 100u}) {
    const std::vector<std::int16_t> equal(half * 8, 77);
    for (const std::vector<std::int32_t>& u :
         {std::vector<std::int32_t>{1 << 20, 0, 0}, {0, 0, 0}, {-5, 5, 0}, {-(1 << 20), 0, 0}}) {
      const std::vector<std::uint16_t> order = codebook_order(equal, 8, u);
      REQUIRE(is_permutation_of_all(order));
      const std::int64_t sum = std::int64_t{u[0]} + u[1] + u[2];
      for (std::size_t i = 0; i < half; ++i) {
        const std::size_t first = sum >= 0 ? 0 : half;
        REQUIRE(order[i] == first + i);
      }
    }
  }
  // Normals that are all 0 are no nearer to anything than their negatives.
  const std::vector<std::int16_t> none(16, 0);
  CHECK(codebook_order(none, 8, std::vector<std::int32_t>{1, 2, 3}) ==
        std::vector<std::uint16_t>{0, 1, 2, 3});
}

TEST_CASE("codebook release: the lift is the vector over L, clipped to the ball") {
  SplitMix64 random(71);
  for (int i = 0; i < 20'000; ++i) {
    const auto d = static_cast<std::uint32_t>(2 + random.next() % 20);
    const double size = std::ldexp(1 + random.real(), static_cast<int>(random.next() % 1900) - 950);
    const CodebookRelease release = release_of(1, d, 2, 1, size);
    std::vector<double> vector(d);
    const double length = 2 * random.real() * size / std::sqrt(d);
    double squares = 0;
    for (double& entry : vector) {
      entry = length * (2 * random.real() - 1);
      squares += (entry / size) * (entry / size);
    }
    const double clip = squares > 1 ? 1 / std::sqrt(squares) : 1;
    const std::vector<std::int32_t> u = lifted(release, vector);
    double total = 0;
    for (std::uint32_t j = 0; j < d; ++j) {
      REQUIRE(std::abs(u[j] - vector[j] / size * clip * 0x1p20) < 0.501);
      total += static_cast<double>(u[j]) * u[j];
    }
    REQUIRE(u[d] >= 0);
    total += static_cast<double>(u[d]) * u[d];
    REQUIRE(std::abs(std::sqrt(total) - 0x1p20) < std::sqrt(d + 1.0) / 2 + 0.01);
  }
}

TEST_CASE("codebook release: extreme scales do not overflow the lift") {
  const std::vector<double> vector{1e308, -1e308, 1e308};
  const std::int32_t third = 605396;  // 2^20/sqrt(3)
  CHECK(lifted(release_of(1, 3, 2, 1, 1e-308), vector) ==
        std::vector<std::int32_t>{third, -third, third, 0});
  CHECK(lifted(release_of(1, 3, 2, 1, 1e308), vector) ==
        std::vector<std::int32_t>{third, -third, third, 0});
  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(lifted(release_of(1, 3, 2, 1, 1e308), {tiny, 0, 0}) ==
        std::vector<std::int32_t>{0, 0, 0, 1 << 20});
  CHECK(lifted(release_of(1, 3, 2, 1, tiny), {tiny, 0, 0}) ==
        std::vector<std::int32_t>{1 << 20, 0, 0, 0});
}

TEST_CASE("codebook release: a release draws nothing, and prepare the same number of words") {
  const CodebookRelease release = release_of(2, 4, 64, 14);
  SplitMix64 random(72);
  for (int i = 0; i < 1000; ++i) {
    const int before = random.words();
    const CodebookId id = draw_codebook_id(random);
    const PreparedVector answer = release.prepare(random).value();
    const PreparedVector silence = release.prepare(random).value();
    REQUIRE(random.words() - before == 8);
    const int drawn = random.words();
    const double v = i % 3 == 0 ? kNan : i * 0.001;
    REQUIRE(release.release(answer, id, std::vector<double>{v, 0, -v, 1e300}).value().size() == 1);
    REQUIRE(release.release(silence, id, std::vector<double>(4)).value().size() == 1);
    REQUIRE(random.words() == drawn);
  }
}

TEST_CASE("codebook release: bad parameters are refused") {
  const CodebookCoin coin = CodebookCoin::create(1, 64, 20).value();
  const auto refused = [&](std::uint32_t dimension, double norm, std::uint32_t part) {
    const auto release = CodebookRelease::create(coin, dimension, norm, part);
    REQUIRE_FALSE(release.ok());
    CHECK(release.error().code == ErrorCode::invalid_argument);
    return release.error().parameter;
  };
  for (const std::uint32_t dimension : {0u, 1u, 8385u}) {
    CHECK(refused(dimension, 1, 0) == "dimension");
  }
  for (const double norm : {0.0, -1.0, kNan, kInfinity}) CHECK(refused(3, norm, 0) == "norm");
  CHECK(refused(3, 1, 256) == "part");
  CHECK(CodebookRelease::create(coin, 8384, 1e300, 255).ok());
}
