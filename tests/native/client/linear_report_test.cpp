#include "protocol/linear_report.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "client/linear_client.hpp"
#include "client/linear_fixtures.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

PreparedLinearDecision decide(LinearClient& client, std::uint64_t seed = 1) {
  SplitMix64 random(seed);
  return client.choose(kRows, 3, random).value();
}

LinearClient client_with_snapshot(const LinearExperiment& experiment, double neutral = 0) {
  LinearClient client = linear_client(experiment, neutral);
  REQUIRE(client.set_snapshot(linear_snapshot()).ok());
  return client;
}

std::vector<std::int32_t> values(const LinearClient& client, const LinearAnswer& answer,
                                 double feedback) {
  return client.report(answer, feedback, kId).value().values();
}

}  // namespace

TEST_CASE("a linear report costs what its experiment says, whichever part it is") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    const Guarantee guarantee = linear_client(experiment).guarantee();
    CHECK(guarantee.epsilon() <= 1);
    CHECK(guarantee.cost().epsilon_micro == 1'000'000);
    CHECK(guarantee.delta() <= experiment.delta);
    CHECK(guarantee.cost().delta_femto == (experiment.delta > 0 ? 10'000'000'000u : 0u));
  }
}

TEST_CASE(
    "a Gaussian report is the integers of (x x', y x) or (x, y) plus the noise drawn before") {
  for (const Algorithm algorithm : {Algorithm::ldp_linucb, Algorithm::online_ldp_linucb}) {
    LinearClient client =
        client_with_snapshot(linear_experiment(algorithm, LinearMechanism::gaussian));
    const PreparedLinearDecision decision = decide(client);
    REQUIRE(decision.arm == 1);
    const double unit = client.unit(0);
    for (const double y : {0.0, 0.5, 1.0}) {
      const std::vector<double> truth =
          algorithm == Algorithm::ldp_linucb
              ? std::vector<double>{0.5625, 0.1875,   0.375,    0.0625, 0.125,
                                    0.25,   0.75 * y, 0.25 * y, 0.5 * y}
              : std::vector<double>{0.75, 0.25, 0.5, y};
      const auto released = values(client, decision.answer, y);
      REQUIRE(released.size() == truth.size());
      const auto stated = client.statement(decision.answer, y).value();
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const double noisy = (released[i] - decision.answer.noise.numbers()[i]) * unit;
        // x and y are rounded to steps of 1/R: 1e-3 is far more than a product can be off.
        CHECK(std::abs(noisy - truth[i]) < 2e-3);
        CHECK(stated[i] == Approx(truth[i]));
      }
    }
  }
}

TEST_CASE("a ball report is the direction drawn before or its mirror image") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    LinearClient client = client_with_snapshot(linear_experiment());
    const PreparedLinearDecision decision = decide(client, seed);
    const auto released = values(client, decision.answer, 1);
    const auto direction = decision.answer.noise.numbers().first(released.size());
    const int sign = released[0] == direction[0] ? 1 : -1;
    for (std::size_t i = 0; i < released.size(); ++i) CHECK(released[i] == sign * direction[i]);
  }
}

TEST_CASE("reports of the ball average to what they state, without a bias") {
  LinearExperiment experiment = linear_experiment();
  experiment.epsilon = 4;
  LinearClient client = client_with_snapshot(experiment);
  SplitMix64 random(3);
  constexpr int kReports = 40'000;
  std::vector<double> sum(9);
  std::vector<double> truth;
  for (int i = 0; i < kReports; ++i) {
    const auto decision = client.choose(kRows, 3, random).value();
    truth = client.statement(decision.answer, 1).value();
    const auto released = values(client, decision.answer, 1);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += released[j] * client.unit(0);
  }
  const double root_two = std::sqrt(2.0);
  const std::vector<double> expected{
      0.5625, 0.1875 * root_two, 0.375 * root_two, 0.0625, 0.125 * root_two, 0.25, 0.75, 0.25, 0.5};
  for (std::size_t j = 0; j < sum.size(); ++j) {
    CHECK(truth[j] == Approx(expected[j]));
    // The standard deviation of a coordinate is below 1.9 (docs/spec/privacy.md, section 4.7,
    // epsilon 4); 6 of them.
    CHECK(std::abs(sum[j] / kReports - expected[j]) < 6 * 1.9 / std::sqrt(kReports));
  }
}

TEST_CASE(
    "the report for silence has noise of its own, so both together say no more than two reports") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    if (experiment.algorithm == Algorithm::ldp_linear_moments) continue;
    LinearClient client = client_with_snapshot(experiment);
    SplitMix64 random(9);
    int same = 0;
    for (int i = 0; i < 100; ++i) {
      const auto decision = client.choose(kRows, 3, random).value();
      const auto silent = client.neutral_report(decision, kId).values();
      const auto answered = values(client, decision.answer, 0);  // the neutral feedback
      if (silent == answered) ++same;
    }
    CHECK(same == 0);
  }
}

TEST_CASE("a vector without feedback is randomised once: an answer has the bytes of silence") {
  LinearClient client = linear_client(linear_experiment(Algorithm::ldp_linear_moments));
  LinearSnapshot s = linear_snapshot();
  s.exploration = 0.5;
  REQUIRE(client.set_snapshot(s).ok());
  SplitMix64 random(10);
  int designs = 0;
  for (int i = 0; i < 100; ++i) {
    const auto decision = client.choose(kRows, 3, random).value();
    const auto silent = client.neutral_report(decision, kId).encode();
    for (const double feedback : {0.0, 1.0}) {
      const auto said = client.report(decision.answer, feedback, kId).value().encode();
      CHECK((said == silent) == (decision.answer.part == 1));
    }
    designs += decision.answer.part == 1 ? 1 : 0;
  }
  CHECK(designs > 10);
  CHECK(designs < 90);
}

TEST_CASE("silence is what the neutral feedback would be") {
  const LinearExperiment experiment =
      linear_experiment(Algorithm::ldp_linucb, LinearMechanism::gaussian);
  LinearClient low = client_with_snapshot(experiment, 0);
  LinearClient high = client_with_snapshot(experiment, 1);
  const auto first = low.neutral_report(decide(low), kId).values();
  const auto second = high.neutral_report(decide(high), kId).values();
  const std::vector<double> x{0.75, 0.25, 0.5};
  for (std::size_t i = 0; i < 6; ++i) CHECK(first[i] == second[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK((second[6 + i] - first[6 + i]) * low.unit(0) == Approx(x[i]).margin(2e-3));
  }
}

TEST_CASE("a sealed answer comes back as it was, and other bytes are refused") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = client_with_snapshot(experiment);
    const LinearAnswer answer = decide(client).answer;
    const std::vector<std::byte> sealed = answer.seal();
    const LinearAnswer again = LinearAnswer::unseal(sealed).value();
    CHECK(values(client, again, 0.5) == values(client, answer, 0.5));
    CHECK(again.snapshot == 12);
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, sealed.size() - 1}) {
      const auto bad = LinearAnswer::unseal(std::span(sealed).first(size));
      REQUIRE_FALSE(bad.ok());
      CHECK(bad.error().parameter == "decision");
    }
  }
}

TEST_CASE("a wiped answer holds neither features nor noise") {
  LinearClient client = client_with_snapshot(linear_experiment());
  LinearAnswer answer = decide(client).answer;
  answer.wipe();
  for (const double feature : answer.features) CHECK(feature == 0);
  for (const std::int32_t number : answer.noise.numbers()) CHECK(number == 0);
}

TEST_CASE("an answer of another client is refused, and so is feedback that is no number") {
  std::vector<LinearClient> clients;
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    clients.push_back(client_with_snapshot(experiment));
  }
  // The two Gaussian (x, y) clients are alike; every other pair is not.
  for (std::size_t own = 0; own < 4; ++own) {
    const LinearAnswer answer = decide(clients[own]).answer;
    for (std::size_t other = 0; other < 4; ++other) {
      if (own == other) continue;
      const auto refused = clients[other].report(answer, 1, kId);
      REQUIRE_FALSE(refused.ok());
      CHECK(refused.error().parameter == "decision");
    }
    for (const double feedback : {kNan, kInfinity, -kInfinity}) {
      const auto refused = clients[own].report(answer, feedback, kId);
      REQUIRE_FALSE(refused.ok());
      CHECK(refused.error().parameter == "reward");
      CHECK(refused.error().value == 0);
    }
  }
}

TEST_CASE("a linear report has one length per part, whatever was chosen and said") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = client_with_snapshot(experiment);
    SplitMix64 random(12);
    std::set<std::size_t> lengths;
    for (int i = 0; i < 300; ++i) {
      std::vector<double> rows(9);
      for (double& feature : rows) feature = (random.real() - 0.5) * (i % 3 == 0 ? 1e6 : 1);
      const auto decision = client.choose(rows, 3, random).value();
      const std::string silent = client.neutral_report(decision, kId).encode();
      const std::string said = client.report(decision.answer, random.real(), kId).value().encode();
      CHECK(silent.size() == said.size());
      CHECK(said.find("arm") == std::string::npos);
      lengths.insert(said.size());
    }
    CHECK(lengths.size() <= parts(experiment).size());
  }
}

TEST_CASE("twenty features, the most noise: a report stays below 1,000 bytes") {
  LinearExperiment e = linear_experiment(Algorithm::ldp_linucb, LinearMechanism::gaussian);
  e.dimension = 20;
  LinearClient client = linear_client(e);
  SplitMix64 random(13);
  const std::vector<double> rows(400, 0.1);
  const auto decision = client.choose(rows, 20, random).value();
  CHECK(client.report(decision.answer, 1, kId).value().encode().size() < 1000);
}
