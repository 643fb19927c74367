// The reward of an arm in a round is a function of seed, replicate, round and arm alone.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "simulation/world.hpp"

namespace ldp {
namespace {

// The arms of Ren et al. 2020, section 6, one of each law, and the two other laws.
const std::vector<RewardLaw> kLaws{RewardLaw::bernoulli(0.9),
                                   {RewardLaw::Kind::beta, 4, 0, 1},
                                   {RewardLaw::Kind::beta, 0.7, 0, 1},
                                   {RewardLaw::Kind::uniform, 0, 0.4, 1},
                                   {RewardLaw::Kind::two_point, 0.25, 0.1, 0.6},
                                   {RewardLaw::Kind::gaussian, 0.1, 0.5, 0.5}};

// Variances of the laws above.
const std::vector<double> kVariances{0.09,      4.0 / (25 * 6), 0.7 / (1.7 * 1.7 * 2.7),
                                     0.36 / 12, 0.25 * 0.1875,  0.01};

World world(std::uint64_t seed, std::uint32_t replicate, bool is_realized = false) {
  return World({kLaws, false}, RewardTransform::clip(-1, 2).value(), is_realized, seed, replicate);
}

double undo(UnitReward reward) { return static_cast<double>(reward.value()) * 0x1p-32 * 3 - 1; }

TEST_CASE("two learners that play differently meet the same rewards at the same round and arm") {
  World first = world(3, 1);
  World second = world(3, 1);
  World other_seed = world(4, 1);
  World other_replicate = world(3, 2);
  test::SplitMix64 random(5);
  int meetings = 0;
  int same[2] = {};
  for (int round = 0; round < 20'000; ++round) {
    const auto a = static_cast<std::uint32_t>(random.next() % kLaws.size());
    const auto b = static_cast<std::uint32_t>(random.next() % kLaws.size());
    const std::uint64_t reward = first.draw(a).value();
    const std::uint64_t other = second.draw(b).value();
    if (a == b) {
      REQUIRE(reward == other);
      ++meetings;
    }
    same[0] += other_seed.draw(a).value() == reward;
    same[1] += other_replicate.draw(a).value() == reward;
  }
  CHECK(meetings > 3000);
  for (const int count : same) CHECK(count < 10'000);
}

TEST_CASE("every law has its mean and its variance") {
  World of = world(6, 0);
  constexpr int kDraws = 200'000;
  for (std::uint32_t position = 0; position < kLaws.size(); ++position) {
    const std::uint32_t arm = of.arm_at(position);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double deviation = undo(of.draw(position)) - kLaws[arm].mean();
      sum += deviation;
      squares += deviation * deviation;
    }
    CHECK(std::abs(sum) < 4.5 * std::sqrt(kVariances[arm] * kDraws));
    CHECK(squares / kDraws == Approx(kVariances[arm]).epsilon(0.02));
  }
}

TEST_CASE("realised regret is against the best arm's reward of the same round") {
  World realized = world(7, 0, true);
  World best = world(7, 0);
  World played = world(7, 0);
  std::uint32_t best_position = 0;
  while (best.arm_at(best_position) != 0) ++best_position;
  double expected = 0;
  std::vector<std::uint64_t> plays(kLaws.size());
  for (int round = 0; round < 5000; ++round) {
    const auto arm = static_cast<std::uint32_t>(round % 6);
    (void)realized.draw(arm);
    ++plays[arm];
    expected += undo(best.draw(best_position)) - undo(played.draw(arm));
    CHECK(realized.regret(plays) == Approx(expected).margin(1e-5));
  }
  // Its mean is the pseudo-regret; the variance of a round is below 1.
  CHECK(std::abs(realized.regret(plays) - played.regret(plays)) < 4.5 * std::sqrt(5000));
}

TEST_CASE("the switching adversary changes all means at its own times, and never the gap") {
  World of(Environment::switching(5), RewardTransform::unit(), false, 8, 0);
  std::uint32_t best = 0;
  while (of.arm_at(best) != 0) ++best;
  std::uint64_t round = 0;
  double length = 1;
  double others[2] = {};
  double counts[2] = {};
  for (int phase = 1; phase <= 24; ++phase) {
    length *= 1.6;
    const bool is_high = phase % 2 == 1;
    double paid = 0;
    const auto rounds = static_cast<std::uint64_t>(length);
    for (std::uint64_t i = 0; i < rounds; ++i, ++round) {
      // The best arm pays with probability 1 or 0.1, the others with 0.9 or 0.
      if (i % 2 == 0) {
        const bool pays = of.draw(best).value() != 0;
        if (is_high) REQUIRE(pays);
        paid += pays;
      } else {
        const bool pays = of.draw(best == 0 ? 1 : 0).value() != 0;
        if (!is_high) REQUIRE_FALSE(pays);
        others[is_high] += pays;
        counts[is_high] += 1;
      }
    }
    if (!is_high && rounds > 1000) {
      const double half = std::ceil(static_cast<double>(rounds) / 2);
      CHECK(std::abs(paid - 0.1 * half) < 4.5 * std::sqrt(0.09 * half));
    }
  }
  CHECK(std::abs(others[1] - 0.9 * counts[1]) < 4.5 * std::sqrt(0.09 * counts[1]));
  std::vector<std::uint64_t> plays(5, 10);
  CHECK(of.regret(plays) == Approx(4 * 10 * 0.1));
}

TEST_CASE("rewards reach the learner transformed") {
  const std::vector<RewardLaw> laws(2, RewardLaw{RewardLaw::Kind::gaussian, 1, 0.7, 0.7});
  World raw({laws, false}, RewardTransform::clip(-100, 100).value(), false, 9, 0);
  World sigmoid({laws, false}, RewardTransform::sigmoid(0, 1).value(), false, 9, 0);
  World threshold({laws, false}, RewardTransform::threshold(0.5).value(), false, 9, 0);
  double sum = 0;
  for (int i = 0; i < 50'000; ++i) {
    const double reward = static_cast<double>(raw.draw(0).value()) * 0x1p-32 * 200 - 100;
    const double seen = static_cast<double>(sigmoid.draw(0).value()) * 0x1p-32;
    REQUIRE(seen == Approx(1 / (1 + std::exp(-reward))).margin(1e-7));
    const bool is_above = threshold.draw(0).value() == kUnitReward;
    if (std::abs(reward - 0.5) > 1e-6) REQUIRE(is_above == (reward > 0.5));
    sum += seen;
  }
  // 0.64116 of docs/spec/multi-armed.md, section 5.3; the deviation of one is below 0.21.
  CHECK(sum / 50'000 == Approx(0.64116).margin(4.5 * 0.21 / std::sqrt(50'000)));
}

}  // namespace
}  // namespace ldp
