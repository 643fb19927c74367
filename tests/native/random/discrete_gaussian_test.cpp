#include "random/discrete_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/chi_square.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::uint64_t kSeed = 42;

double weight(std::int64_t x, double s) {
  const double u = static_cast<double>(x) / s;
  return std::exp(-u * u / 2);
}

// exp(-x^2/(2 s^2)) over its sum; what lies beyond 12 s is below 1e-31 of it.
class GaussianPmf {
 public:
  explicit GaussianPmf(double s) : s_(s) {
    const auto reach = static_cast<std::int64_t>(std::ceil(12 * s));
    for (std::int64_t x = -reach; x <= reach; ++x) sum_ += weight(x, s);
  }
  double operator()(std::int64_t x) const { return weight(x, s_) / sum_; }

 private:
  double s_;
  double sum_ = 0;
};

void check_golden(std::uint64_t s, const std::vector<std::int64_t>& golden, int words) {
  SplitMix64 random(kSeed);
  for (const std::int64_t expected : golden) CHECK(discrete_gaussian(random, s) == expected);
  CHECK(random.words() == words);
}

}  // namespace

TEST_CASE("BEXPSQ(2,3) reproduces the golden stream") {
  SplitMix64 random(kSeed);
  for (const int expected : {0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0}) {
    CHECK(bernoulli_exp_square(random, 2, 3) == (expected == 1));
  }
  CHECK(random.words() == 50);
}

TEST_CASE("DGAUSS reproduces the golden streams") {
  check_golden(3, {1, 1, -4, -4, 1, 3, 5, -3, 5, 6, -1, -4}, 153);
  check_golden(std::uint64_t{1} << 32, {803958421, 4991186862, 4083071605, -699906384, -5647445086},
               39);
}

TEST_CASE("the reference pmf of the discrete Gaussian has the known values and variance") {
  const std::int64_t xs[] = {0, 1, 2, 3, 6};
  const double s1[] = {0.3989422782668617, 0.2419707232244606, 0.0539909662243053,
                       0.0044318483882251, 6.0758828173e-9};
  const double s2[] = {0.1994711402007163, 0.1760326633821497, 0.1209853622595717,
                       0.0647587978329459, 0.0022159242059690};
  const GaussianPmf pmf1(1);
  const GaussianPmf pmf2(2);
  for (int i = 0; i < 5; ++i) {
    CHECK(pmf1(xs[i]) == Approx(s1[i]).epsilon(1e-10));
    CHECK(pmf2(xs[i]) == Approx(s2[i]).epsilon(1e-12));
  }
  double variance1 = 0;
  double variance2 = 0;
  for (std::int64_t x = -40; x <= 40; ++x) {
    variance1 += static_cast<double>(x * x) * pmf1(x);
    variance2 += static_cast<double>(x * x) * pmf2(x);
  }
  CHECK(variance1 == Approx(0.999999788767728).epsilon(1e-13));
  CHECK(variance2 == Approx(4).epsilon(1e-13));
}

// 6 tests at p < 1e-6: with fresh seeds they would fail once in 160,000 runs; the seeds are fixed.
TEST_CASE(
    "the discrete Gaussian passes chi-square, and a scale 5 % larger fails at the same size") {
  for (const std::uint64_t s : {1u, 2u, 3u, 7u, 20u, 100u}) {
    CAPTURE(s);
    SplitMix64 random(2000 + s);
    const DiscreteGaussian sampler(s);
    std::vector<std::int64_t> draws(40'000);
    for (std::int64_t& draw : draws) draw = sampler(random);
    const auto p_value = [&draws](double scale) {
      return chi_square_p_value(draws, GaussianPmf(scale), 1000);
    };
    CHECK(p_value(static_cast<double>(s)) > 1e-6);
    CHECK(p_value(1.05 * static_cast<double>(s)) < 1e-6);
  }
}

// Kolmogorov-Smirnov against the continuous law, which no sample of this size can tell from it:
// 2 exp(-2 n D^2) bounds the p-value up to the asymptotics. 3 tests at p < 1e-6; fixed seeds.
TEST_CASE("the discrete Gaussian of a large scale passes Kolmogorov-Smirnov, 5 % more fails") {
  for (const std::uint64_t s :
       {std::uint64_t{100'000'007}, std::uint64_t{1} << 32, DiscreteGaussian::kMaxParameter}) {
    CAPTURE(s);
    SplitMix64 random(s);
    const DiscreteGaussian sampler(s);
    std::vector<double> draws(80'000);
    for (double& draw : draws) draw = static_cast<double>(sampler(random)) / static_cast<double>(s);
    std::sort(draws.begin(), draws.end());
    const auto p_value = [&draws](double factor) {
      const auto n = static_cast<double>(draws.size());
      double distance = 0;
      for (std::size_t i = 0; i < draws.size(); ++i) {
        const double cdf = std::erfc(-draws[i] / factor / std::sqrt(2)) / 2;
        const auto rank = static_cast<double>(i);
        distance = std::max({distance, cdf - rank / n, (rank + 1) / n - cdf});
      }
      return 2 * std::exp(-2 * n * distance * distance);
    };
    CHECK(p_value(1) > 1e-6);
    CHECK(p_value(1.05) < 1e-6);
  }
}

TEST_CASE("the discrete Gaussian takes 15.1 words a draw on average") {
  SplitMix64 random(7);
  const DiscreteGaussian sampler(std::uint64_t{1} << 26);
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) (void)sampler(random);
  // The number of words of one draw has a standard deviation of about 11: 0.5 is 14 of the mean's.
  CHECK(random.words() / static_cast<double>(kDraws) == Approx(15.1).margin(0.5));
}

TEST_CASE("the discrete Gaussian ends on a stuck generator and marks it failed") {
  for (const std::uint64_t word :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3},
        std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{1}}) {
    for (const std::uint64_t s : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 26}) {
      CAPTURE(word, s);
      StuckSource source(word);
      bool constant = true;
      const std::int64_t first = discrete_gaussian(source, s);
      for (int i = 0; i < 3; ++i) constant = constant && discrete_gaussian(source, s) == first;
      // Some words give a value: the pool's own health check is what sees that they repeat.
      CHECK((source.failed() || constant));
    }
  }
  StuckSource zeros(0);
  CHECK_FALSE(bernoulli_exp_square(zeros, 1, 2));
  CHECK(zeros.failed());
}

TEST_CASE("a source that breaks in the middle of a Gaussian draw ends it and stays failed") {
  SplitMix64 random(kSeed);
  std::vector<std::uint64_t> words;
  for (int i = 0; i < 40; ++i) {
    ScriptedSource source(words);
    for (int draw = 0; draw < 8; ++draw) (void)discrete_gaussian(source, 5);
    CHECK(source.failed());
    words.push_back(random.next());
  }
}
