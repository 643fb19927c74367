#include "client/convex_client.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "protocol/convex_experiments.hpp"
#include "protocol/public_direction.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::bytes_of;
using test::ScriptedSource;
using test::SplitMix64;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr ReportId kId{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t kCoin = 0x0706050403020100;

const ConvexSet kBox = test::box({0, 0, 0}, {1, 2, 4});

ConvexClient client(const ConvexExperiment& experiment, double neutral = 0) {
  return ConvexClient::create(experiment, neutral, 2, experiment.delta).value();
}

ConvexSnapshot snapshot(std::vector<double> point, double radius) {
  ConvexSnapshot made{.id = 12, .reports = 5};
  made.answer = point;
  made.point = std::move(point);
  made.radius = radius;
  return made;
}

ReceivedConvexReport received(const Result<std::string>& report, const ConvexExperiment& e) {
  REQUIRE(report.ok());
  return decode_convex_report(bytes_of(report.value()), e).value();
}

// Lies between the words that give 0 and those that give 1 for v = -1.
std::uint64_t flip_threshold() { return ConvertToBernoulli::create(1).value().law().threshold(); }

TEST_CASE("two points lie on both sides of the snapshot's, the way that the coin says") {
  ConvexClient c = client(test::two_point(kBox));
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  ScriptedSource source({kCoin, 1, 2});
  const PreparedPoints decision = c.choose(source).value();
  CHECK(source.used() == 3);
  CHECK(decision.answer.coin == kCoin);
  CHECK(decision.policy == Policy::snapshot);
  const std::vector<int> grid{10492, -2640, 12302};  // public_direction_test.cpp
  for (std::size_t i = 0; i < 3; ++i) {
    const double step = 0.25 * grid[i] / 16384;
    CHECK(decision.first[i] == Approx(std::vector<double>{0.5, 1, 2}[i] + step).epsilon(1e-14));
    CHECK(decision.second[i] == Approx(std::vector<double>{0.5, 1, 2}[i] - step).epsilon(1e-14));
  }
}

TEST_CASE("a radius next to nothing stops no answer, whatever the losses are") {
  ConvexExperiment e = test::two_point(kBox);
  e.lipschitz = 0.125;
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, std::numeric_limits<double>::denorm_min())).ok());
  SplitMix64 random(5);
  const PreparedPoints decision = c.choose(random).value();
  const Result<ConvexAnswer> answer = ConvexAnswer::unseal(decision.answer.seal());
  REQUIRE(answer.ok());
  const auto said = [&](double first, double second) {
    const auto statement = c.state(answer.value(), std::vector<double>{first, second});
    return static_cast<double>(statement.value().value.value()) * 0x1p-31 - 1;
  };
  CHECK(said(0.5, 0.5) == 0);
  CHECK(said(0.75, 0.5) == 1);
  CHECK(said(-1e308, 1e308) == -1);
}

TEST_CASE("the report about two points says how much worse the first is, in the largest unit") {
  const ConvexExperiment e = [] {
    ConvexExperiment experiment = test::two_point(kBox);
    experiment.lipschitz = 2;
    return experiment;
  }();
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  SplitMix64 random(3);
  const PreparedPoints decision = c.choose(random).value();
  const auto said = [&](double first, double second) {
    const auto statement = c.state(decision.answer, std::vector<double>{first, second});
    return std::pair(static_cast<double>(statement.value().value.value()) * 0x1p-31 - 1,
                     statement.value().is_clamped);
  };
  // 2 rho G = 1.
  CHECK(said(7.5, 7) == std::pair(0.5, false));
  CHECK(said(7, 7.25) == std::pair(-0.25, false));
  CHECK(said(8, 7) == std::pair(1.0, false));
  CHECK(said(8.1, 7) == std::pair(1.0, true));
  CHECK(said(-1e308, 1.7e308) == std::pair(-1.0, true));
  CHECK(said(3, 3) == std::pair(0.0, false));
  const auto report = received(c.report(decision.answer, std::vector<double>{8, 7}, kId), e);
  CHECK(report.snapshot == 12);
  CHECK(report.coin == decision.answer.coin);
}

TEST_CASE("without the clamp a wrong Lipschitz constant would void the promise") {
  // The same coins, whatever the losses: beyond the range the report is that of its end.
  const ConvexExperiment e = test::two_point(kBox);
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  SplitMix64 random(5);
  for (int i = 0; i < 200; ++i) {
    const PreparedPoints decision = c.choose(random).value();
    const auto bytes = [&](double difference) {
      return c.report(decision.answer, std::vector<double>{difference, 0}, kId).value();
    };
    CHECK(bytes(0.5) == bytes(1e6));
    CHECK(bytes(-0.5) == bytes(-1e300));
  }
}

TEST_CASE("a preference for the first point is a smaller loss of it") {
  const ConvexExperiment e = test::comparison(kBox);
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.125)).ok());
  // Coins at the flip threshold: 0 for v = -1, 1 for v = 1.
  ScriptedSource source({kCoin, flip_threshold(), flip_threshold()});
  const PreparedPoints decision = c.choose(source).value();
  const auto bit = [&](double preference) {
    return received(c.report(decision.answer, std::vector<double>{preference}, kId), e).value;
  };
  CHECK(bit(1) == 0);
  CHECK(bit(-1) == 1);
  CHECK(c.state(decision.answer, std::vector<double>{1.5}).value().is_clamped);
  CHECK_FALSE(c.state(decision.answer, std::vector<double>{-1}).value().is_clamped);
  CHECK_FALSE(c.state(decision.answer, std::vector<double>{1, 2}).ok());
}

TEST_CASE("one loss is reported by where it lies in its range") {
  ConvexExperiment e = test::one_point(kBox);
  e.loss_low = -0.2;
  e.loss_high = 1.7;
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  ScriptedSource source({kCoin, flip_threshold(), flip_threshold()});
  const PreparedPoints decision = c.choose(source).value();
  CHECK(decision.second.empty());
  const auto said = [&](double loss) {
    return c.state(decision.answer, std::vector<double>{loss}).value();
  };
  CHECK(said(-0.2).value.value() <= 1);
  CHECK(said(1.7).value.value() >= kUnitReward - 1);
  CHECK(said(0.75).value.value() == Approx(kUnitReward / 2.0).margin(1));
  CHECK_FALSE(said(-0.2).is_clamped);
  CHECK_FALSE(said(1.7).is_clamped);
  CHECK(said(1.71).is_clamped);
  CHECK(said(-1e308).is_clamped);
  CHECK(received(c.report(decision.answer, std::vector<double>{-5}, kId), e).value == 0);
  CHECK(received(c.report(decision.answer, std::vector<double>{5}, kId), e).value == 1);
}

TEST_CASE("a report with Gaussian noise names the coin, and an integer") {
  ConvexExperiment e = test::two_point(kBox);
  e.mechanism = ScalarMechanism::gaussian;
  e.delta = 1e-5;
  REQUIRE(validate(e).ok());
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  SplitMix64 source(1);
  const PreparedPoints decision = c.choose(source).value();
  const auto report = received(c.report(decision.answer, std::vector<double>{1, 0}, kId), e);
  CHECK(report.coin == decision.answer.coin);
  CHECK(report.snapshot == 12);
}

TEST_CASE("a shape turns and stretches the direction") {
  const ConvexExperiment e = test::one_point(test::ball({1, 1, 1}, 2), ConvexLosses::smooth);
  ConvexClient c = client(e);
  ConvexSnapshot made{.id = 12, .reports = 5};
  made.point = made.answer = {1, 1, 1};
  made.shape = {0.5, 0.25, 0, 0, 1, 0, -0.5, 0, 0.125};
  REQUIRE(c.set_snapshot(made).ok());
  ScriptedSource source({kCoin, 1, 2});
  const PreparedPoints decision = c.choose(source).value();
  const double u[] = {10492 / 16384.0, -2640 / 16384.0, 12302 / 16384.0};
  CHECK(decision.first[0] == Approx(1 + 0.5 * u[0] + 0.25 * u[1]));
  CHECK(decision.first[1] == Approx(1 + u[1]));
  CHECK(decision.first[2] == Approx(1 - 0.5 * u[0] + 0.125 * u[2]));
}

TEST_CASE("of three points a device plays one, drawn from the weights, and says which") {
  const ConvexExperiment e = test::stochastic();
  ConvexClient c = client(e);
  ConvexSnapshot made{.id = 12, .reports = 5};
  made.points = {0.25, 0.5, 0.75};
  made.weights = {0, 0.25, 0.75};
  made.answer = {0.5};
  REQUIRE(c.set_snapshot(made).ok());
  const auto played = [&](std::uint64_t word) {
    ScriptedSource source({word, 1, 2});
    const PreparedPoints decision = c.choose(source).value();
    const auto report = received(c.report(decision.answer, std::vector<double>{0.5}, kId), e);
    CHECK(made.points[report.arm] == decision.first[0]);
    CHECK(report.coin == 0);
    return report.arm;
  };
  CHECK(played(0) == 1);
  CHECK(played((std::uint64_t{1} << 62) - 1) == 1);
  CHECK(played(std::uint64_t{1} << 62) == 2);
  CHECK(played(~std::uint64_t{0}) == 2);
}

TEST_CASE("nothing that a device plays is outside the set, with a snapshot at its edge or none") {
  SplitMix64 random(6);
  for (const ConvexSet& set : test::sets_of_all_kinds()) {
    const ConvexExperiment e = test::comparison(set);
    ConvexClient c = client(e);
    for (int i = 0; i < 300; ++i) {
      if (i == 100) {
        const ConvexCentre& centre = c.centre();
        REQUIRE(c.set_snapshot(snapshot(centre.point, centre.inner)).ok());
      }
      const PreparedPoints decision = c.choose(random).value();
      CHECK(decision.policy == (i < 100 ? Policy::offline_uniform : Policy::snapshot));
      for (const auto& point : {decision.first, decision.second}) {
        CAPTURE(static_cast<int>(set.kind), i);
        CHECK(is_in_hull(set, point));
        const bool is_exact = set.kind == ConvexSetKind::box || set.kind == ConvexSetKind::simplex;
        CHECK(depth(set, point) >= (is_exact ? 0 : -1e-12));
      }
    }
  }
}

TEST_CASE("silence has noise of its own, and says the neutral loss") {
  const ConvexExperiment e = test::one_point(kBox);
  const std::uint64_t threshold = flip_threshold();
  // A coin just above the threshold is 0 for the least loss, and 1 for the middle one.
  ScriptedSource low({kCoin, 0, threshold});
  CHECK(received(client(e, 0).neutral_report(client(e, 0).choose(low).value(), kId), e).value == 0);
  ScriptedSource middle({kCoin, 0, threshold});
  const ConvexClient c = client(e, 0.5);
  const PreparedPoints decision = c.choose(middle).value();
  CHECK(received(c.neutral_report(decision, kId), e).value == 1);
  // The answer's coin is another one.
  CHECK(std::get<ConvertToBernoulli::Prepared>(decision.answer.noise).coin() == 0);
  // Equal losses, whatever they are; no preference.
  const ConvexExperiment pair = test::two_point(kBox);
  ScriptedSource high({kCoin, 0, (std::uint64_t{1} << 63) - 1});
  const ConvexClient of_pair = client(pair, 7);
  CHECK(received(of_pair.neutral_report(of_pair.choose(high).value(), kId), pair).value == 1);
}

TEST_CASE("a sealed decision comes back, and nothing else is taken for one") {
  const ConvexExperiment e = test::two_point(kBox);
  ConvexClient c = client(e);
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  SplitMix64 random(2);
  const PreparedPoints decision = c.choose(random).value();
  std::vector<std::byte> sealed = decision.answer.seal();
  const ConvexAnswer back = ConvexAnswer::unseal(sealed).value();
  const std::vector<double> losses{0.1, 0.3};
  CHECK(c.report(back, losses, kId).value() == c.report(decision.answer, losses, kId).value());
  sealed.pop_back();
  CHECK_FALSE(ConvexAnswer::unseal(sealed).ok());
  std::vector<std::byte> wild(sizeof(ConvexAnswer), std::byte{0xff});
  CHECK_FALSE(ConvexAnswer::unseal(wild).ok());

  const ConvexExperiment laplace = [&] {
    ConvexExperiment other = e;
    other.mechanism = ScalarMechanism::laplace;
    return other;
  }();
  CHECK(client(laplace).report(back, losses, kId).error().parameter == "decision");
}

TEST_CASE("a wiped decision has no noise left") {
  ConvexClient c = client(test::two_point(kBox));
  SplitMix64 random(2);
  PreparedPoints decision = c.choose(random).value();
  decision.answer.wipe();
  for (const std::byte byte : std::as_bytes(std::span(&decision.answer.noise, 1))) {
    CHECK(byte == std::byte{0});
  }
}

TEST_CASE("losses that are none are refused without their value, and the decision stays") {
  const ConvexExperiment e = test::two_point(kBox);
  ConvexClient c = client(e);
  SplitMix64 random(2);
  const PreparedPoints decision = c.choose(random).value();
  for (const double wrong : {kNan, HUGE_VAL, -HUGE_VAL}) {
    const auto refused = c.report(decision.answer, std::vector<double>{0, wrong}, kId);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().parameter == "feedback");
    CHECK(refused.error().value == 1);  // its position
  }
  CHECK(c.report(decision.answer, std::vector<double>{0}, kId).error().parameter == "feedback");
  CHECK(c.report(decision.answer, std::vector<double>{0, 1}, kId).ok());
}

TEST_CASE("a page pins what one report about points may cost") {
  const ConvexExperiment e = test::two_point(kBox, 1);
  CHECK(ConvexClient::create(e, 0, 1).ok());
  const auto dear = ConvexClient::create(e, 0, 0.9);
  CHECK(dear.error().code == ErrorCode::manifest_mismatch);
  ConvexExperiment gaussian = e;
  gaussian.mechanism = ScalarMechanism::gaussian;
  gaussian.delta = 1e-6;
  CHECK(ConvexClient::create(gaussian, 0, 1, 1e-6).ok());
  CHECK(ConvexClient::create(gaussian, 0, 1, 1e-7).error().parameter == "delta");
  CHECK(client(e).guarantee().cost().epsilon_micro == 1'000'000);
  CHECK(ConvexClient::create(e, kNan, 1).error().parameter == "neutral");
  CHECK(ConvexClient::create(e, 0, 33).error().parameter == "epsilon");
  const ConvexExperiment empty = test::two_point(test::polytope(1, {1, -1}, {0, -1}, 1));
  CHECK(ConvexClient::create(empty, 0, 1).error().parameter == "set");
}

TEST_CASE("a refused snapshot changes nothing") {
  ConvexClient c = client(test::two_point(kBox));
  REQUIRE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.25)).ok());
  CHECK_FALSE(c.set_snapshot(snapshot({0.5, 1, 2}, 0.75)).ok());
  ScriptedSource source({kCoin, 1, 2});
  CHECK(c.choose(source).value().answer.snapshot == 12);
  CHECK(c.choose(source).error().code == ErrorCode::insecure_randomness);
}

}  // namespace
}  // namespace ldp
