// IMED on bits: the golden values of docs/spec/multi-armed.md, section 6.8, which
// tests/reference/multi_armed.py recomputes, and what the shares of an epoch promise.
#include "server/multi_armed/rules/ldp_imed.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

struct Bits {
  std::int64_t ones;
  std::int64_t zeros;
};

MultiArmedExperiment imed(std::uint32_t arms, const std::vector<double>& levels) {
  return {Algorithm::ldp_imed, arms, levels, 0, Bound::la};
}

// theta as the formula has it, not as the devices implement it: the golden values are of these.
LdpImed exact(const std::vector<double>& levels) {
  std::vector<double> thetas;
  for (const double level : levels) thetas.push_back(std::tanh(level / 2));
  return LdpImed(thetas);
}

// arms: [arms][levels]
Statistics counted(const std::vector<double>& levels, const std::vector<std::vector<Bits>>& arms) {
  std::vector<std::int64_t> sums;
  for (const auto& arm : arms) {
    for (const auto& [ones, zeros] : arm) {
      sums.push_back(ones + zeros);
      sums.push_back(ones);
    }
  }
  Statistics statistics(imed(static_cast<std::uint32_t>(arms.size()), levels));
  REQUIRE(statistics.assign(sums).ok());
  return statistics;
}

std::vector<LdpImed::Arm> arms_of(const std::vector<double>& levels,
                                  const std::vector<std::vector<Bits>>& arms) {
  return exact(levels).arms(counted(levels, arms));
}

Approx near(double value) { return Approx(value).epsilon(1e-12); }

std::vector<std::vector<Bits>> random_arms(test::SplitMix64& random, std::size_t count,
                                           std::size_t levels) {
  std::vector<std::vector<Bits>> arms(count);
  for (auto& arm : arms) {
    for (std::size_t level = 0; level < levels; ++level) {
      const auto bit = [&] { return static_cast<std::int64_t>(random.next() % 60) + 1; };
      arm.push_back({bit(), bit()});
    }
  }
  return arms;
}

TEST_CASE("IMED, golden: one level") {
  const auto arms = arms_of({1}, {{{30, 20}}, {{10, 10}}, {{3, 7}}, {{0, 0}}});
  CHECK(arms[0].likeliest == near(.716395341373865284877));
  CHECK(arms[1].likeliest == near(.5));
  CHECK(arms[2].likeliest == near(.0672093172522694302459));
  CHECK(arms[0].index == near(3.91202300542814605861875));
  CHECK(arms[1].index == near(3.4039522187565422889809));
  CHECK(arms[2].index == near(4.140454066862168559662514));
  CHECK(arms[3].reports == 0);
  CHECK(LdpImed::shares(arms, 1) == std::vector<double>{0, 0, 0, 1});
}

TEST_CASE("IMED, golden: an estimate beyond 1 is cut, and no index is infinite") {
  const auto arms = arms_of({1}, {{{9, 1}}, {{4, 6}}});
  CHECK(arms[0].likeliest == 1);
  CHECK(arms[1].likeliest == near(.283604658626134715122));
  CHECK(arms[0].index == near(2.30258509299404568401));
  CHECK(arms[1].index == near(4.70508529808370966454));
}

TEST_CASE("IMED, golden: a menu of levels") {
  const auto arms = arms_of({.5, 2}, {{{12, 10}, {20, 10}}, {{11, 12}, {9, 11}}});
  CHECK(arms[0].likeliest == near(.716712150690402548065));
  CHECK(arms[1].likeliest == near(.431913217120041377789));
  CHECK(arms[0].index == near(3.95124371858142735488795));
  CHECK(arms[1].index == near(5.95821770949132415107));
}

TEST_CASE("IMED, golden: the shares of 200 decisions") {
  const auto arms = arms_of({1}, {{{55, 45}}, {{52, 48}}, {{24, 26}}});
  CHECK(arms[0].index == near(4.60517018598809136803598));
  CHECK(arms[1].index == near(4.7863669347372422920492));
  CHECK(arms[2].index == near(4.40396277072702384316829));
  const std::vector<double> shares = LdpImed::shares(arms, 200);
  CHECK(shares[0] == Approx(.533532991).margin(1e-8));
  CHECK(shares[1] == Approx(.279256836).margin(1e-8));
  CHECK(shares[2] == Approx(.187210172).margin(1e-8));
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const double reports = arms[i].reports + 200 * shares[i];
    const double index = reports * arms[i].divergence / arms[i].reports + std::log(reports);
    CHECK(index == near(5.33130038866534219037));
  }
}

TEST_CASE("IMED: a menu of which one level reports is that level, bit for bit") {
  test::SplitMix64 random(31);
  for (int i = 0; i < 50; ++i) {
    const auto one = random_arms(random, 4, 1);
    auto menu = one;
    for (auto& arm : menu) arm = {{0, 0}, arm[0], {0, 0}};
    const auto few = arms_of({1}, one);
    const auto many = arms_of({.5, 1, 4}, menu);
    for (std::size_t arm = 0; arm < few.size(); ++arm) {
      CHECK(few[arm].likeliest == many[arm].likeliest);
      CHECK(few[arm].index == many[arm].index);
    }
  }
}

TEST_CASE("IMED: no other reward in [0, 1] is likelier than the one that Newton's method finds") {
  test::SplitMix64 random(32);
  const std::vector<double> levels{.25, 1, 5};
  for (int i = 0; i < 100; ++i) {
    const auto bits = random_arms(random, 1, levels.size());
    const double found = arms_of(levels, bits)[0].likeliest;
    const auto likelihood = [&](double x) {
      double sum = 0;
      for (std::size_t level = 0; level < levels.size(); ++level) {
        const double q = .5 + (x - .5) * std::tanh(levels[level] / 2);
        sum += static_cast<double>(bits[0][level].ones) * std::log(q) +
               static_cast<double>(bits[0][level].zeros) * std::log(1 - q);
      }
      return sum;
    };
    double best = likelihood(0);
    for (int k = 1; k <= 1000; ++k) best = std::max(best, likelihood(k / 1000.0));
    CHECK(likelihood(found) >= best - 1e-10);
  }
}

// Whole decisions: an arm has up to one more than its share, which one other arm may lack of them
// all.
TEST_CASE("IMED: the shares are one decision after the other with frozen estimates") {
  test::SplitMix64 random(33);
  for (const int decisions : {2, 10, 137, 2000}) {
    for (int i = 0; i < 20; ++i) {
      const auto arms = arms_of({.5, 2}, random_arms(random, 5, 2));
      std::vector<double> played(arms.size(), 0);
      for (int k = 0; k < decisions; ++k) {
        std::size_t next = 0;
        double smallest = INFINITY;
        for (std::size_t arm = 0; arm < arms.size(); ++arm) {
          const double reports = arms[arm].reports + played[arm];
          const double index =
              arms[arm].divergence / arms[arm].reports * reports + std::log(reports);
          if (index < smallest) next = arm;
          smallest = std::min(smallest, index);
        }
        played[next] += 1;
      }
      const std::vector<double> shares = LdpImed::shares(arms, decisions);
      for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const double more = played[arm] - shares[arm] * decisions;
        CHECK(more <= 1 + 1e-9);
        CHECK(more >= 1 - static_cast<double>(arms.size()) - 1e-9);
      }
    }
  }
}

// The shares are of a continuous filling. An arm with a flat index takes in whole decisions what
// the others, each rounded up, have not left it: the histogram is not within one decision of every
// share.
TEST_CASE("IMED: of one decision after the other an arm may lack more than one of its share") {
  const std::vector<LdpImed::Arm> arms = [] {
    std::vector<LdpImed::Arm> all(1, {1000, .5, 0, std::log(1000.)});
    for (int i = 0; i < 4; ++i)
      all.push_back({100, .4, std::log(10.) - .001, std::log(1000.) - .001});
    return all;
  }();
  const double decisions = 4;
  const std::vector<double> shares = LdpImed::shares(arms, decisions);
  // The others have the smallest indices until each is played once: that makes four decisions.
  for (std::size_t arm = 1; arm < arms.size(); ++arm) {
    CHECK(arms[arm].index < arms[0].index);
    CHECK(arms[arm].divergence / 100 * 101 + std::log(101) > arms[0].index);
    CHECK(shares[arm] * decisions == Approx(.13494).margin(1e-5));
  }
  CHECK(shares[0] * decisions == Approx(3.46024).margin(1e-5));
}

TEST_CASE("IMED: shares add up to 1, and no arm has fewer of more decisions") {
  test::SplitMix64 random(34);
  for (int i = 0; i < 50; ++i) {
    const auto arms = arms_of({1}, random_arms(random, 8, 1));
    std::vector<double> before(arms.size(), 0);
    for (double decisions = 1; decisions < 1e12; decisions *= 7) {
      const std::vector<double> shares = LdpImed::shares(arms, decisions);
      CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == near(1));
      for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        CHECK(shares[arm] * decisions >= before[arm] * (1 - 1e-9));
        before[arm] = shares[arm] * decisions;
      }
    }
  }
}

TEST_CASE("IMED: one decision is the smallest index, ties alike") {
  test::SplitMix64 random(35);
  for (int i = 0; i < 50; ++i) {
    const auto arms = arms_of({1}, random_arms(random, 6, 1));
    const auto smallest = std::min_element(
        arms.begin(), arms.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    const std::vector<double> shares = LdpImed::shares(arms, 1);
    CHECK(shares[static_cast<std::size_t>(smallest - arms.begin())] > 0);
  }
  const auto tied = arms_of({1}, {{{10, 10}}, {{2, 18}}, {{10, 10}}});
  CHECK(tied[0].index == tied[2].index);
  CHECK(LdpImed::shares(tied, 1) == std::vector<double>{.5, 0, .5});
}

TEST_CASE("IMED: the divergence of means that nearly agree keeps its digits") {
  constexpr std::int64_t kMany = 1'000'000'000'000;
  const auto arms =
      arms_of({1}, {{{kMany / 2 + 1000, kMany / 2 - 1000}}, {{kMany / 2, kMany / 2}}});
  CHECK(arms[1].divergence ==
        Approx(kMany * bernoulli_divergence_at(.5, 1e-9)).epsilon(1e-6));  // 2e-6
  const std::vector<double> shares = LdpImed::shares(arms, 10);
  CHECK(shares[0] + shares[1] == near(1));
  CHECK(shares[0] > shares[1]);
}

TEST_CASE(
    "IMED: bits without noise may rule an arm out, and the snapshot is one that devices take") {
  const MultiArmedExperiment experiment = imed(3, {128});
  MultiArmedLearner learner = test::learner_of(experiment);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(learner.ingest(test::report(0, 0, 1)).ok());
    REQUIRE(learner.ingest(test::report(1, 0, i % 2)).ok());
    REQUIRE(learner.ingest(test::report(2, 0, 0)).ok());
  }
  const MultiArmedSnapshot snapshot = learner.publish();
  CHECK(validate(snapshot, experiment).ok());
  CHECK(snapshot.weights[0] == near(1));
  CHECK(snapshot.weights[2] == 0);
}

TEST_CASE("IMED: a learner shares out an epoch as long as those before were on average") {
  const MultiArmedExperiment experiment = imed(4, {.5, 2});
  MultiArmedLearner learner = test::learner_of(experiment);
  CHECK(learner.publish().weights == std::vector<double>(4, .25));
  REQUIRE(learner.ingest(test::report(2, 1, 1)).ok());
  CHECK(learner.publish().weights == std::vector<double>{1 / 3., 1 / 3., 0, 1 / 3.});
  REQUIRE(learner.ingest(test::random_reports(experiment, 599, 36)).ok());
  const MultiArmedSnapshot third = learner.publish();
  const LdpImed rule(experiment);
  CHECK(third.weights == LdpImed::shares(rule.arms(learner.statistics()), 300));
  CHECK(validate(third, experiment).ok());
  CHECK(learner.forgeries());
}

}  // namespace
}  // namespace ldp
