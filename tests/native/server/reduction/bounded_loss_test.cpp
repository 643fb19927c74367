#include "server/reduction/bounded_loss.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/reduction/adversarial_losses.hpp"

namespace ldp {
namespace {

TEST_CASE("a report is read as a loss of known scale") {
  // Spec, delta = 1e-5, epsilon = 1: s of a bit 2.1640, of Laplace 3, of Gauss 7.5280.
  const BoundedLoss bit = BoundedLoss::of_bits(std::tanh(0.5));
  CHECK(bit.scale() == Approx(2.163953).margin(1e-6));
  CHECK(bit(1) == 0);  // a rewarded bit is no loss
  CHECK(bit(0) == 1);
  CHECK(bit.overshoot() == 0);
  const BoundedLoss laplace = BoundedLoss::of_laplace(1, 1e5);
  CHECK(laplace.scale() == 3);
  CHECK(laplace.overshoot() == Approx(2.0 / 6 * std::log(1e5)));  // b/(2 s) ln T with b = 2
  const BoundedLoss gauss = BoundedLoss::of_gaussian(7.461263 / 2, 1e5);
  CHECK(gauss.scale() == Approx(7.5280).margin(1e-4));
  CHECK(gauss.overshoot() ==
        Approx(7.461263 / (2 * 7.528) * std::sqrt(2 * std::log(1e5))).epsilon(1e-4));
}

TEST_CASE(
    "the mean of a normalised loss keeps the order of the arms, and is clipped at the overshoot") {
  const BoundedLoss loss = BoundedLoss::of_laplace(2, 1000);
  for (const double reward : {0.0, 0.25, 1.0}) {
    CHECK(loss(reward) == Approx(0.5 + (0.5 - reward) / loss.scale()));
  }
  CHECK(loss(1e9) == -loss.overshoot());
  CHECK(loss(-1e9) == 1 + loss.overshoot());
  CHECK(BoundedLoss::of_rewards()(0.3) == Approx(0.7));
}

/// Counts what the reduction hands on.
struct Recorder {
  std::vector<double> law{0.25, 0.75};
  std::vector<double> losses{};
  [[nodiscard]] std::span<const double> weights() { return law; }
  void learn(std::uint32_t /*arm*/, double loss, double /*probability*/) { losses.push_back(loss); }
};

TEST_CASE("the reduction takes any learner of bounded losses") {
  static_assert(BoundedLossLearner<Recorder>);
  OnePointReduction<Recorder> reduction(Recorder{}, BoundedLoss::of_bits(0.5));
  CHECK(reduction.weights()[1] == 0.75);
  reduction.report(1, 1, 0.75);
  reduction.report(0, 0, 0.25);
  CHECK(reduction.learner().losses == std::vector<double>{0, 1});
}

TEST_CASE("with bits Tsallis-INF under the reduction is Tsallis-INF") {
  const BoundedLoss loss = BoundedLoss::of_bits(1);
  TsallisLosses reduced(3, LossEstimator::reduced_variance, loss);
  TsallisInf plain(3);
  test::SplitMix64 random(3);
  for (int round = 1; round <= 200; ++round) {
    const std::span<const double> weights = reduced.weights();
    const std::span<const double> expected = plain.weights(round);
    const double u = random.real();
    const std::uint32_t arm = u < weights[0] ? 0 : u < weights[0] + weights[1] ? 1 : 2;
    for (std::size_t i = 0; i < 3; ++i) REQUIRE(weights[i] == expected[i]);
    const double bit = random.real() < 0.5 ? 1 : 0;
    reduced.learn(arm, bit, weights[arm]);
    plain.ingest(arm, bit, expected, round);
  }
}

// An arm that is played rarely and gets the most negative loss must not capture the play: with the
// smallest possible loss as its baseline no estimate falls faster than that of an unplayed arm.
TEST_CASE("a negative loss cannot throw a rarely played arm far below the others") {
  const BoundedLoss loss = BoundedLoss::of_gaussian(4, 1e5);
  const double b = loss.overshoot();
  REQUIRE(b > 1);
  TsallisInf blind(2);
  TsallisInf knowing(2, LossEstimator::reduced_variance, -b);
  const std::vector<double> weights{0.999, 0.001};
  for (TsallisInf* learner : {&blind, &knowing}) learner->ingest(1, -b, weights, 100);
  CHECK(blind.losses()[1] < -999 * b);  // -b / 0.001
  CHECK(knowing.losses()[1] >= -b);     // the baseline alone
  CHECK(knowing.losses()[0] == blind.losses()[0]);
}

TEST_CASE("EXP3 explores uniformly where losses have no bound, and not with bits") {
  Exp3Losses bits(4, BoundedLoss::of_bits(0.5));
  Exp3 plain(4);
  CHECK(bits.weights()[2] == plain.weights(1)[2]);
  const BoundedLoss noisy = BoundedLoss::of_laplace(1, 1e4);
  Exp3Losses mixed(4, noisy);
  mixed.learn(0, 1e3, mixed.weights()[0]);  // arm 0 is hopeless
  const double rate = std::sqrt(std::log(4.0) / 8);
  const double share = std::min(0.5, rate * 4 * (1 + noisy.overshoot()));
  CHECK(mixed.weights()[0] == Approx(share / 4));
}

}  // namespace
}  // namespace ldp
