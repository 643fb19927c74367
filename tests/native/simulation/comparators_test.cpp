// The comparators of linear worlds with a trusted server or shuffler. Reference values:
// docs/spec/linear.md, section 10.
#include <cmath>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "protocol/linear_experiment.hpp"
#include "simulation/linear/binomial.hpp"
#include "simulation/linear/jdp_player.hpp"
#include "simulation/linear/shuffle_player.hpp"
#include "simulation/linear/wishart.hpp"

namespace ldp {
namespace {

TEST_CASE("Wishart constants at d = 5, T = 20000, epsilon 2, delta 0.01") {
  const WishartConstants shifted = WishartConstants::of(5, 16, 2, 0.01, 20000, 1.0 / 20000, true);
  CHECK(shifted.degrees == 44903);
  CHECK(shifted.shift == Approx(1347014.1158).epsilon(1e-9));
  CHECK(shifted.smallest == Approx(60025.737411).epsilon(1e-9));
  CHECK(shifted.largest == 2 * shifted.smallest);
  const WishartConstants plain = WishartConstants::of(5, 16, 2, 0.01, 20000, 1.0 / 20000, false);
  CHECK(plain.shift == 0);
  // The shift leaves what the bounds of the plain noise leave between each other.
  CHECK(plain.smallest - shifted.shift == Approx(shifted.smallest).epsilon(1e-9));
}

TEST_CASE("a Wishart node has mean k scale I and the variances of its law") {
  constexpr int kNodes = 20000;
  constexpr double kDegrees = 12;
  SeededStream source(2, 0, Purpose::noise);
  WishartNode draw(2, 2, kDegrees);
  std::vector<double> node(5);
  double sums[5] = {};
  double squares[5] = {};
  for (int n = 0; n < kNodes; ++n) {
    draw(source, node);
    CHECK(node[0] * node[2] > node[1] * node[1]);  // positive definite
    for (std::size_t i = 0; i < 5; ++i) {
      sums[i] += node[i];
      squares[i] += node[i] * node[i];
    }
  }
  // (0,0), (0,1), (1,1), then the column (0,2), (1,2). Variance of an entry: scale^2 k off the
  // diagonal, twice that on it. Means within 6 standard errors, variances (their standard error is
  // below 2 %) within 12 %: false alarm below 1e-7.
  for (std::size_t i = 0; i < 5; ++i) {
    const bool is_diagonal = i == 0 || i == 2;
    const double mean = is_diagonal ? 2 * kDegrees : 0;
    const double variance = (is_diagonal ? 2 : 1) * 4 * kDegrees;
    const double measured = sums[i] / kNodes;
    CHECK(measured == Approx(mean).margin(6 * std::sqrt(variance / kNodes)));
    CHECK(squares[i] / kNodes - measured * measured == Approx(variance).epsilon(0.12));
  }
}

TEST_CASE("vector-sum constants at B = 20, d = 5, epsilon 1, delta 0.1") {
  const VectorSumConstants constants = VectorSumConstants::of(5, 20, 1, 0.1);
  CHECK(constants.grid == Approx(8.94427191).epsilon(1e-9));
  CHECK(constants.bits == 46330057);
  CHECK(constants.std == Approx(212 * std::log(1040)).epsilon(0.002));
}

// Computed by tests/reference/linear.py from the formulas of docs/spec/linear.md, sections 6 and 7.
TEST_CASE("a node of the tree and the sum of a batch have the noise of the spec at (1, 0.1)") {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::jdp_linucb;
  experiment.dimension = 5;
  experiment.epsilon = 1;
  experiment.delta = 0.1;
  LinearGame game{.experiment = experiment, .rounds = 20000, .batch = 20};
  const NodeStd tight = NodeStd::of(game, 16).value();
  CHECK(tight.diagonal == Approx(9.213978376).epsilon(1e-9));
  CHECK(tight.vector == tight.diagonal);
  CHECK(tight.off_diagonal == Approx(tight.diagonal / std::sqrt(2)));
  game.joint_noise = JointNoise::gaussian_published;
  const NodeStd published = NodeStd::of(game, 16).value();
  CHECK(published.vector == Approx(118.0441425).epsilon(1e-8));
  CHECK(published.off_diagonal == published.vector);
  CHECK(published.diagonal == Approx(std::sqrt(2) * published.vector));

  const BatchStd ideal = BatchStd::of(game).value();
  CHECK(ideal.diagonal == Approx(tight.diagonal / 4));
  CHECK(ideal.off_diagonal == Approx(ideal.diagonal / std::sqrt(2)));
  game.shuffle_noise = ShuffleNoise::amplification;
  const BatchStd amplified = BatchStd::of(game).value();
  CHECK(amplified.diagonal == Approx(24.40806).epsilon(1e-6));
  CHECK(amplified.off_diagonal == amplified.diagonal);
  game.shuffle_noise = ShuffleNoise::vector_sum;
  CHECK(BatchStd::of(game).value().diagonal == VectorSumConstants::of(5, 20, 1, 0.1).std);
}

TEST_CASE("binomial numbers follow their law at every size") {
  SeededStream source(3, 0, Purpose::noise);
  const struct {
    double n;
    double p;
  } laws[] = {{7, 0.25}, {100, 0.25}, {1000, 0.5}, {9.3e8, 0.25}, {1e12, 0.25}};
  constexpr int kDraws = 40000;
  for (const auto& [n, p] : laws) {
    const BinomialDraw draw(n, p);
    const double deviation = std::sqrt(n * p * (1 - p));
    double mean = 0;
    double square = 0;
    double cube = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double k = draw(source);
      REQUIRE((k >= 0 && k <= n && k == std::floor(k)));
      const double standard = (k - n * p) / deviation;
      mean += standard / kDraws;
      square += standard * standard / kDraws;
      cube += standard * standard * standard / kDraws;
    }
    // 6 standard errors of each moment: false alarm below 1e-7.
    CHECK(mean == Approx(0).margin(6 / std::sqrt(kDraws)));
    CHECK(square == Approx(1).margin(6 * std::sqrt(2.5 / kDraws)));
    CHECK(cube == Approx((1 - 2 * p) / deviation).margin(6 * std::sqrt(18.0 / kDraws)));
  }
}

TEST_CASE("binomial numbers of 40 trials: each of the likely ones as often as it should be") {
  SeededStream source(4, 0, Purpose::noise);
  const BinomialDraw draw(40, 0.25);  // the rejection algorithm, where its squeeze matters most
  constexpr int kDraws = 100000;
  std::vector<int> counts(41);
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(draw(source))];
  double probability = std::pow(0.75, 40);
  double statistic = 0;
  int bins = 0;
  for (int k = 0; k <= 40; ++k) {
    const double expected = kDraws * probability;
    if (expected >= 20) {
      statistic += (counts[k] - expected) * (counts[k] - expected) / expected;
      ++bins;
    }
    probability *= (40.0 - k) / (k + 1) / 3;
  }
  // Chi-squared with about 19 degrees of freedom: above 70 with probability 1e-7.
  CHECK(bins >= 17);
  CHECK(statistic < 70);
}

// Two arms in the plane, one with mean reward 0.9, the other 0.1; reward by its own words.
struct Played {
  double share_of_best = 0;  // over the last half
  std::vector<std::uint32_t> arms{};
};

Played play(const LinearExperiment& experiment, LinearGame game,
            Result<MadePlayer> (*make)(const LinearGame&)) {
  std::vector<double> columns(2 * 8);
  columns[0] = 1;      // arm 0: (1, 0)
  columns[8 + 1] = 1;  // arm 1: (0, 1)
  const FeatureBlock features{2, 2, 8, columns};
  game.arms = 2;
  Result<MadePlayer> player = make(game);
  REQUIRE(player.ok());
  SeededStream rewards(game.seed, game.replicate, Purpose::rewards);
  Played played;
  for (std::uint64_t t = 0; t < game.rounds; ++t) {
    const std::uint32_t arm = player.value()->choose(features);
    played.arms.push_back(arm);
    if (2 * t >= game.rounds && arm == 0)
      played.share_of_best += 2.0 / static_cast<double>(game.rounds);
    const bool is_rewarded = rewards.next() < word_bound(arm == 0 ? 0.9 : 0.1);
    player.value()->learn(features, arm, is_rewarded ? 1 : 0);
  }
  CHECK(experiment.dimension == 2);
  return played;
}

LinearExperiment trusting(Algorithm algorithm, double epsilon) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 2;
  experiment.epsilon = epsilon;
  experiment.delta = 1e-3;
  return experiment;
}

TEST_CASE("a trusted server or shuffler with a large epsilon finds the better of two arms") {
  const LinearExperiment joint = trusting(Algorithm::jdp_linucb, 8);
  LinearGame game{.experiment = joint, .rounds = 4000, .seed = 5};
  CHECK(play(joint, game, make_jdp_player).share_of_best > 0.95);

  const LinearExperiment shuffled = trusting(Algorithm::shuffle_linucb, 8);
  LinearGame shuffle{.experiment = shuffled, .rounds = 4000, .batch = 20, .seed = 5};
  CHECK(play(shuffled, shuffle, make_shuffle_player).share_of_best > 0.95);
  shuffle.shuffle_noise = ShuffleNoise::amplification;
  CHECK(play(shuffled, shuffle, make_shuffle_player).share_of_best > 0.9);
}

TEST_CASE("every noise and radius plays, the same again for the same seed") {
  for (const RadiusMode radius :
       {RadiusMode::practical, RadiusMode::theory, RadiusMode::published}) {
    for (const JointNoise noise : {JointNoise::gaussian, JointNoise::gaussian_published,
                                   JointNoise::wishart, JointNoise::shifted_wishart}) {
      LinearExperiment experiment = trusting(Algorithm::jdp_linucb, 0.5);
      experiment.radius = radius;
      const LinearGame game{
          .experiment = experiment, .rounds = 300, .joint_noise = noise, .seed = 6};
      const Played played = play(experiment, game, make_jdp_player);
      CHECK(played.arms == play(experiment, game, make_jdp_player).arms);
    }
    for (const ShuffleNoise noise :
         {ShuffleNoise::ideal, ShuffleNoise::amplification, ShuffleNoise::vector_sum}) {
      LinearExperiment experiment = trusting(Algorithm::shuffle_linucb, 0.5);
      experiment.radius = radius;
      const LinearGame game{
          .experiment = experiment, .rounds = 300, .shuffle_noise = noise, .seed = 6};
      const Played played = play(experiment, game, make_shuffle_player);
      CHECK(played.arms == play(experiment, game, make_shuffle_player).arms);
    }
  }
}

TEST_CASE("a batch that is not full teaches nothing") {
  // Rewards of 1000 rounds in one batch of 1001: every choice is a fair coin.
  const LinearExperiment experiment = trusting(Algorithm::shuffle_linucb, 8);
  const LinearGame game{.experiment = experiment, .rounds = 1000, .batch = 1001, .seed = 7};
  const double share = play(experiment, game, make_shuffle_player).share_of_best;
  CHECK(share == Approx(0.5).margin(6 * std::sqrt(0.25 / 500)));  // false alarm below 1e-8
}

}  // namespace
}  // namespace ldp
