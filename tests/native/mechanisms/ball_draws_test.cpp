// Releases of several directions, each with its share of epsilon.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "catch.hpp"
#include "mechanisms/ball_release.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

using Numbers = std::vector<std::int32_t>;

double relative_variance(double epsilon, std::uint32_t draws) {
  const double theta = std::tanh(epsilon / (2 * draws));
  return 1 / (theta * theta * draws);
}

}  // namespace

TEST_CASE("as many directions are drawn as have the least noise, within 6 %") {
  for (double epsilon = kMinEpsilon; epsilon <= kMaxEpsilon; epsilon *= 1.01) {
    const std::uint32_t draws = ball_draws(epsilon);
    REQUIRE(draws >= 1);
    REQUIRE(draws <= BallScale::kMaxDraws);
    double least = relative_variance(epsilon, 1);
    for (std::uint32_t m = 2; m <= 64; ++m) least = std::min(least, relative_variance(epsilon, m));
    CAPTURE(epsilon, draws);
    REQUIRE(relative_variance(epsilon, draws) <= 1.06 * least);
  }
  CHECK(ball_draws(1) == 1);
  CHECK(ball_draws(3.2) == 1);
  CHECK(ball_draws(10) == 5);
  CHECK(ball_draws(128) == 59);
  CHECK(relative_variance(10, 5) == Approx(0.3448123).epsilon(1e-6));
}

TEST_CASE("the losses of the directions add up to the epsilon asked for and no more") {
  for (const double epsilon : {0.5, 1.0, 3.3, 10.0, 16.0, 31.7, 128.0}) {
    for (const std::uint32_t draws : {1u, 2u, 3u, 7u, 59u, 64u}) {
      if (epsilon / draws > 8) continue;  // where the coin's threshold is too small an integer
      const BallScale scale = BallScale::create(epsilon, 5, 1, draws).value();
      CAPTURE(epsilon, draws);
      CHECK(scale.guarantee().epsilon() <= epsilon);
      CHECK(scale.guarantee().epsilon() >= draws * scale.coin().epsilon());
      CHECK(scale.guarantee().epsilon() == Approx(epsilon).epsilon(1e-9));
      CHECK(scale.guarantee().delta() == 0);
      CHECK(scale.coin().epsilon() <= epsilon / draws);
    }
  }
  CHECK(BallScale::create(1, 5, 1, 0).error().parameter == "draws");
  CHECK(BallScale::create(1, 5, 1, 65).error().parameter == "draws");
  CHECK(BallScale::create(0x1p-9, 5, 1, 3).error().parameter == "epsilon");
}

// Composition as a property of the code: a release of m directions is the sum of m releases of one,
// with epsilon/m each and nothing in common but the vector.
TEST_CASE("a release of several directions is the sum of releases of one") {
  SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto q = static_cast<std::uint32_t>(1 + random.next() % 6);
    const auto draws = static_cast<std::uint32_t>(1 + random.next() % 5);
    const double epsilon = 0.5 + 4 * random.real();
    const BallRelease several = BallRelease::create(epsilon, q, 1, draws).value();
    const BallRelease one = BallRelease::create(epsilon / draws, q, 1).value();
    std::vector<double> vector(q);
    for (double& coordinate : vector) coordinate = (2 * random.real() - 1) / 3;
    const PreparedVector prepared = several.prepare(random).value();
    REQUIRE(prepared.numbers().size() == draws * one.prepared_length());
    Numbers sum(q);
    for (std::uint32_t draw = 0; draw < draws; ++draw) {
      const auto block =
          prepared.numbers().subspan(draw * one.prepared_length(), one.prepared_length());
      const Numbers each =
          one.release(PreparedVector::restored({block.begin(), block.end()}), vector).value();
      for (std::size_t j = 0; j < q; ++j) sum[j] += each[j];
    }
    REQUIRE(several.release(prepared, vector).value() == sum);
  }
}

TEST_CASE("a sum of directions fits 16 bits, as one does") {
  SplitMix64 random(11);
  for (const double epsilon : {3.3, 10.0, 128.0}) {
    const std::uint32_t draws = ball_draws(epsilon);
    const BallRelease release = BallRelease::create(epsilon, 1, 1, draws).value();
    for (int i = 0; i < 200; ++i) {
      const Numbers numbers =
          release.release(release.prepare(random).value(), std::vector<double>{1}).value();
      REQUIRE(std::abs(numbers[0]) <= BallScale::kDirectionNorm);
    }
  }
}

// 100,000 releases: mean of every coordinate within 5 standard errors (once in 1.7 million, 14
// coordinates, fixed seeds), variance of the zero vector within 5 standard errors of sigma^2. The
// control, the epsilon of one direction shared by two that each have all of it, is far outside.
TEST_CASE("several directions have the vector as their mean and the stated variance") {
  struct Case {
    double epsilon;
    std::vector<double> vector;
  };
  for (const auto& [epsilon, vector] :
       {Case{10, {0.3, 0, -0.4}}, Case{4, {0, 0, 0, 0, 0}}, Case{20, {0.1, 0.2, 0, 0, -0.4, 0}}}) {
    const auto q = static_cast<std::uint32_t>(vector.size());
    const BallRelease release = BallRelease::create(epsilon, q, 0.5, ball_draws(epsilon)).value();
    SplitMix64 random(100 + q);
    constexpr int kReports = 100'000;
    std::vector<double> sums(q);
    std::vector<double> squares(q);
    for (int i = 0; i < kReports; ++i) {
      const Numbers numbers = release.release(release.prepare(random).value(), vector).value();
      for (std::size_t j = 0; j < q; ++j) {
        const double value = numbers[j] * release.scale().unit();
        sums[j] += value;
        squares[j] += value * value;
      }
    }
    const double sigma = release.scale().sigma();
    const bool is_zero = vector == std::vector<double>(q);
    for (std::size_t j = 0; j < q; ++j) {
      CAPTURE(epsilon, j);
      const double mean = sums[j] / kReports;
      const double variance = squares[j] / kReports - mean * mean;
      CHECK(std::abs(mean - vector[j]) < 5 * sigma / std::sqrt(kReports));
      CHECK(variance < sigma * sigma * (1 + 5 * std::sqrt(2.0 / kReports)));
      if (is_zero) CHECK(variance == Approx(sigma * sigma).epsilon(5 * std::sqrt(2.0 / kReports)));
    }
  }
}
