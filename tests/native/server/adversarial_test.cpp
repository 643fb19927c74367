#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"

namespace ldp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr LossEstimator kEstimators[] = {LossEstimator::reduced_variance,
                                         LossEstimator::importance_weighting};

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// The same root by bisection: the sum of the weights increases with x.
double shift_by_bisection(std::span<const double> losses, double learning_rate) {
  const double smallest = *std::min_element(losses.begin(), losses.end());
  double low = smallest - 2 * std::sqrt(static_cast<double>(losses.size())) / learning_rate;
  double high = smallest - 2 / learning_rate;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    double total = 0;
    for (const double loss : losses) total += 4 / std::pow(learning_rate * (loss - middle), 2);
    (total < 1 ? low : high) = middle;
  }
  return low;
}

TEST_CASE("the weights of Tsallis-INF are those of the specification") {
  const std::vector<double> losses{0, 1, 2, 5};
  std::vector<double> weights(4);
  const auto expect = [&](double learning_rate, double shift, const std::vector<double>& golden) {
    const double x = tsallis_weights(losses, learning_rate, kInfinity, weights);
    CHECK(x == Approx(shift).margin(1e-8));
    for (std::size_t i = 0; i < 4; ++i) CHECK(weights[i] == Approx(golden[i]).margin(1e-8));
  };
  CHECK(tsallis_learning_rate(LossEstimator::reduced_variance, 1) == 4);
  CHECK(tsallis_learning_rate(LossEstimator::reduced_variance, 100) == Approx(0.4));
  CHECK(tsallis_learning_rate(LossEstimator::importance_weighting, 100) == Approx(0.2));
  expect(4, -0.5429063638659283, {.84818413, .1050173, .03866155, .00813701});
  expect(0.4, -8.436486184743659, {.35125039, .28074976, .22952574, .13847411});
}

TEST_CASE("the weights of EXP3 are those of the specification") {
  std::vector<double> weights(4);
  exp3_weights(std::vector<double>{0, 1, 2, 5}, 100, weights);
  const double golden[] = {.27958194, .26359792, .24852773, .20829241};
  for (std::size_t i = 0; i < 4; ++i) CHECK(weights[i] == Approx(golden[i]).margin(1e-8));
}

TEST_CASE("Newton finds the root that bisection finds, from any start, for 1 to 4096 arms") {
  test::SplitMix64 random(31);
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t arms = std::size_t{1} << (random.next() % 13);
    const double learning_rate = 4 / std::sqrt(std::exp(25 * random.real()));
    const double spread = std::exp(30 * random.real() - 10);
    const double offset = (random.real() - 0.5) * spread;
    std::vector<double> losses(arms);
    for (double& loss : losses) loss = offset + spread * random.real();
    const double root = shift_by_bisection(losses, learning_rate);
    for (const double start : {kInfinity, root, root - spread, root - 1e6 / learning_rate}) {
      std::vector<double> weights(arms);
      const double x = tsallis_weights(losses, learning_rate, start, weights);
      CHECK(sum(weights) == Approx(1).margin(1e-12));
      CHECK(learning_rate * (x - root) == Approx(0).margin(1e-6 + 1e-9 * learning_rate * spread));
      for (std::size_t i = 0; i < arms; ++i) {
        const double q = 2 / (learning_rate * (losses[i] - root));
        REQUIRE(weights[i] == Approx(q * q).epsilon(1e-5));
        REQUIRE(weights[i] > 0);
      }
    }
  }
}

TEST_CASE("without losses every arm is equally likely") {
  for (const std::uint32_t arms : {1u, 3u, 1000u}) {
    TsallisInf tsallis(arms);
    Exp3 exp3(arms);
    for (const double weight : tsallis.weights(1)) CHECK(weight == Approx(1.0 / arms));
    for (const double weight : exp3.weights(1)) CHECK(weight == Approx(1.0 / arms));
  }
}

// The exact mean over the arm drawn of what one report adds, which must be the loss of every arm.
template <class Ingest>
std::vector<double> mean_estimate(std::span<const double> weights, std::span<const double> losses,
                                  Ingest ingest) {
  std::vector<double> mean(losses.size());
  for (std::uint32_t arm = 0; arm < losses.size(); ++arm) {
    const std::vector<double> added = ingest(arm, losses[arm]);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += weights[arm] * added[i];
  }
  return mean;
}

TEST_CASE("estimates are unbiased, for any weights and losses") {
  test::SplitMix64 random(32);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint32_t arms = 1 + static_cast<std::uint32_t>(random.next() % 8);
    std::vector<double> weights(arms);
    std::vector<double> losses(arms);
    for (double& weight : weights) weight = std::pow(random.real(), 3) + 1e-6;
    const double total = sum(weights);
    for (double& weight : weights) weight /= total;
    for (double& loss : losses) loss = random.real();
    const double round = 1 + static_cast<double>(random.next() % 1000);
    for (const LossEstimator estimator : kEstimators) {
      const auto mean = mean_estimate(weights, losses, [&](std::uint32_t arm, double loss) {
        TsallisInf policy(arms, estimator);
        policy.ingest(arm, loss, weights, round);
        return std::vector<double>(policy.losses().begin(), policy.losses().end());
      });
      for (std::size_t i = 0; i < arms; ++i) CHECK(mean[i] == Approx(losses[i]).margin(1e-9));
    }
    const auto mean = mean_estimate(weights, losses, [&](std::uint32_t arm, double loss) {
      Exp3 policy(arms);
      policy.ingest(arm, loss, weights);
      return std::vector<double>(policy.losses().begin(), policy.losses().end());
    });
    for (std::size_t i = 0; i < arms; ++i) CHECK(mean[i] == Approx(losses[i]).margin(1e-9));
  }
}

TEST_CASE("the baseline lowers the variance of arms that are played often, and only of those") {
  CHECK(loss_baseline(LossEstimator::reduced_variance, 0.25, 0.5) == 0.5);
  CHECK(loss_baseline(LossEstimator::reduced_variance, 0.249, 0.5) == 0);
  CHECK(loss_baseline(LossEstimator::importance_weighting, 1, 0.5) == 0);
}

TEST_CASE("precision is kept by moving all losses together, which changes no weight") {
  // Beside a policy, one that never moves its losses.
  constexpr std::uint32_t kArms = 3;
  TsallisInf policy(kArms);
  std::vector<double> unmoved(kArms);
  std::vector<double> weights(kArms);
  test::SplitMix64 random(33);
  for (int t = 1; t <= 5000; ++t) {
    const double eta = tsallis_learning_rate(LossEstimator::reduced_variance, t);
    const std::span<const double> own = policy.weights(t);
    tsallis_weights(unmoved, eta, kInfinity, weights);
    for (std::uint32_t i = 0; i < kArms; ++i) REQUIRE(own[i] == Approx(weights[i]).margin(1e-7));
    double u = random.real();
    std::uint32_t arm = 0;
    while (arm + 1 < kArms && (u -= weights[arm]) >= 0) ++arm;
    const double loss = random.real() < 0.3 + 0.2 * arm ? 1 : 0;
    const std::vector<double> drawn_from(own.begin(), own.end());
    policy.ingest(arm, loss, drawn_from, t);
    for (std::uint32_t i = 0; i < kArms; ++i) {
      const double baseline = loss_baseline(LossEstimator::reduced_variance, drawn_from[i], eta);
      unmoved[i] += baseline + (i == arm ? (loss - baseline) / drawn_from[i] : 0);
    }
  }
  CHECK(*std::min_element(unmoved.begin(), unmoved.end()) > 1000);
  CHECK(*std::min_element(policy.losses().begin(), policy.losses().end()) < 1);
}

// Of a policy in a world of three arms with mean losses .3, .5 and .7: the share of rounds with the
// best arm in the second half.
template <class Draw, class Learn>
double share_of_best(Draw draw, Learn learn) {
  test::SplitMix64 random(34);
  int best = 0;
  for (int t = 1; t <= 20000; ++t) {
    const std::vector<double> weights = draw(t);
    double u = random.real();
    std::uint32_t arm = 0;
    while (arm + 1 < 3 && (u -= weights[arm]) >= 0) ++arm;
    learn(arm, random.real() < 0.3 + 0.2 * arm ? 1.0 : 0.0, weights, t);
    best += t > 10000 && arm == 0 ? 1 : 0;
  }
  return best / 1e4;
}

TEST_CASE("both come to play the best arm, Tsallis-INF more often than EXP3") {
  TsallisInf tsallis(3);
  Exp3 exp3(3);
  const auto copy = [](std::span<const double> w) {
    return std::vector<double>(w.begin(), w.end());
  };
  const double of_tsallis = share_of_best(
      [&](int t) { return copy(tsallis.weights(t)); },
      [&](auto arm, double loss, const auto& w, int t) { tsallis.ingest(arm, loss, w, t); });
  const double of_exp3 =
      share_of_best([&](int t) { return copy(exp3.weights(t)); },
                    [&](auto arm, double loss, const auto& w, int) { exp3.ingest(arm, loss, w); });
  CHECK(of_tsallis > 0.98);
  CHECK(of_exp3 > 0.9);
  CHECK(of_tsallis > of_exp3);
}

}  // namespace
}  // namespace ldp
