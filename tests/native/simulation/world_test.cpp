// The law of the simulated world: rewards, the order of the arms, the visitors' levels.
#include "simulation/world.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "simulation/population.hpp"

namespace ldp {
namespace {

// |z| of `hits` successes in `trials` at probability p. Seeds are fixed, so a bound of 4 was met
// once and is met always.
double z_score(double hits, double trials, double p) {
  return std::abs(hits - trials * p) / std::sqrt(trials * p * (1 - p));
}

World bernoulli_world(const std::vector<double>& means, std::uint64_t seed,
                      std::uint32_t replicate) {
  Environment environment;
  for (const double mean : means) environment.arms.push_back(RewardLaw::bernoulli(mean));
  return World(environment, RewardTransform::unit(), false, seed, replicate);
}

TEST_CASE("every arm pays with its own probability") {
  const std::vector<double> means{0.9, 0.5, 0.123456789, 1e-3};
  World world = bernoulli_world(means, 1, 0);
  constexpr int kTrials = 200'000;
  for (std::uint32_t position = 0; position < world.arms(); ++position) {
    int paid = 0;
    for (int i = 0; i < kTrials; ++i) paid += world.draw(position).value() == kUnitReward;
    CHECK(z_score(paid, kTrials, means[world.arm_at(position)]) < 4);
  }
}

TEST_CASE("means 0 and 1 are certain") {
  const std::vector<double> means{0, 1};
  World world = bernoulli_world(means, 1, 0);
  for (int i = 0; i < 1000; ++i) {
    for (std::uint32_t position = 0; position < 2; ++position) {
      CHECK(world.draw(position).value() == (means[world.arm_at(position)] == 1 ? kUnitReward : 0));
    }
  }
}

TEST_CASE("every arm stands at every position equally often") {
  const std::vector<double> means{0.1, 0.2, 0.3, 0.4};
  constexpr int kReplicates = 4000;
  int at[4][4] = {};
  for (std::uint32_t replicate = 0; replicate < kReplicates; ++replicate) {
    const World world = bernoulli_world(means, 5, replicate);
    for (std::uint32_t position = 0; position < 4; ++position)
      ++at[position][world.arm_at(position)];
  }
  for (const auto& row : at) {
    for (const int count : row) CHECK(z_score(count, kReplicates, 0.25) < 4);
  }
}

TEST_CASE("pseudo-regret weighs the plays by the gaps") {
  const std::vector<double> means{0.5, 0.75, 0.25};
  const World world = bernoulli_world(means, 1, 3);
  std::vector<std::uint64_t> plays(3);
  for (std::uint32_t position = 0; position < 3; ++position) {
    plays[position] = world.arm_at(position) == 0 ? 10 : world.arm_at(position) == 1 ? 1000 : 4;
  }
  CHECK(world.regret(plays) == 10 * 0.25 + 4 * 0.5);
}

TEST_CASE("visitors have the levels of the population, and level 0 is silent") {
  const std::vector<double> levels{0, 0.2, 1, 2};
  const std::vector<double> shares{0.1, 0.2, 0.3, 0.4};
  const Population population = Population::create(levels, shares).value();
  CHECK(population.menu() == std::vector<double>{0.2, 1, 2});
  SeededStream stream(2, 0, Purpose::levels);
  constexpr int kVisitors = 200'000;
  double counts[4] = {};
  for (int i = 0; i < kVisitors; ++i) {
    const auto level = population.draw(stream);
    counts[level ? *level + 1 : 0] += 1;
  }
  for (int i = 0; i < 4; ++i) CHECK(z_score(counts[i], kVisitors, shares[i]) < 4);
}

TEST_CASE("a level of probability 0 is never drawn, one of probability 1 always") {
  SeededStream stream(3, 0, Purpose::levels);
  const std::vector<double> levels{0, 1, 2};
  for (std::size_t only = 0; only < 3; ++only) {
    std::vector<double> shares(3, 0.0);
    shares[only] = 1;
    const Population population = Population::create(levels, shares).value();
    for (int i = 0; i < 1000; ++i) {
      const auto level = population.draw(stream);
      CHECK((level ? *level + 1 : 0) == only);
    }
  }
}

TEST_CASE("a population that makes no sense is refused by name") {
  const auto refused = [](std::vector<double> levels, std::vector<double> shares) {
    const auto population = Population::create(levels, shares);
    if (population.ok()) return std::string_view("");
    CHECK(population.error().code == ErrorCode::spec_invalid);
    return population.error().parameter;
  };
  const double nan = std::nan("");
  CHECK(refused({1}, {1}) == "");
  CHECK(refused({}, {}) == "levels");
  CHECK(refused({0}, {1}) == "levels");
  CHECK(refused({1, 1}, {0.5, 0.5}) == "levels");
  CHECK(refused({1, 0}, {0.5, 0.5}) == "levels");
  CHECK(refused({129}, {1}) == "levels");
  CHECK(refused({nan}, {1}) == "levels");
  CHECK(refused({1, 2}, {1}) == "probabilities");
  CHECK(refused({1, 2}, {0.5, 0.4}) == "probabilities");
  CHECK(refused({1, 2}, {1.5, -0.5}) == "probabilities");
  CHECK(refused({1, 2}, {nan, 1}) == "probabilities");
}

}  // namespace
}  // namespace ldp
