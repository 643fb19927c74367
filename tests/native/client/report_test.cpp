#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "client/multi_armed_client.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

TEST_CASE("the client reports at the largest level that its pinned epsilon allows") {
  const std::vector<double> menu{0.1, 0.5, 2};
  const auto level = [&menu](double pinned) {
    return client(Algorithm::weighted_ldp_ucb, menu, pinned).level();
  };
  CHECK(level(0.1) == 0);
  CHECK(level(0.49) == 0);
  CHECK(level(0.5) == 1);
  CHECK(level(std::nextafter(2.0, 0.0)) == 1);
  CHECK(level(2) == 2);
  CHECK(level(32) == 2);
}

TEST_CASE("a menu with nothing as private as the page demands is a manifest mismatch") {
  const auto result = MultiArmedClient::create(experiment(Algorithm::weighted_ldp_ucb, {0.5, 1}),
                                               RewardTransform::unit(), 0, 0.49);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == ErrorCode::manifest_mismatch);
  CHECK(result.error().parameter == "levels");
  CHECK(result.error().value == 0.5);
}

TEST_CASE("the guarantee is that of the level used and never above it") {
  for (const Algorithm algorithm : {Algorithm::weighted_ldp_ucb, Algorithm::he_ldp_ucb_laplace}) {
    const MultiArmedClient c = client(algorithm, {0.3, 1, 4}, 1.5);
    CHECK(c.guarantee().epsilon() <= 1);
    CHECK(c.guarantee().epsilon() > 1 - 1e-9);
    CHECK(c.guarantee().cost().epsilon_micro == 1'000'000);
  }
}

TEST_CASE("a bit report carries the decision and [coin < T(R)], nothing else") {
  MultiArmedClient c = client();
  REQUIRE(c.set_snapshot(snapshot()).ok());
  const std::uint64_t threshold = ConvertToBernoulli::create(1).value().law().threshold();
  // The tie: the second of arms 1 and 3; then the coin of an answer, then that of silence.
  ScriptedSource source({1, threshold, threshold - 1});
  const PreparedDecision decision = c.choose(source).value();
  CHECK(source.used() == 3);
  CHECK(c.report(decision, 0, kId).value().encode() ==
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":3,"level":0,"bit":0})");
  CHECK(c.report(decision, 1, kId).value().encode() ==
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":3,"level":0,"bit":1})");
  CHECK(c.neutral_report(decision, kId).value().encode() ==
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":3,"level":0,"bit":1})");
}

TEST_CASE("a noisy report carries reward times 1024 plus the noise drawn beforehand") {
  MultiArmedClient c = client(Algorithm::he_ldp_ucb_laplace, {0.5, 1});
  MultiArmedSnapshot s = snapshot();
  s.forced_arm = 0;
  REQUIRE(c.set_snapshot(s).ok());
  SplitMix64 random(42);
  const PreparedDecision decision = c.choose(random).value();
  const std::int64_t noise = std::get<DiscreteLaplaceMechanism::Prepared>(decision.noise()).noise();
  REQUIRE(noise != 0);
  for (const auto& [feedback, k] : {std::pair{0.0, 0}, {0.5, 512}, {1.0, 1024}, {7.0, 1024}}) {
    const ArmReport report = c.report(decision, feedback, kId).value();
    CHECK(report.payload() == Payload::noisy);
    CHECK(report.level() == 1);
    CHECK(report.value() == noise + k);
  }
}

TEST_CASE("a Gaussian report carries the reward on the grid of its level plus noise") {
  MultiArmedClient c = client(Algorithm::ldp_gaussian_ucb, {0.5, 1});
  MultiArmedSnapshot s = snapshot();
  s.forced_arm = 0;
  REQUIRE(c.set_snapshot(s).ok());
  SplitMix64 random(42);
  const PreparedDecision decision = c.choose(random).value();
  const double noise = std::get<DiscreteGaussianMechanism::Prepared>(decision.noise()).noise();
  for (const double feedback : {0.0, 0.5, 1.0}) {
    const ArmReport report = c.report(decision, feedback, kId).value();
    CHECK(report.payload() == Payload::gaussian);
    CHECK(report.level() == 1);
    CHECK(std::ldexp(report.value(), -24) == noise + feedback);
    CHECK(report.encode() ==
          R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":0,"level":1,"noisy":)" +
              std::to_string(report.value()) + "}");
  }
  const ArmReport silence = c.neutral_report(decision, kId).value();
  CHECK(silence.payload() == Payload::gaussian);
  CHECK(std::ldexp(silence.value(), -24) != noise);  // noise of its own
}

TEST_CASE(
    "a window report carries an integer of 0..M + L - 1, close to the reward if the coin says so") {
  MultiArmedClient c = client(Algorithm::ldp_thompson_graded, {0.5, 1});
  SplitMix64 random(42);
  const WindowScale scale = WindowScale::create(1).value();
  CHECK(c.guarantee().epsilon() == scale.epsilon());
  int inside = 0;
  for (int i = 0; i < 200; ++i) {
    const PreparedDecision decision = c.choose(random).value();
    const bool is_inside =
        std::get<WindowMechanism::Prepared>(decision.noise()).coin() < scale.inside();
    inside += is_inside ? 1 : 0;
    for (const auto& [feedback, k] : {std::pair{0.0, 0}, {0.5, 512}, {1.0, 1024}, {7.0, 1024}}) {
      const ArmReport report = c.report(decision, feedback, kId).value();
      REQUIRE(report.payload() == Payload::window);
      REQUIRE(report.value() >= 0);
      REQUIRE(report.value() <= 1818);
      REQUIRE(is_inside == (report.value() >= k && report.value() < k + 795));
    }
    CHECK(c.neutral_report(decision, kId).value().payload() == Payload::window);
  }
  CHECK(inside > 100);  // .6785 of 200; fewer with a probability below 1e-7
  const PreparedDecision decision = c.choose(random).value();
  const ArmReport report = c.report(decision, 0.25, kId).value();
  CHECK(report.encode() == R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":0,"arm":)" +
                               std::to_string(decision.arm()) + R"(,"level":1,"noisy":)" +
                               std::to_string(report.value()) + "}");
}

TEST_CASE("a Gaussian experiment needs a page that has pinned at least its delta") {
  const auto create = [](double pinned_delta) {
    return MultiArmedClient::create(experiment(Algorithm::ldp_gaussian_ucb),
                                    RewardTransform::unit(), 0, 1, pinned_delta);
  };
  for (const double pinned : {0.0, 0.99e-6, -1.0, kNan}) {
    const auto result = create(pinned);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::manifest_mismatch);
    CHECK(result.error().parameter == "delta");
    CHECK(result.error().value == 1e-6);
  }
  for (const double pinned : {1e-6, 1e-5}) {
    const Guarantee guarantee = create(pinned).value().guarantee();
    CHECK(guarantee.delta() <= 1e-6);
    CHECK(guarantee.cost().delta_femto == 1'000'000'000);
    CHECK(guarantee.cost().epsilon_micro == 1'000'000);
  }
}

TEST_CASE("silence is reported as the neutral feedback is, with noise of its own") {
  const RewardTransform clip = RewardTransform::clip(-10, 10).value();
  for (const double neutral : {-10.0, 10.0, -5.0}) {
    MultiArmedClient c =
        MultiArmedClient::create(experiment(Algorithm::he_ldp_ucb_laplace), clip, neutral, 1)
            .value();
    MultiArmedSnapshot s = snapshot();
    s.forced_arm = 0;
    REQUIRE(c.set_snapshot(s).ok());
    SplitMix64 random(7);
    for (int i = 0; i < 100; ++i) {
      SplitMix64 later = random;
      const PreparedDecision decision = c.choose(random).value();
      REQUIRE(DiscreteLaplaceMechanism::create(1).value().prepare(later).ok());
      const PreparedDecision next = c.choose(later).value();  // its answer has that noise
      REQUIRE(c.neutral_report(decision, kId).value().encode() ==
              c.report(next, neutral, kId).value().encode());
    }
  }
}

TEST_CASE("the report for silence, found beside the answer, says nothing about the answer") {
  // The four pairs (silence, answer) must be as likely as if drawn apart: with one coin for both,
  // "silence 0, answer 1" would be certain to come from an answer of 1.
  MultiArmedClient c = client();
  SplitMix64 random(12);
  constexpr int kDraws = 40'000;
  for (const double answer : {0.0, 1.0}) {
    int pairs[2][2] = {};
    for (int i = 0; i < kDraws; ++i) {
      const PreparedDecision decision = c.choose(random).value();
      const auto silence = c.neutral_report(decision, kId).value().value();
      ++pairs[silence][c.report(decision, answer, kId).value().value()];
    }
    const double flip = ConvertToBernoulli::create(1).value().law().flip_probability();
    for (const int silence : {0, 1}) {
      for (const int said : {0, 1}) {
        const double expected = kDraws * (silence == 1 ? flip : 1 - flip) *
                                (said == static_cast<int>(answer) ? 1 - flip : flip);
        // Five standard deviations and more: a false alarm of 1e-6 at worst.
        CHECK(std::abs(pairs[silence][said] - expected) < 5 * std::sqrt(expected));
      }
    }
  }
}

TEST_CASE("feedback goes through the reward transform on the device") {
  const RewardTransform clip = RewardTransform::clip(-10, 10).value();
  MultiArmedClient c =
      MultiArmedClient::create(experiment(Algorithm::he_ldp_ucb_laplace), clip, -10, 1).value();
  SplitMix64 random(8);
  const PreparedDecision decision = c.choose(random).value();
  const auto value = [&](double feedback) {
    return c.report(decision, feedback, kId).value().value();
  };
  CHECK(value(0) - value(-10) == 512);
  CHECK(value(10) - value(-10) == 1024);
  CHECK(value(1e308) == value(10));
}

TEST_CASE("feedback that is no number is refused, not echoed, and the decision stays good") {
  MultiArmedClient c = client();
  SplitMix64 random(9);
  const PreparedDecision decision = c.choose(random).value();
  const std::string before = c.report(decision, 1, kId).value().encode();
  for (const double feedback : {kNan, kInfinity, -kInfinity}) {
    const auto result = c.report(decision, feedback, kId);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::invalid_argument);
    CHECK(result.error().parameter == "reward");
    CHECK(result.error().value == 0);
  }
  CHECK(c.report(decision, 1, kId).value().encode() == before);
}

TEST_CASE("a decision of another client is refused") {
  MultiArmedClient bits = client(Algorithm::weighted_ldp_ucb, {0.5, 1});
  MultiArmedClient noisy = client(Algorithm::he_ldp_ucb_laplace, {0.5, 1});
  MultiArmedClient lower = client(Algorithm::weighted_ldp_ucb, {0.5, 1}, 0.5);
  SplitMix64 random(10);
  const PreparedDecision decision = bits.choose(random).value();
  for (const MultiArmedClient* other : {&noisy, &lower}) {
    for (const auto& result :
         {other->report(decision, 1, kId), other->neutral_report(decision, kId)}) {
      REQUIRE_FALSE(result.ok());
      CHECK(result.error().parameter == "decision");
    }
  }
}

TEST_CASE("creation refuses what it cannot randomise") {
  const auto parameter = [](MultiArmedExperiment e, double neutral, double pinned) {
    const auto result = MultiArmedClient::create(e, RewardTransform::unit(), neutral, pinned);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::invalid_argument);
    return std::string(result.error().parameter);
  };
  const MultiArmedExperiment good = experiment(Algorithm::weighted_ldp_ucb);
  for (const double pinned : {0.0, -1.0, 33.0, kNan, kInfinity}) {
    CHECK(parameter(good, 0, pinned) == "epsilon");
  }
  for (const double neutral : {kNan, kInfinity, -kInfinity}) {
    CHECK(parameter(good, neutral, 1) == "neutral");
  }
  for (const Algorithm algorithm : {Algorithm::ucb1, Algorithm::uniform}) {
    CHECK(parameter(experiment(algorithm), 0, 1) == "algorithm");
  }
  for (const std::uint32_t arms : {0u, 4097u, 0xffffffffu}) {
    MultiArmedExperiment e = good;
    e.arms = arms;
    CHECK(parameter(e, 0, 1) == "arms");
  }
  for (const std::vector<double>& levels :
       {std::vector<double>{}, {kNan}, {0.0}, {129.0}, {1.0, 1.0}, {2.0, 1.0}}) {
    MultiArmedExperiment e = good;
    e.levels = levels;
    CHECK(parameter(e, 0, 1) == "levels");
  }
}
