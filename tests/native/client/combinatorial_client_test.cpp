#include "client/combinatorial_client.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "client/combinatorial_fixtures.hpp"
#include "oracles/super_arm.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

std::uint64_t flip_threshold() { return ConvertToBernoulli::create(1).value().law().threshold(); }

}  // namespace

TEST_CASE("a bit report names the arm of the snapshot and is about that arm's outcome alone") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_bit);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  // The second of two slates; then the coin of an answer, which is just not 0 for an outcome of 0,
  // and that of silence, which is.
  ScriptedSource source({1, flip_threshold(), flip_threshold() - 1});
  const PreparedSlate decision = c.choose(source).value();
  CHECK(source.used() == 3);
  CHECK(decision.arms() == std::vector<std::uint32_t>{1, 3, 5});
  CHECK(decision.reported() == 1);
  CHECK(decision.snapshot() == 12);
  const std::string head =
      R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":1,"level":0,"bit":)";
  for (int pattern = 0; pattern < 8; ++pattern) {
    const std::vector<double> outcomes{double(pattern & 1), double(pattern >> 1 & 1),
                                       double(pattern >> 2)};
    CHECK(c.report(decision.answer, outcomes, kId).value() == head + ((pattern & 1) ? "1}" : "0}"));
  }
  CHECK(c.neutral_report(decision, kId).value() == head + "1}");
}

TEST_CASE("the Laplace report is the outcome of the reported arm times 1024 plus noise") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp2);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  SplitMix64 random(42);
  for (int i = 0; i < 20; ++i) {
    const PreparedSlate decision = c.choose(random).value();
    const auto& coin = std::get<DiscreteLaplaceMechanism::Prepared>(decision.answer.coin);
    const std::vector<double> outcomes{0.25, 0.5, 1};
    const auto report = received(c.report(decision.answer, outcomes, kId).value(), e);
    CHECK(report.arms == std::vector<std::uint32_t>{decision.reported()});
    const double said = decision.reported() == 4 ? 1 : 0.25;
    CHECK(report.values == std::vector<std::int32_t>{
                               static_cast<std::int32_t>(coin.noise() + std::lround(1024 * said))});
  }
}

TEST_CASE("CUCB-LDP1 reports every arm of the slate, each with the noise of its share") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp1);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  SplitMix64 random(42);
  const PreparedSlate decision = c.choose(random).value();
  const std::vector<double> noise = decision.answer.noise.in_units();
  REQUIRE(noise.size() == 3);
  const std::vector<double> outcomes{0.25, 0.5, 1};
  const auto report = received(c.report(decision.answer, outcomes, kId).value(), e);
  CHECK(report.arms == decision.arms());
  for (std::size_t i = 0; i < 3; ++i) CHECK(report.values[i] == 1024 * (outcomes[i] + noise[i]));
  // Lap(3): what an answer and silence have drawn is not the same.
  CHECK(received(c.neutral_report(decision, kId).value(), e).values != report.values);
}

TEST_CASE("a sum report is a bit about the sum over the most arms that there can be") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_sum);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  const RandomizedResponse law = ConvertToBernoulli::create(1).value().law();
  for (const double share : {0.0, 1.0 / 3, 0.5, 1.0}) {
    // The coin decides exactly at the threshold of the share.
    const std::uint64_t threshold =
        law.threshold_at(static_cast<std::uint64_t>(std::floor(share * 0x1p32 + 0.5)));
    for (const std::uint64_t coin : {threshold - 1, threshold}) {
      ScriptedSource source({0, coin, 0});
      const PreparedSlate decision = c.choose(source).value();
      CHECK(decision.arms() == std::vector<std::uint32_t>{0, 2, 4});
      CHECK(decision.reported() == 0);
      const double total = 3 * share;
      const std::vector<double> outcomes{std::min(1.0, total), std::clamp(total - 1, 0.0, 1.0),
                                         std::clamp(total - 2, 0.0, 1.0)};
      const auto report = received(c.report(decision.answer, outcomes, kId).value(), e);
      CHECK(report.values.front() == (coin < threshold ? 1 : 0));
    }
  }
}

TEST_CASE(
    "of sets with super arms of several sizes a sum is shared by the largest, a mean by each") {
  DecisionSet set = test::list_of(4, {{0}, {1, 2, 3}});
  for (const SetReward reward : {SetReward::sum, SetReward::mean}) {
    set.reward = reward;
    const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_sum, set);
    CombinatorialClient c = slate_client(e);
    CombinatorialSnapshot s = slate_snapshot(e);
    s.ends = {1};
    s.arms = {0};
    s.reported = {0};
    REQUIRE(c.set_snapshot(s).ok());
    // An outcome of 1 is a sum of 1 of 3, and a mean of 1: this coin tells them apart.
    const std::uint64_t third =
        ConvertToBernoulli::create(1).value().law().threshold_at(std::uint64_t{1} << 31);
    ScriptedSource source({third, 0});
    const PreparedSlate decision = c.choose(source).value();
    const auto report = received(c.report(decision.answer, std::vector{1.0}, kId).value(), e);
    CHECK(report.values.front() == (reward == SetReward::mean ? 1 : 0));
  }
}

TEST_CASE("slates are drawn alike, and where the device names the arm so are the arms of a slate") {
  CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_bit);
  e.coordinate = Coordinate::uniform;
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  SplitMix64 random(3);
  std::array<int, 6> counts{};
  constexpr int kDraws = 12'000;
  for (int i = 0; i < kDraws; ++i) ++counts[c.choose(random).value().reported()];
  double chi_square = 0;
  for (const int count : counts) chi_square += std::pow(count - kDraws / 6.0, 2) / (kDraws / 6.0);
  // Five degrees of freedom: a false alarm of 1e-7.
  CHECK(chi_square < 41);
}

TEST_CASE("the cost of a report is the pinned epsilon at most, however many arms it is about") {
  for (const Algorithm algorithm : kSlateAlgorithms) {
    const CombinatorialClient c = slate_client(slate_experiment(algorithm));
    CHECK(c.guarantee().epsilon() <= 1);
    CHECK(c.guarantee().delta() == 0);
    CHECK(c.guarantee().cost().epsilon_micro == 1'000'000);
  }
}

TEST_CASE("a device reports at the largest level that its page allows") {
  CombinatorialExperiment e = slate_experiment(Algorithm::combinatorial_thompson);
  e.reports.levels = {0.5, 1, 2};
  CHECK(slate_client(e, 0.5).level() == 0);
  CHECK(slate_client(e, 1.9).level() == 1);
  CHECK(slate_client(e, 32).level() == 2);
  const auto refused = CombinatorialClient::create(e, RewardTransform::unit(), 0, 0.4);
  CHECK(refused.error().code == ErrorCode::manifest_mismatch);
  CHECK(refused.error().parameter == "levels");
}

TEST_CASE("a decision survives being kept as bytes, and other bytes are refused") {
  for (const Algorithm algorithm : kSlateAlgorithms) {
    const CombinatorialExperiment e = slate_experiment(algorithm);
    CombinatorialClient c = slate_client(e);
    REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
    SplitMix64 random(9);
    PreparedSlate decision = c.choose(random).value();
    const std::vector<std::byte> sealed = decision.answer.seal();
    const SlateAnswer again = SlateAnswer::unseal(sealed).value();
    const std::vector<double> outcomes{1, 0, 1};
    CHECK(c.report(again, outcomes, kId).value() ==
          c.report(decision.answer, outcomes, kId).value());
    for (const std::size_t length : {std::size_t{0}, std::size_t{8}, sealed.size() - 1}) {
      CHECK(SlateAnswer::unseal(std::span(sealed).first(length)).error().parameter == "decision");
    }
    decision.answer.wipe();
    CHECK(decision.answer.coin.index() == 0);
    for (const std::int64_t number : decision.answer.noise.numbers()) CHECK(number == 0);
    if (algorithm != Algorithm::cucb_ldp1) {
      CHECK(c.report(decision.answer, outcomes, kId).error().parameter == "decision");
    }
  }
}

TEST_CASE("outcomes that are none are refused by their place, without their value") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_bit);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  SplitMix64 random(9);
  const PreparedSlate decision = c.choose(random).value();
  for (const std::size_t count : {0, 1, 2, 4}) {
    const auto refused = c.report(decision.answer, std::vector<double>(count, 0.5), kId);
    CHECK(refused.error().parameter == "outcomes");
    CHECK(refused.error().value == static_cast<double>(count));
  }
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    for (std::size_t place = 0; place < 3; ++place) {
      std::vector<double> outcomes{0.5, 0.5, 0.5};
      outcomes[place] = bad;
      const auto refused = c.report(decision.answer, outcomes, kId);
      CHECK(refused.error().parameter == "outcomes");
      CHECK(refused.error().value == static_cast<double>(place));
    }
  }
}

TEST_CASE("an answer to a slate of another client is refused") {
  SplitMix64 random(9);
  const std::vector<double> outcomes{1, 1, 1};
  for (const Algorithm mine : kSlateAlgorithms) {
    const CombinatorialExperiment e = slate_experiment(mine);
    CombinatorialClient c = slate_client(e);
    REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
    for (const Algorithm other :
         {Algorithm::cucb_ldp_bit, Algorithm::cucb_ldp2, Algorithm::cucb_ldp1}) {
      const CombinatorialExperiment theirs = slate_experiment(other);
      if (payload(theirs.reports) == payload(e.reports)) continue;
      CombinatorialClient stranger = slate_client(theirs);
      REQUIRE(stranger.set_snapshot(slate_snapshot(theirs)).ok());
      const PreparedSlate decision = stranger.choose(random).value();
      CHECK(c.report(decision.answer, outcomes, kId).error().parameter == "decision");
      CHECK(c.neutral_report(decision, kId).error().parameter == "decision");
    }
  }
}

TEST_CASE("a snapshot with a slate that is no super arm is refused, and the one in use stays") {
  const CombinatorialExperiment e = slate_experiment(Algorithm::cucb_ldp_bit);
  CombinatorialClient c = slate_client(e);
  REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
  const auto refused = [&](std::vector<std::uint32_t> arms, std::uint32_t reported) {
    CombinatorialSnapshot s = slate_snapshot(e);
    s.id = 13;
    s.ends = {3, static_cast<std::uint32_t>(3 + arms.size())};
    s.arms = {0, 2, 4};
    s.arms.insert(s.arms.end(), arms.begin(), arms.end());
    s.reported = {4, reported};
    const Status status = c.set_snapshot(s);
    SplitMix64 random(1);
    CHECK(c.choose(random).value().snapshot() == 12);
    return status.ok() ? "accepted" : std::string(status.error().parameter);
  };
  CHECK(refused({0, 1, 2}, 0) == "slates");     // two of a kind
  CHECK(refused({0, 2}, 0) == "slates");        // too few
  CHECK(refused({0, 2, 4, 5}, 0) == "slates");  // too many
  CHECK(refused({0, 2, 2}, 0) == "slates");     // an arm twice
  CHECK(refused({4, 2, 0}, 0) == "slates");     // not ascending
  CHECK(refused({0, 2, 6}, 0) == "slates");     // no such arm
  CHECK(refused({}, 0) == "slates");
  CHECK(refused({1, 3, 5}, 2) == "reported");  // an arm of no slate
}

TEST_CASE("without secure randomness there is no decision") {
  for (const Algorithm algorithm : kSlateAlgorithms) {
    const CombinatorialExperiment e = slate_experiment(algorithm);
    CombinatorialClient c = slate_client(e);
    ScriptedSource dry({1, 2});
    CHECK(c.choose(dry).error().code == ErrorCode::insecure_randomness);
    REQUIRE(c.set_snapshot(slate_snapshot(e)).ok());
    ScriptedSource empty({1});
    CHECK(c.choose(empty).error().code == ErrorCode::insecure_randomness);
  }
}

TEST_CASE("creation refuses what cannot be played or randomised") {
  const auto parameter = [](const CombinatorialExperiment& e, double neutral, double pinned) {
    const auto result = CombinatorialClient::create(e, RewardTransform::unit(), neutral, pinned);
    REQUIRE_FALSE(result.ok());
    return std::string(result.error().parameter);
  };
  const CombinatorialExperiment good = slate_experiment(Algorithm::cucb_ldp_bit);
  for (const double pinned : {0.0, -1.0, 33.0, kNan})
    CHECK(parameter(good, 0, pinned) == "epsilon");
  for (const double neutral : {kNan, kInfinity}) CHECK(parameter(good, neutral, 1) == "neutral");
  for (const Algorithm algorithm :
       {Algorithm::cucb, Algorithm::cucb_dp, Algorithm::weighted_ldp_ucb, Algorithm::ldp_linucb}) {
    CombinatorialExperiment e = good;
    e.reports.algorithm = algorithm;
    CHECK(parameter(e, 0, 1) == "algorithm");
  }
  CombinatorialExperiment empty = good;
  empty.set.most = {1, 1, 0};
  CHECK(parameter(empty, 0, 1) == "set");
  CombinatorialExperiment shared = slate_experiment(Algorithm::cucb_ldp1);
  shared.reports.levels = {0x1p-9};  // a third of it is below the least epsilon of a number
  CHECK(parameter(shared, 0, 1) == "epsilon");
}
