#include "mechanisms/score_release.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "mechanisms/feature_vector.hpp"
#include "privacy/gram_layout.hpp"
#include "privacy/sensitivity.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

using Numbers = std::vector<std::int32_t>;

ScoreRelease joint(std::uint32_t d, double least_weight, double epsilon = 1) {
  return ScoreRelease::create(epsilon, 1e-5,
                              {.dimension = d, .residual = 4.0 / 3, .least_weight = least_weight})
      .value();
}

ScoreRelease published(std::uint32_t d, double residual, double point) {
  return ScoreRelease::create(
             1, 1e-5,
             {.kind = ScoreKind::published, .dimension = d, .residual = residual, .point = point})
      .value();
}

Numbers noiseless(const ScoreRelease& release, const Score& score) {
  const PreparedVector none = PreparedVector::restored(Numbers(release.prepared_length(), 0));
  return release.release(none, score).value();
}

std::vector<double> in_the_ball(SplitMix64& random, std::uint32_t d) {
  std::vector<double> x(d);
  for (double& entry : x) entry = 2 * random.real() - 1;
  (void)scale_to_unit_ball(x, random.next() % 2 == 0 ? 0.1 : 1, NormPolicy::clip, x);
  return x;
}

// sum (shift_i/s_i)^2 of two releases: what mu^2 must bound.
double squared_mu(const ScoreScale& scale, const Numbers& one, const Numbers& other) {
  const std::uint32_t d = scale.shape().dimension;
  const bool has_matrix = scale.shape().kind != ScoreKind::gradient;
  double sum = 0;
  for (std::uint32_t i = 0; i < one.size(); ++i) {
    bool off_diagonal = has_matrix && i < gram_entries(d);
    for (std::uint32_t j = 0; j < d; ++j) off_diagonal &= i != gram_index(d, j, j);
    const auto s = static_cast<double>(off_diagonal ? scale.s_off_diagonal() : scale.s());
    const double shift = (static_cast<double>(one[i]) - other[i]) / s;
    sum += shift * shift;
  }
  return sum;
}

// mu^2 = 2 rho of Gaussian noise.
double claimed_squared_mu(const ScoreRelease& release) { return 2 * release.guarantee().rho(); }

}  // namespace

TEST_CASE("a score without noise is its golden value") {
  // docs/spec/generalized-linear.md, section 8.
  const std::vector<double> x{0.6, 0.8};
  const double weight = 0.2350037122015945 * 4;
  const double residual = -0.3775406687981454 / (0.75 * 0.6224593312018546);
  const std::vector<double> golden{0.3384053456, 0.6381032390 / std::sqrt(2), 0.6016095032,
                                   -0.4852245278, -0.6469660370};
  const ScoreRelease release = joint(2, 0.7864);
  const Numbers numbers =
      noiseless(release, {.features = x, .weight = weight, .residual = residual});
  REQUIRE(numbers.size() == golden.size());
  for (std::size_t i = 0; i < golden.size(); ++i) {
    // Steps of features 2^-12 and of values 2^-14, each off by half of one.
    CHECK(numbers[i] * release.scale().unit() == Approx(golden[i]).margin(4e-4));
  }
}

TEST_CASE("the published release has the matrix, its product with the point, and the residual") {
  const std::vector<double> x{0.6, 0.8};
  const std::vector<double> point{0.5, -0.25};  // of a bound of 2: (1, -0.5)
  const ScoreRelease release = published(2, 3, 2);
  const Numbers numbers = noiseless(release, {.features = x, .residual = -2.5, .point = point});
  const std::vector<double> truth{0.36, 0.48, 0.64, 0.2 * 0.6, 0.2 * 0.8, -1.5, -2};
  REQUIRE(numbers.size() == truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    CHECK(numbers[i] * release.scale().unit() == Approx(truth[i]).margin(1.5e-3));
  }
}

// The guarantee rests on this and on nothing before it: whatever doubles come in.
TEST_CASE("no two inputs are released further apart than the noise is calibrated for") {
  SplitMix64 random(5);
  const double huge = 1e300;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> values{0, 1, -1, 0.786, 4.0 / 3, -4.0 / 3, 100, -100, huge, -huge, nan};
  const auto any = [&] { return values[random.next() % values.size()]; };
  for (const std::uint32_t d : {1u, 2u, 5u}) {
    const std::vector<ScoreRelease> releases{
        joint(d, 0.786), joint(d, 1), published(d, 3, 1),
        ScoreRelease::create(1, 1e-5, {.kind = ScoreKind::gradient, .dimension = d}).value()};
    for (const ScoreRelease& release : releases) {
      const double bound = claimed_squared_mu(release);
      double largest = 0;
      for (int tries = 0; tries < 3000; ++tries) {
        std::vector<double> x = in_the_ball(random, d);
        std::vector<double> z = in_the_ball(random, d);
        if (tries % 10 == 0) x[0] = any();
        if (tries % 3 == 0) {
          for (std::uint32_t i = 0; i < d; ++i) z[i] = -x[i];
        }
        std::vector<double> point = in_the_ball(random, d);
        if (tries % 10 == 1) point[0] = any();
        const Numbers one =
            noiseless(release, {.features = x, .weight = any(), .residual = any(), .point = point});
        const Numbers other =
            noiseless(release, {.features = z, .weight = any(), .residual = any(), .point = point});
        largest = std::max(largest, squared_mu(release.scale(), one, other));
      }
      CAPTURE(d, static_cast<int>(release.scale().shape().kind), largest, bound);
      CHECK(largest <= bound);
      // Opposite full residuals are found: the bound is not far.
      CHECK(largest >= 0.5 * bound);
    }
  }
}

TEST_CASE("the worst pairs come as close to the calibration as rounding lets them") {
  // Weight: x with u0 and -x with 1, both with the largest residual (Poisson, S = 1).
  const double least = std::exp(-2.0);
  const ScoreRelease weighted = joint(2, least);
  const std::vector<double> x{0.6, 0.8};
  const std::vector<double> opposite{-0.6, -0.8};
  const double b = 4.0 / 3;
  const double found =
      squared_mu(weighted.scale(), noiseless(weighted, {.features = x, .weight = 0, .residual = b}),
                 noiseless(weighted, {.features = opposite, .weight = 1, .residual = b}));
  CHECK(found <= claimed_squared_mu(weighted));
  CHECK(found >= 0.995 * claimed_squared_mu(weighted));
  // What a sensitivity without the weight would promise is not kept: off by 5 %.
  const double forgotten = score_sensitivity(b, 1) / score_sensitivity(b, least);
  CHECK(found > claimed_squared_mu(weighted) * forgotten * forgotten * 1.05);
}

TEST_CASE("noise comes in the order of the numbers, is unbiased and as wide as stated") {
  const ScoreRelease release = joint(3, 0.786, 2);
  const std::vector<double> x{0.5, -0.5, 0.25};
  const Score score{.features = x, .weight = 0.9, .residual = -0.7};
  const Numbers truth = noiseless(release, score);
  SplitMix64 random(8);
  constexpr int kReleases = 4000;
  std::vector<double> sums(truth.size());
  std::vector<double> squares(truth.size());
  for (int i = 0; i < kReleases; ++i) {
    const PreparedVector noise = release.prepare(random).value();
    const auto released = release.release(noise, score).value();
    for (std::size_t j = 0; j < truth.size(); ++j) {
      const double shift = released[j] - truth[j];
      CHECK(shift == noise.numbers()[j]);
      sums[j] += shift;
      squares[j] += shift * shift;
    }
  }
  for (std::size_t j = 0; j < truth.size(); ++j) {
    const bool off_diagonal = j == 1 || j == 2 || j == 4;
    const auto s =
        static_cast<double>(off_diagonal ? release.scale().s_off_diagonal() : release.scale().s());
    CAPTURE(j);
    // Five and a half standard deviations of 18 statistics: 1e-6 in all, once for this seed.
    CHECK(std::abs(sums[j]) < 5.5 * s * std::sqrt(kReleases));
    CHECK(std::sqrt(squares[j] / kReleases) == Approx(s).epsilon(5.5 / std::sqrt(2.0 * kReleases)));
  }
}

TEST_CASE("without randomness a score is not released") {
  ScriptedSource source({});
  CHECK(joint(2, 1).prepare(source).error().code == ErrorCode::insecure_randomness);
}
