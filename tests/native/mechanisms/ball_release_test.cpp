#include "mechanisms/ball_release.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "mechanisms/gram_vector.hpp"
#include "privacy/gram_layout.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::uint64_t kLast = ~std::uint64_t{0};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<std::int32_t>;

BallRelease ball(double epsilon, std::uint32_t length, double norm = 1) {
  return BallRelease::create(epsilon, length, norm).value();
}

PreparedVector prepared(Numbers direction, std::uint64_t coin, std::uint64_t side) {
  for (const std::uint64_t word : {coin, side}) {
    direction.push_back(static_cast<std::int32_t>(word & 0xffffffffu));
    direction.push_back(static_cast<std::int32_t>(word >> 32));
  }
  return PreparedVector::restored(std::move(direction));
}

Numbers released(const BallRelease& ball, const PreparedVector& prepared,
                 const std::vector<double>& vector) {
  return ball.release(prepared, vector).value();
}

Numbers mirrored(Numbers numbers) {
  for (std::int32_t& number : numbers) number = -number;
  return numbers;
}

}  // namespace

TEST_CASE("a ball release draws the direction, the coin, and a word for the side") {
  const BallRelease release = ball(1, 5);
  SplitMix64 one(42);
  SplitMix64 other(42);
  const auto drawn = release.prepare(one).value();
  Numbers direction(5);
  draw_direction(other, BallScale::kDirectionNorm, direction);
  const std::uint64_t coin = other.next();
  const std::uint64_t side = other.next();
  const PreparedVector expected = prepared(direction, coin, side);
  CHECK(Numbers(drawn.numbers().begin(), drawn.numbers().end()) ==
        Numbers(expected.numbers().begin(), expected.numbers().end()));
  CHECK(drawn.numbers().size() == release.prepared_length());
  CHECK(one.words() == other.words());
}

TEST_CASE("which side leaves is decided by T0 exactly, and by nothing else") {
  for (const double epsilon : {kMinEpsilon, 0.5, 1.0, 4.0, 32.0}) {
    const BallRelease release = ball(epsilon, 2);
    const std::uint64_t threshold = release.scale().coin().threshold();
    const std::vector<double> full{0.6, 0.8};
    for (const Numbers& towards : {Numbers{3000, 1000}, Numbers{-1000, 3000}}) {
      CAPTURE(epsilon);
      // A full vector is on its own side whatever the side's word: towards it unless the coin lies.
      for (const std::uint64_t side : {std::uint64_t{0}, kLast, std::uint64_t{1} << 63}) {
        CHECK(released(release, prepared(towards, threshold, side), full) == towards);
        CHECK(released(release, prepared(towards, kLast, side), full) == towards);
        CHECK(released(release, prepared(towards, threshold - 1, side), full) == mirrored(towards));
        CHECK(released(release, prepared(towards, 0, side), full) == mirrored(towards));
      }
    }
  }
}

// The proof of privacy as a property of the code: for every vector the two directions G and -G,
// however unlikely one of them is, lead to the same output under the same coin, and to the other
// one under a coin on the other side of T0. So P(output) is (P(G) + P(-G)) times the probability of
// one side of the coin, and two vectors differ by (2^64 - T0)/T0 at most, whatever the law of G.
TEST_CASE("a mirrored direction releases the same, a turned coin the opposite") {
  SplitMix64 random(47);
  for (int i = 0; i < 50'000; ++i) {
    const auto q = static_cast<std::uint32_t>(1 + random.next() % 9);
    const BallRelease release = ball(1, q);
    const std::uint64_t threshold = release.scale().coin().threshold();
    Numbers direction(q);
    std::vector<double> vector(q);
    double along = 0;
    const double size = std::ldexp(1, static_cast<int>(random.next() % 1200) - 600);
    for (std::size_t j = 0; j < q; ++j) {
      // Lopsided: small, mostly positive numbers, so that sums of 0 and of rounding alone occur.
      direction[j] = static_cast<std::int32_t>(random.next() % 7) - 1;
      vector[j] = random.next() % 4 == 0 ? 1 : size * (2 * random.real() - 1);
      along += direction[j] * vector[j];
    }
    const std::uint64_t side = random.next();
    const Numbers truth = released(release, prepared(direction, threshold, side), vector);
    const Numbers lie = released(release, prepared(direction, threshold - 1, side), vector);
    const Numbers other = released(release, prepared(mirrored(direction), kLast, side), vector);
    REQUIRE((truth == direction || truth == mirrored(direction)));
    if (along == 0) {
      // A fair bit of the side's word decides, whatever the coin.
      REQUIRE(truth == ((side & 1) != 0 ? direction : mirrored(direction)));
      REQUIRE(lie == truth);
    } else {
      REQUIRE(lie == mirrored(truth));
      REQUIRE(other == truth);
    }
  }
}

TEST_CASE("what is not a number is as private as the rest: a fair bit decides") {
  const BallRelease release = ball(1, 2);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& vector :
       {std::vector<double>{kNan, 1}, {infinity, -infinity}, {0, 0}, {0.0, -0.0}}) {
    for (const std::uint64_t coin : {std::uint64_t{0}, kLast}) {
      CHECK(released(release, prepared({1, 1}, coin, 1), vector) == Numbers{1, 1});
      CHECK(released(release, prepared({1, 1}, coin, 0), vector) == Numbers{-1, -1});
    }
  }
}

TEST_CASE("the side of a short vector is its own with probability (1 + norm/N)/2") {
  const BallRelease release = ball(1, 2, 2);
  const std::vector<double> half{1, 0};  // 3/4 of the words
  const auto word = [](double share) { return static_cast<std::uint64_t>(share * 0x1p64); };
  CHECK(released(release, prepared({5, 1}, kLast, word(0.7499)), half) == Numbers{5, 1});
  CHECK(released(release, prepared({5, 1}, kLast, word(0.7501)), half) == Numbers{-5, -1});
}

// 200,000 releases of each vector; mean of every coordinate, and mean square along the vector and
// across it: 5 standard errors, exceeded once in 1.7 million; 60 tests with fixed seeds. The
// control has half of theta's stretch and fails.
TEST_CASE("a ball release has the vector as its mean and the stated second moment") {
  struct Case {
    double epsilon, norm;
    std::vector<double> vector;
  };
  for (const auto& [epsilon, norm, vector] :
       {Case{1, 1, {0.6, 0, -0.8}}, Case{0.3, 1, {0.1, 0.2, 0, 0, -0.3}}, Case{4, 0.5, {0.5}},
        Case{2, std::sqrt(2), {0, 0, 0, 0}}, Case{8, 1, {0.5, 0.5, 0.5, 0.5}},
        Case{1, 3, {1, -2, 1, 0.5, 0, 1}}}) {
    const auto q = static_cast<std::uint32_t>(vector.size());
    const BallRelease release = ball(epsilon, q, norm);
    SplitMix64 random(1000 + q);
    constexpr int kReports = 200'000;
    std::vector<double> sums(q);
    std::vector<double> squares(q);
    for (int i = 0; i < kReports; ++i) {
      const Numbers numbers = released(release, release.prepare(random).value(), vector);
      for (std::size_t j = 0; j < q; ++j) {
        const double value = numbers[j] * release.scale().unit();
        sums[j] += value;
        squares[j] += value * value;
      }
    }
    const double sigma = release.scale().sigma();
    const double error = sigma / std::sqrt(kReports);
    for (std::size_t j = 0; j < q; ++j) {
      CAPTURE(epsilon, q, j);
      CHECK(std::abs(sums[j] / kReports - vector[j]) < 5 * error);
      // Var(g_j^2) <= 3 E[g_j^2]^2 on any sphere.
      CHECK(std::abs(squares[j] / kReports / (sigma * sigma) - 1) < 5 * std::sqrt(3.0 / kReports));
      if (vector[j] != 0 && std::abs(vector[j]) > 0.3) {
        CHECK(std::abs(sums[j] / 2 / kReports - vector[j]) > 5 * error);
      }
    }
  }
}

TEST_CASE("a Gram matrix in the layout svec has the norm of its features, and comes back") {
  SplitMix64 random(48);
  for (int i = 0; i < 1000; ++i) {
    const auto d = static_cast<std::uint32_t>(1 + random.next() % 12);
    std::vector<double> x(d);
    double squares = 0;
    for (double& entry : x) {
      entry = 2 * random.real() - 1;
      squares += entry * entry;
    }
    const double y = random.real();
    std::vector<double> vector(gram_length(d));
    gram_vector(x, y, vector);
    double norm = 0;
    for (const double entry : vector) norm += entry * entry;
    REQUIRE(norm == Approx(squares * squares + y * y * squares).epsilon(1e-12));
    for (std::uint32_t a = 0; a < d; ++a) {
      REQUIRE(vector[gram_index(d, a, a)] == Approx(x[a] * x[a]));
      REQUIRE(vector[gram_entries(d) + a] == Approx(y * x[a]));
      for (std::uint32_t b = a + 1; b < d; ++b) {
        REQUIRE(vector[gram_index(d, a, b)] / std::sqrt(2) == Approx(x[a] * x[b]));
      }
    }
  }
}

TEST_CASE("no randomness, no ball") {
  // Four words: two pairs for three coordinates, coin and side; whichever is missing.
  const BallRelease release = ball(1, 3);
  for (std::size_t words = 0; words < 4; ++words) {
    ScriptedSource broken(std::vector<std::uint64_t>(words, 0x4000000020000000u));
    const auto noise = release.prepare(broken);
    REQUIRE_FALSE(noise.ok());
    CHECK(noise.error().code == ErrorCode::insecure_randomness);
  }
  ScriptedSource enough(std::vector<std::uint64_t>(4, 0x4000000020000000u));
  CHECK(release.prepare(enough).ok());
}

TEST_CASE("prepared randomness can be wiped") {
  const BallRelease release = ball(1, 3);
  SplitMix64 random(1);
  PreparedVector noise = release.prepare(random).value();
  noise.wipe();
  CHECK(Numbers(noise.numbers().begin(), noise.numbers().end()) ==
        Numbers(release.prepared_length(), 0));
}
