// What a device can send is public, and a server refuses the rest: every report that a mechanism
// makes is inside, and the first integer or vector beyond is outside.
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "client/linear_fixtures.hpp"
#include "mechanisms/scalar_release.hpp"
#include "mechanisms/slate_release.hpp"
#include "protocol/arm_odds.hpp"
#include "protocol/experiments.hpp"
#include "protocol/linear_reach.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/report_bytes.hpp"
#include "protocol/report_range.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::bytes_of;

constexpr double kDelta = 1e-5;
const std::vector<double> kLevels{0x1p-10, 0.1, 0.5, 1, 4, 16};

std::string report(std::uint32_t level, std::int64_t noisy) {
  return R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1,"arm":0,"level":)" +
         std::to_string(level) + R"(,"noisy":)" + std::to_string(noisy) + "}";
}

MultiArmedExperiment experiment_of(Algorithm algorithm) {
  MultiArmedExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.arms = 2;
  experiment.levels = kLevels;
  if (algorithm == Algorithm::ldp_gaussian_ucb) experiment.delta = kDelta;
  return experiment;
}

TEST_CASE("the range of a Laplace report is 45 t/s beyond that of rewards, at every level") {
  const ReportRange one = report_range(Payload::noisy, 1, 0);
  CHECK(one.lowest == -45 * 1024);
  CHECK(one.highest == 46 * 1024);
  // The smallest epsilon, and the smallest share of a slate: still 32 bits.
  CHECK(report_range(Payload::noisy, 0x1p-10, 0).lowest == -(45 << 20));
  CHECK(slate_range(1, 1024).highest == 1024 + (45 << 20));
  CHECK(report_range(Payload::bit, 1, 0).highest == 1);
}

TEST_CASE("the bounds are met with a probability of order e^-45, and are not wider than that") {
  for (const double epsilon : kLevels) {
    const LaplaceScale laplace = LaplaceScale::create(epsilon, kRewardGrid).value();
    const double rate = static_cast<double>(laplace.s()) / static_cast<double>(laplace.t());
    const auto tail = [rate](double m) {
      return 2 * std::exp(-(m + 1) * rate) / (1 + std::exp(-rate));
    };
    const auto most = static_cast<double>(laplace.largest_noise());
    CHECK(tail(most) < 0x1p-63);
    CHECK(tail(most - 1.1 / rate) > std::exp(-45));
    const GaussianScale gaussian = GaussianScale::create(epsilon, kDelta).value();
    const double deviations =
        static_cast<double>(gaussian.largest_noise()) / static_cast<double>(gaussian.s());
    CHECK(2 * std::exp(-deviations * deviations / 2) < 0x1p-64);
    CHECK(deviations < 9.501);
  }
}

TEST_CASE("the largest integers of a level are read, and the next ones are refused") {
  for (const Algorithm algorithm :
       {Algorithm::weighted_ldp_ucb_laplace, Algorithm::ldp_gaussian_ucb}) {
    const MultiArmedExperiment experiment = experiment_of(algorithm);
    const ReportDecoder decoder(experiment);
    for (std::uint32_t level = 0; level < kLevels.size(); ++level) {
      const ReportRange range = report_range(payload(experiment), kLevels[level], experiment.delta);
      CAPTURE(level, range.lowest, range.highest);
      CHECK(decoder.decode_one(bytes_of(report(level, range.lowest))).ok());
      CHECK(decoder.decode_one(bytes_of(report(level, range.highest))).ok());
      for (const std::int64_t beyond :
           {std::int64_t{range.lowest} - 1, std::int64_t{range.highest} + 1,
            std::int64_t{-2147483648}, std::int64_t{2147483647}}) {
        const auto refused = decoder.decode_one(bytes_of(report(level, beyond)));
        REQUIRE_FALSE(refused.ok());
        CHECK(refused.error().parameter == "noisy");
      }
      // The range is that of the report's own level: a smaller epsilon has a wider one.
      if (level == 0) continue;
      const auto wider = report_range(payload(experiment), kLevels[level - 1], experiment.delta);
      if (wider.highest <= range.highest) continue;  // Gaussian: each level has its own grid
      CHECK_FALSE(decoder.decode_one(bytes_of(report(level, wider.highest))).ok());
    }
  }
}

// Exactly: the mechanism clamps to the range.
TEST_CASE("whatever the noise, what a device sends is in the range that the server reads") {
  for (const double epsilon : kLevels) {
    const ReportRange range = slate_range(epsilon < 0.01 ? 1 : epsilon, 3);
    const SlateRelease slate = SlateRelease::create(epsilon < 0.01 ? 1 : epsilon, 3).value();
    const std::int64_t far = std::int64_t{1} << 56;
    const auto prepared = SlateRelease::Prepared::restored({far, -far, 0});
    const std::vector<UnitReward> outcomes(3, UnitReward::one());
    const auto released = slate.release(prepared, outcomes);
    CHECK(released.value()[0] == range.highest);
    CHECK(released.value()[1] == range.lowest);
  }
}

// A report of each part, of every linear algorithm and mechanism.
std::vector<LinearExperiment> linear_experiments() {
  std::vector<LinearExperiment> all = test::all_linear_experiments();
  for (const Algorithm algorithm : {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                    Algorithm::ldp_glm_sgd, Algorithm::ldp_glm_published}) {
    LinearExperiment experiment;
    experiment.algorithm = algorithm;
    experiment.dimension = test::kDimension;
    experiment.epsilon = 1;
    experiment.mechanism = mechanism_without_choice(algorithm);
    if (experiment.mechanism == LinearMechanism::ball) {
      all.push_back(experiment);
      experiment.mechanism = LinearMechanism::gaussian;
    }
    experiment.delta = kDelta;
    all.push_back(experiment);
  }
  // Several directions: their sum may be short.
  all.front().epsilon = 8;
  return all;
}

LinearClient client_of(const LinearExperiment& experiment) {
  return LinearClient::create(experiment, RewardTransform::unit(), 0, 1, NormPolicy::clip, 32, 1e-4)
      .value();
}

TEST_CASE("every vector that a device makes is read by the server") {
  for (const LinearExperiment& experiment : linear_experiments()) {
    LinearClient client = client_of(experiment);
    const LinearReportDecoder decoder(experiment);
    test::SplitMix64 random(3);
    for (int i = 0; i < 200; ++i) {
      const LinearAnswer answer = client.choose(test::kRows, 3, random).value().answer;
      const LinearReport sent = client.report(answer, 1, ReportId{}).value();
      CAPTURE(static_cast<int>(experiment.algorithm), sent.part());
      REQUIRE(decoder.decode_one(bytes_of(sent.encode())).ok());
    }
  }
}

// The seed is fixed. Of three numbers sixteen times their noise stays inside once in 13 draws.
TEST_CASE("the bound is not far from Gaussian vectors: of sixteenfold ones few pass") {
  for (const LinearExperiment& experiment : linear_experiments()) {
    if (experiment.mechanism == LinearMechanism::ball) continue;
    LinearClient client = client_of(experiment);
    const LinearReach reach(experiment, 0);
    test::SplitMix64 random(4);
    double refused = 0;
    constexpr int kReports = 200;
    for (int i = 0; i < kReports; ++i) {
      const LinearAnswer answer = client.choose(test::kRows, 3, random).value().answer;
      std::vector<std::int32_t> values = client.report(answer, 1, ReportId{}).value().values();
      REQUIRE(reach.holds(values));
      for (std::int32_t& value : values) value *= 16;
      refused += reach.holds(values) ? 0 : 1;
    }
    CAPTURE(static_cast<int>(experiment.algorithm));
    CHECK(refused > 0.8 * kReports);
  }
}

TEST_CASE("all numbers at the limit of their bytes are no vector of any release") {
  for (const LinearExperiment& experiment : linear_experiments()) {
    for (std::uint32_t part = 0; part < parts(experiment).size(); ++part) {
      const LinearPart layout = parts(experiment)[part];
      const LinearReach reach(experiment, part);
      const std::int32_t largest = (std::int32_t{1} << (8 * layout.bytes - 1)) - 1;
      CAPTURE(static_cast<int>(experiment.algorithm), part);
      const bool is_gaussian = experiment.mechanism == LinearMechanism::gaussian;
      // Three coordinates at six deviations each are a vector that Gaussian noise can give.
      const bool is_short = is_gaussian && layout.length <= 3;
      CHECK(reach.holds(std::vector<std::int32_t>(layout.length, largest)) == is_short);
      CHECK(reach.holds(std::vector<std::int32_t>(layout.length, -largest)) == is_short);
      std::vector<std::int32_t> one(layout.length);
      one.back() = largest;
      CHECK(reach.holds(one));
      // Of one direction nothing is shorter either: no report weighs less than an honest one.
      const bool fixed = !is_gaussian && experiment.epsilon == 1;
      CHECK(reach.holds(std::vector<std::int32_t>(layout.length)) == !fixed);
    }
  }
}

}  // namespace
}  // namespace ldp
