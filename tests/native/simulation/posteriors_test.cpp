// Thompson sampling draws the arm with the probability that its posterior is the largest one, as
// independent draws of all posteriors would. Seeds are fixed, so a bound of 4.5 on |z| that was met
// once is met always; for a fresh seed it would fail once in 10^5.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/multi_armed/largest_probability.hpp"
#include "simulation/beta_draw.hpp"
#include "simulation/beta_posteriors.hpp"
#include "simulation/normal.hpp"
#include "simulation/normal_posteriors.hpp"

namespace ldp {
namespace {

constexpr int kDraws = 200'000;

SeededStream stream(std::uint32_t replicate) {
  return SeededStream(9, replicate, Purpose::choices);
}

std::size_t largest(const std::vector<double>& values) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i) best = values[i] > values[best] ? i : best;
  return best;
}

// Two counts of equally many draws.
void check_same_law(const std::vector<double>& first, const std::vector<double>& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double sum = first[i] + second[i];
    if (sum > 0) CHECK(std::abs(first[i] - second[i]) / std::sqrt(sum) < 4.5);
  }
}

TEST_CASE("the normal quantile inverts the normal probability, from tail to tail") {
  for (double x = -8; x <= 5; x += 0.37) {
    CHECK(normal_quantile(normal_probability(x)) == Approx(x).epsilon(1e-9).margin(1e-15));
  }
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-14));
  CHECK(normal_quantile(1e-10) == Approx(-6.361340902404056).epsilon(1e-13));
}

TEST_CASE("a normal draw has mean 0, variance 1, and the fourth moment 3") {
  SeededStream source = stream(1);
  double sums[3] = {};
  for (int i = 0; i < kDraws; ++i) {
    const double x = normal_of(source.next());
    sums[0] += x;
    sums[1] += x * x;
    sums[2] += x * x * x * x;
  }
  const double root = std::sqrt(kDraws);
  CHECK(std::abs(sums[0] / kDraws) * root < 4.5);
  CHECK(std::abs(sums[1] / kDraws - 1) * root / std::sqrt(2) < 4.5);
  CHECK(std::abs(sums[2] / kDraws - 3) * root / std::sqrt(96) < 4.5);
}

TEST_CASE("a Beta draw has the mean and the variance of its law") {
  for (const auto& [first, second] :
       {std::pair{1.0, 1.0}, {1.0, 7.0}, {2.0, 3.0}, {40.0, 60.0}, {9e5, 1e5}}) {
    SeededStream source = stream(2);
    const double sum = first + second;
    const double mean = first / sum;
    const double variance = mean * (1 - mean) / (sum + 1);
    double total = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = beta_draw(source, first, second) - mean;
      total += x;
      squares += x * x;
    }
    CHECK(std::abs(total / kDraws) / std::sqrt(variance / kDraws) < 4.5);
    CHECK(squares / kDraws == Approx(variance).epsilon(0.02));
  }
}

TEST_CASE("the largest of many Beta variables is drawn as if all were") {
  const std::vector<std::vector<std::pair<double, double>>> cases{
      {{8, 4}, {3, 1}, {0, 0}, {20, 10}, {2, 3}},
      {{0, 0}, {0, 0}},
      {{900, 100}, {80, 20}, {70, 30}, {5, 5}},
      {{0, 9}, {9, 0}, {1, 1}},
  };
  for (const auto& arms : cases) {
    BetaPosteriors posteriors(static_cast<std::uint32_t>(arms.size()), stream(3));
    for (std::uint32_t arm = 0; arm < arms.size(); ++arm) {
      posteriors.set(arm, arms[arm].first, arms[arm].second);
    }
    std::vector<double> fast(arms.size());
    std::vector<double> plain(arms.size());
    std::vector<double> values(arms.size());
    SeededStream source = stream(4);
    for (int i = 0; i < kDraws; ++i) {
      ++fast[posteriors.draw()];
      for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        values[arm] = beta_draw(source, 1 + arms[arm].first, 1 + arms[arm].second);
      }
      ++plain[largest(values)];
    }
    check_same_law(fast, plain);
  }
}

TEST_CASE("the largest of many normal variables is drawn as if all were") {
  const std::vector<std::pair<double, double>> arms{{0.9, 0.01}, {0.8, 0.05},  {0.7, 0.2},
                                                    {0.5, 0.25}, {0.89, 0.02}, {0, 0.001}};
  NormalPosteriors posteriors(static_cast<std::uint32_t>(arms.size()), stream(5));
  for (std::uint32_t arm = 0; arm < arms.size(); ++arm) {
    posteriors.set(arm, arms[arm].first, arms[arm].second);
  }
  std::vector<double> fast(arms.size());
  std::vector<double> plain(arms.size());
  std::vector<double> values(arms.size());
  SeededStream source = stream(6);
  for (int i = 0; i < kDraws; ++i) {
    ++fast[posteriors.draw()];
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
      values[arm] = arms[arm].first + arms[arm].second * normal_of(source.next());
    }
    ++plain[largest(values)];
  }
  check_same_law(fast, plain);
}

TEST_CASE("arms are drawn with the probabilities that the server publishes") {
  const std::vector<BetaBelief> coins{{80, 20}, {30, 9}, {0, 0}, {7, 1}};
  const std::vector<NormalBelief> normals{{0.9, 0.02}, {0.85, 0.1}, {0.5, 0.5}, {0.88, 0.05}};
  BetaPosteriors betas(4, stream(8));
  NormalPosteriors weighted(4, stream(9));
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    betas.set(arm, coins[arm].ones, coins[arm].zeros);
    weighted.set(arm, normals[arm].mean, normals[arm].deviation);
  }
  std::vector<double> counts[2] = {std::vector<double>(4), std::vector<double>(4)};
  for (int i = 0; i < kDraws; ++i) {
    ++counts[0][betas.draw()];
    ++counts[1][weighted.draw()];
  }
  const std::vector<double> published[2] = {largest_probability(coins),
                                            largest_probability(normals)};
  for (std::size_t which = 0; which < 2; ++which) {
    for (std::size_t arm = 0; arm < 4; ++arm) {
      const double p = published[which][arm];
      CHECK(std::abs(counts[which][arm] - kDraws * p) < 4.5 * std::sqrt(kDraws * p * (1 - p)));
    }
  }
}

TEST_CASE("arms of which nothing is known come first, each as often as the others") {
  NormalPosteriors posteriors(4, stream(7));
  posteriors.set(2, 1e9, 1);
  std::vector<double> drawn(4);
  for (int i = 0; i < 30'000; ++i) ++drawn[posteriors.draw()];
  CHECK(drawn[2] == 0);
  for (const std::size_t arm : {0u, 1u, 3u}) CHECK(drawn[arm] == Approx(10'000).margin(370));
}

TEST_CASE("the logarithm of a factorial is exact where Stirling's series begins, and far beyond") {
  double sum = 0;
  for (int n = 1; n <= 40; ++n) {
    sum += std::log(n);
    CHECK(log_factorial(n) == Approx(sum).epsilon(1e-14).margin(1e-15));
  }
  CHECK(log_factorial(1e6) == Approx(12815518.384658169).epsilon(1e-14));
}

}  // namespace
}  // namespace ldp
