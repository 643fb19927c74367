#include "simulation/linear/ziggurat.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "random/chi_square.hpp"
#include "simulation/linear/ball_noise.hpp"
#include "simulation/linear/counter_words.hpp"

namespace ldp {
namespace {

// p-value of the hypothesis that the numbers, times `scale`, are standard normal: 200 cells of
// equal probability. Below 10^-4 for one seed in 10^4.
double p_value(const std::vector<double>& numbers, double scale) {
  constexpr std::int64_t kCells = 200;
  std::vector<std::int64_t> cells;
  cells.reserve(numbers.size());
  for (const double number : numbers) {
    cells.push_back(static_cast<std::int64_t>(normal_probability(scale * number) * kCells));
  }
  return test::chi_square_p_value(
      cells, [](std::int64_t cell) { return cell >= 0 && cell < kCells ? 1.0 / kCells : 0.0; },
      kCells);
}

std::vector<double> drawn(std::size_t count) {
  CounterWords words(5, 0, Purpose::noise, 1);
  std::vector<double> numbers(count);
  fill_normal(words, numbers);
  return numbers;
}

TEST_CASE("ziggurat numbers have the normal law, and a scale 2 % off would be noticed") {
  const std::vector<double> numbers = drawn(400'000);
  CHECK(p_value(numbers, 1) > 1e-4);
  CHECK(p_value(numbers, 1.02) < 1e-4);
}

TEST_CASE("ziggurat numbers reach into the tail as often as they should") {
  // Beyond the layers, |x| > 3.654, with probability 2.582e-4; beyond 4.5 with 6.795e-6.
  const std::vector<double> numbers = drawn(4'000'000);
  double beyond = 0;
  double far = 0;
  for (const double number : numbers) {
    beyond += std::abs(number) > 3.654152885361009 ? 1 : 0;
    far += std::abs(number) > 4.5 ? 1 : 0;
  }
  const double expected = 4e6 * 2 * normal_probability(-3.654152885361009);
  const double expected_far = 4e6 * 2 * normal_probability(-4.5);
  CHECK(std::abs(beyond - expected) < 5 * std::sqrt(expected));
  CHECK(std::abs(far - expected_far) < 5 * std::sqrt(expected_far));
}

TEST_CASE("the words of a round are a function of seed, replicate, purpose and round") {
  const auto first = [](std::uint64_t seed, std::uint32_t replicate, Purpose purpose,
                        std::uint64_t round) {
    return CounterWords(seed, replicate, purpose, round).next();
  };
  const std::uint64_t word = first(1, 2, Purpose::contexts, 3);
  CHECK(first(1, 2, Purpose::contexts, 3) == word);
  CHECK(first(2, 2, Purpose::contexts, 3) != word);
  CHECK(first(1, 3, Purpose::contexts, 3) != word);
  CHECK(first(1, 2, Purpose::noise, 3) != word);
  CHECK(first(1, 2, Purpose::contexts, 4) != word);
  CHECK(first(1, 2, Purpose::contexts, 3 + (std::uint64_t{1} << 32)) != word);
}

TEST_CASE("a fast ball release has the length of the mechanism's, and the value as its mean") {
  for (const std::uint32_t draws : {1u, 3u}) {
    const BallScale scale = BallScale::create(3, 4, 2, draws).value();
    BallNoise noise(scale);
    CounterWords words(6, 0, Purpose::noise, draws);
    const std::vector<double> value{0.5, -1, 0, 1.25};
    std::vector<double> release(4);
    std::vector<double> mean(4);
    constexpr int kReleases = 200'000;
    double longest = 0;
    for (int i = 0; i < kReleases; ++i) {
      noise(words, value, release);
      double squared = 0;
      for (std::size_t j = 0; j < 4; ++j) {
        mean[j] += release[j] / kReleases;
        squared += release[j] * release[j];
      }
      longest = std::max(longest, std::sqrt(squared));
      if (draws == 1) REQUIRE(std::sqrt(squared) == Approx(2 * scale.stretch()).epsilon(1e-12));
    }
    CHECK(longest <= 2 * scale.stretch() * (1 + 1e-12));
    // Five standard errors, whose bound is sigma.
    for (std::size_t j = 0; j < 4; ++j) {
      CHECK(std::abs(mean[j] - value[j]) < 5 * scale.sigma() / std::sqrt(kReleases));
    }
  }
}

}  // namespace
}  // namespace ldp
