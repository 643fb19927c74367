#include "client/linear_scores.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

double number(test::SplitMix64& random) {
  return static_cast<double>(static_cast<std::int64_t>(random.next())) * 0x1p-63;
}

std::vector<double> numbers(test::SplitMix64& random, std::size_t count) {
  std::vector<double> drawn(count);
  for (double& each : drawn) each = number(random);
  return drawn;
}

// One arm after the other, in the order that the kernels promise.
double plain_score(const FeatureBlock& features, std::uint32_t arm,
                   const std::vector<double>& theta, const std::vector<double>& factor,
                   double radius) {
  double score = theta[0] * features.at(arm, 0);
  for (std::uint32_t i = 1; i < features.dimension; ++i) score += theta[i] * features.at(arm, i);
  if (factor.empty()) return score;
  double squares = 0;
  for (std::uint32_t j = 0; j < features.dimension; ++j) {
    const double* row = factor.data() + j * (j + 1) / 2;
    double y = row[0] * features.at(arm, 0);
    for (std::uint32_t i = 1; i <= j; ++i) y += row[i] * features.at(arm, i);
    squares += y * y;
  }
  return score + radius * std::sqrt(squares);
}

TEST_CASE("the kernels give the bits of one arm after the other, for any number of both") {
  test::SplitMix64 random(1);
  for (std::uint32_t d = 1; d <= 21; ++d) {
    for (const std::uint32_t arms : {1u, 7u, 8u, 9u, 20u}) {
      const std::uint32_t stride = feature_stride(arms);
      std::vector<double> columns(std::size_t{d} * stride);
      for (std::uint32_t i = 0; i < d; ++i) {
        for (std::uint32_t arm = 0; arm < arms; ++arm) columns[i * stride + arm] = number(random);
      }
      const FeatureBlock features{arms, d, stride, columns};
      const std::vector<double> theta = numbers(random, d);
      for (const bool has_width : {true, false}) {
        const std::vector<double> factor = numbers(random, has_width ? d * (d + 1) / 2 : 0);
        std::vector<double> scores(stride, -1);
        linear_scores(features, theta, factor, 0.75, scores);
        for (std::uint32_t arm = 0; arm < arms; ++arm) {
          REQUIRE(scores[arm] == plain_score(features, arm, theta, factor, 0.75));
        }
        for (std::uint32_t lane = arms; lane < stride; ++lane) REQUIRE(scores[lane] == 0);
      }
    }
  }
}

TEST_CASE("a score is the estimate and the radius times the width") {
  const std::vector<double> columns{0.6, 0, 0, 0, 0, 0, 0, 0, 0.8, 0, 0, 0, 0, 0, 0, 0};
  const std::vector<double> theta{1, 2};
  const std::vector<double> factor{2, 1, 3};  // F = [[2, 0], [1, 3]]
  std::vector<double> scores(8);
  linear_scores({1, 2, 8, columns}, theta, factor, 0.5, scores);
  // F x = (1.2, 3), of length sqrt(1.44 + 9).
  CHECK(scores[0] == Approx(0.6 + 1.6 + 0.5 * std::sqrt(10.44)).epsilon(1e-15));
}

TEST_CASE("of all arms with the largest score one is drawn, each as often") {
  test::SplitMix64 random(2);
  const std::vector<double> scores{1, 3, 2, 3, 3, 0, 9, 9};
  std::vector<int> drawn(6);
  for (int i = 0; i < 30'000; ++i) ++drawn[leading_arm(scores, 6, random)];
  CHECK(drawn[0] + drawn[2] + drawn[5] == 0);
  // Standard deviation 82: five of them.
  for (const int arm : {1, 3, 4})
    CHECK(std::abs(drawn[static_cast<std::size_t>(arm)] - 10'000) < 410);
}

TEST_CASE("without a tie nothing is drawn") {
  test::SplitMix64 random(3);
  test::SplitMix64 untouched(3);
  CHECK(leading_arm(std::vector<double>{0, -1, 0.5, 0.25}, 4, random) == 2);
  CHECK(leading_arm(std::vector<double>{-3}, 1, random) == 0);
  CHECK(random.next() == untouched.next());
}

}  // namespace
}  // namespace ldp
