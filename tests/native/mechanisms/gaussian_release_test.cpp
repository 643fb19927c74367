#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "mechanisms/feature_vector.hpp"
#include "mechanisms/gram_release.hpp"
#include "mechanisms/pair_release.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr Calibration kTight = Calibration::tight;
constexpr Calibration kPublished = Calibration::published;

using Numbers = std::vector<std::int32_t>;

GramRelease gram(std::uint32_t d, double epsilon = 1, double delta = 1e-5,
                 Calibration calibration = kTight) {
  return GramRelease::create(epsilon, delta, d, calibration).value();
}

PairRelease pair(std::uint32_t d, double epsilon = 1, double delta = 1e-5,
                 Calibration calibration = kTight) {
  return PairRelease::create(epsilon, delta, d, calibration).value();
}

UnitReward reward(double r) { return UnitReward::from(r).value(); }

template <class Release>
Numbers noiseless(const Release& release, const std::vector<double>& x, double r) {
  const PreparedVector none = PreparedVector::restored(Numbers(release.prepared_length(), 0));
  return release.release(none, x, reward(r)).value();
}

std::vector<double> in_the_ball(SplitMix64& random, std::uint32_t d) {
  std::vector<double> x(d);
  for (double& entry : x) entry = 2 * random.real() - 1;
  (void)scale_to_unit_ball(x, random.next() % 2 == 0 ? 1 : 0.1, NormPolicy::clip, x);
  return x;
}

// sum (shift_i/s_i)^2 of two Gram releases: what mu^2 must bound.
double squared_mu(const GramScale& scale, const Numbers& one, const Numbers& other) {
  const std::uint32_t d = scale.dimension();
  double sum = 0;
  for (std::uint32_t i = 0; i < gram_length(d); ++i) {
    bool off_diagonal = i < gram_entries(d);
    for (std::uint32_t j = 0; j < d; ++j) off_diagonal &= i != gram_index(d, j, j);
    const auto s = static_cast<double>(off_diagonal ? scale.s_off_diagonal() : scale.s());
    const double shift = (static_cast<double>(one[i]) - other[i]) / s;
    sum += shift * shift;
  }
  return sum;
}

// Largest distance between the empirical law of `values` and N(0, 1), times the root of their
// number (Kolmogorov-Smirnov): above 2.69 with probability 1e-6.
double kolmogorov_smirnov(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double law = std::erfc(-values[i] / std::sqrt(2)) / 2;
    const auto rank = static_cast<double>(i);
    largest = std::max({largest, std::abs(law - rank / n), std::abs(law - (rank + 1) / n)});
  }
  return largest * std::sqrt(n);
}

}  // namespace

TEST_CASE("a Gram release adds the sampler's own draws in the order of the numbers") {
  for (const Calibration calibration : {kTight, kPublished}) {
    const GramRelease release = gram(3, 1, 1e-5, calibration);
    SplitMix64 one(42);
    SplitMix64 other(42);
    const PreparedVector prepared = release.prepare(one).value();
    const auto s = release.scale().s();
    const auto off = release.scale().s_off_diagonal();
    std::size_t at = 0;
    for (const std::uint64_t scale : {s, off, off, s, off, s, s, s, s}) {
      CHECK(prepared.numbers()[at++] == discrete_gaussian(other, scale));
    }
    CHECK(at == prepared.numbers().size());
    CHECK(one.words() == other.words());
    CHECK((off == s) == (calibration == kPublished));
  }
}

TEST_CASE("a pair release adds the sampler's own draws") {
  const PairRelease release = pair(3);
  SplitMix64 one(42);
  SplitMix64 other(42);
  const PreparedVector prepared = release.prepare(one).value();
  const Numbers values = noiseless(release, {0.6, 0, -0.8}, 0.25);
  const Numbers sent = release.release(prepared, std::vector{0.6, 0.0, -0.8}, reward(0.25)).value();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int64_t noise = discrete_gaussian(other, release.scale().s());
    CHECK(prepared.numbers()[i] == noise);
    CHECK(sent[i] == values[i] + noise);
  }
  CHECK(one.words() == other.words());
}

TEST_CASE("without its noise a Gram release is the matrix and the vector, up to a step") {
  SplitMix64 random(6);
  for (int i = 0; i < 500; ++i) {
    const auto d = static_cast<std::uint32_t>(1 + random.next() % 20);
    const GramRelease release = gram(d);
    const std::vector<double> x = in_the_ball(random, d);
    const double y = random.real();
    const Numbers numbers = noiseless(release, x, y);
    const double unit = release.scale().unit();
    const double step = 1.01 / release.scale().steps();
    for (std::uint32_t a = 0; a < d; ++a) {
      REQUIRE(std::abs(numbers[gram_entries(d) + a] * unit - y * x[a]) < step);
      for (std::uint32_t b = a; b < d; ++b) {
        REQUIRE(std::abs(numbers[gram_index(d, a, b)] * unit - x[a] * x[b]) < step);
      }
    }
  }
}

TEST_CASE("without its noise a pair release is the features and the reward, up to half a step") {
  SplitMix64 random(7);
  for (int i = 0; i < 500; ++i) {
    const auto d = static_cast<std::uint32_t>(1 + random.next() % 20);
    const PairRelease release = pair(d);
    const std::vector<double> x = in_the_ball(random, d);
    const double y = random.real();
    const Numbers numbers = noiseless(release, x, y);
    const double unit = release.scale().unit();
    for (std::uint32_t a = 0; a < d; ++a) REQUIRE(std::abs(numbers[a] * unit - x[a]) < 0.51 * unit);
    REQUIRE(std::abs(numbers[d] * unit - y) < 0.51 * unit);
  }
  CHECK(noiseless(pair(1), {1}, 1) ==
        Numbers(2, static_cast<std::int32_t>(pair(1).scale().steps())));
}

// The guarantee's own number against pairs of inputs, the worst case among them.
TEST_CASE("no two inputs are further apart than the guarantee reckons") {
  SplitMix64 random(11);
  for (const std::uint32_t d : {1u, 2u, 5u}) {
    const GramRelease release = gram(d);
    const PairRelease both = pair(d);
    const double mu = std::sqrt(2 * release.guarantee().rho());
    const double mu_of_pair = std::sqrt(2 * both.guarantee().rho());
    double largest = 0;
    double largest_of_pair = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::vector<double> x = in_the_ball(random, d);
      std::vector<double> z = in_the_ball(random, d);
      double y = random.next() % 2 == 0 ? 1 : random.real();
      double w = random.next() % 2 == 0 ? 1 : random.real();
      if (i % 10 == 0 && d > 1) {  // unit vectors of cosine -1/2, both rewards 1
        const double angle = 7 * random.real();
        std::fill(x.begin(), x.end(), 0);
        std::fill(z.begin(), z.end(), 0);
        x[0] = std::cos(angle);
        x[1] = std::sin(angle);
        z[0] = std::cos(angle + 2 * std::acos(-1.0) / 3);
        z[1] = std::sin(angle + 2 * std::acos(-1.0) / 3);
        y = w = 1;
      } else if (i % 10 == 1) {  // opposite, rewards 0 and 1
        for (std::size_t j = 0; j < d; ++j) z[j] = -x[j];
        y = 0;
        w = 1;
      } else if (i % 10 == 2) {  // far outside the domain: unscaled features stay private
        for (double& entry : x) entry *= 1e6;
      }
      largest = std::max(largest, std::sqrt(squared_mu(release.scale(), noiseless(release, x, y),
                                                       noiseless(release, z, w))));
      const Numbers one = noiseless(both, x, y);
      const Numbers other = noiseless(both, z, w);
      double sum = 0;
      for (std::size_t j = 0; j <= d; ++j) {
        const double shift = static_cast<double>(one[j]) - other[j];
        sum += shift * shift;
      }
      largest_of_pair =
          std::max(largest_of_pair, std::sqrt(sum) / static_cast<double>(both.scale().s()));
    }
    CAPTURE(d);
    CHECK(largest <= mu);
    if (d > 1) CHECK(largest > 0.98 * mu);
    CHECK(largest_of_pair <= mu_of_pair);
    CHECK(largest_of_pair > 0.999 * mu_of_pair);
  }
}

TEST_CASE("numbers saturate to 24 bits, whatever the noise") {
  const GramRelease release = gram(1);
  constexpr std::int32_t kFar = 1 << 30;
  for (const double y : {0.0, 1.0}) {
    const auto sent = [&](std::int32_t noise) {
      return release.release(PreparedVector::restored({noise, noise}), std::vector{1.0}, reward(y))
          .value();
    };
    CHECK(sent(kFar) == Numbers(2, kLargestReleased));
    CHECK(sent(-kFar) == Numbers(2, -kLargestReleased - 1));
    CHECK(sent(kLargestReleased) == Numbers{kLargestReleased, kLargestReleased});
  }
  CHECK(add_noise(5, kLargestReleased - 5) == kLargestReleased);
  CHECK(add_noise(-5, -kLargestReleased + 4) == -kLargestReleased - 1);
}

// A proposal that no healthy source makes: clamped, so that nothing can overflow.
TEST_CASE("noise of any size is clamped to 30 bits") {
  std::vector<std::uint64_t> words{0, 0};
  for (int v = 0; v < 40; ++v) words.insert(words.end(), {0, 1});
  words.insert(words.end(), {1, 0});
  words.insert(words.end(), 39 * 39, 1);
  words.insert(words.end(), 39, 0);
  words.insert(words.end(), {0, 0});
  ScriptedSource source(words);
  CHECK(saturated_noise(source, DiscreteGaussian(std::uint64_t{1} << 27)) == 1 << 30);
  CHECK_FALSE(source.failed());
}

// 20,000 releases of d = 3, published and tight: means to 5 standard errors, variances likewise,
// and the correlations of neighbours; 60 tests with fixed seeds, each false once in 1.7 million.
TEST_CASE("a Gram release is unbiased, its numbers have the stated variances and no correlation") {
  const std::vector<double> x{0.5, -0.7, 0.2};
  for (const Calibration calibration : {kTight, kPublished}) {
    const GramRelease release = gram(3, 2, 1e-6, calibration);
    const GramScale& scale = release.scale();
    const Numbers expected = noiseless(release, x, 0.75);
    SplitMix64 random(21);
    constexpr int kReports = 20'000;
    std::vector<double> sums(9);
    std::vector<double> squares(9);
    std::vector<double> products(9);
    for (int i = 0; i < kReports; ++i) {
      const PreparedVector prepared = release.prepare(random).value();
      const Numbers sent = release.release(prepared, x, reward(0.75)).value();
      for (std::size_t j = 0; j < 9; ++j) {
        const double noise = (sent[j] - expected[j]) * scale.unit();
        sums[j] += noise;
        squares[j] += noise * noise;
        products[j] += noise * (sent[(j + 1) % 9] - expected[(j + 1) % 9]) * scale.unit();
      }
    }
    const double on = scale.sigma();
    const double off = scale.sigma_off_diagonal();
    const std::vector<double> sigma{on, off, off, on, off, on, on, on, on};
    CHECK(off == Approx(calibration == kTight ? on / std::sqrt(2) : on).epsilon(1e-5));
    for (std::size_t j = 0; j < 9; ++j) {
      CAPTURE(j);
      CHECK(std::abs(sums[j] / kReports) < 5 * sigma[j] / std::sqrt(kReports));
      CHECK(std::abs(squares[j] / kReports / (sigma[j] * sigma[j]) - 1) <
            5 * std::sqrt(2.0 / kReports));
      CHECK(std::abs(products[j] / kReports / (sigma[j] * sigma[(j + 1) % 9])) <
            5 / std::sqrt(kReports));
    }
  }
}

// 40,000 numbers of a pair release; the controls have 5 % more noise and a shift of a twentieth.
TEST_CASE("the noise of a vector is Gaussian") {
  const PairRelease release = pair(3);
  const Numbers expected = noiseless(release, {0, 0.6, 0.8}, 1);
  SplitMix64 random(22);
  std::vector<double> noise;
  for (int i = 0; i < 10'000; ++i) {
    const Numbers sent =
        release.release(release.prepare(random).value(), std::vector{0.0, 0.6, 0.8}, reward(1))
            .value();
    for (std::size_t j = 0; j < 4; ++j) {
      noise.push_back((sent[j] - expected[j]) / static_cast<double>(release.scale().s()));
    }
  }
  std::vector<double> wider = noise;
  std::vector<double> shifted = noise;
  for (double& value : wider) value *= 1.05;
  for (double& value : shifted) value += 0.05;
  CHECK(kolmogorov_smirnov(noise) < 2.69);
  CHECK(kolmogorov_smirnov(wider) > 2.69);
  CHECK(kolmogorov_smirnov(shifted) > 2.69);
}

TEST_CASE("vector releases carry the guarantee of their integers, never above what was asked") {
  for (const double epsilon : {0.1, 1.0, 7.7, 16.0}) {
    for (const double delta : {1e-9, 1e-5, 0.1}) {
      for (const std::uint32_t d : {1u, 20u}) {
        CAPTURE(epsilon, delta, d);
        CHECK(gram(d, epsilon, delta).guarantee().epsilon() <= epsilon);
        CHECK(gram(d, epsilon, delta).guarantee().delta() <= delta);
        CHECK(pair(d, epsilon, delta).guarantee().epsilon() <= epsilon);
        CHECK(pair(d, epsilon, delta).guarantee().delta() <= delta);
      }
    }
  }
}

TEST_CASE("no randomness, no noise on vectors") {
  SplitMix64 random(23);
  std::vector<std::uint64_t> words;
  for (int i = 0; i < 400; ++i) words.push_back(random.next());
  ScriptedSource enough(words);
  REQUIRE(gram(2).prepare(enough).ok());
  const std::size_t needed = enough.used();
  for (std::size_t missing = 1; missing <= needed; ++missing) {
    ScriptedSource broken(
        {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(needed - missing)});
    const auto noise = gram(2).prepare(broken);
    REQUIRE_FALSE(noise.ok());
    REQUIRE(noise.error().code == ErrorCode::insecure_randomness);
  }
  ScriptedSource empty({});
  CHECK(pair(2).prepare(empty).error().code == ErrorCode::insecure_randomness);
}
