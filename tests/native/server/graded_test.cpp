// The learners of window reports: golden values of docs/spec/graded.md, section 4, which
// tests/reference/graded.py recomputes, and what their sums promise.
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "client/multi_armed_client.hpp"
#include "privacy/window_scale.hpp"
#include "protocol/report_bytes.hpp"
#include "server/arms/arm_results.hpp"
#include "server/arms/graded_arms.hpp"
#include "server/learner/saved_state.hpp"
#include "server/multi_armed/rules/ldp_imed_graded.hpp"
#include "server/multi_armed/rules/ldp_thompson_graded.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

struct Sums {
  std::int64_t count;
  std::int64_t total;
  std::int64_t squares;
};

MultiArmedExperiment graded(std::uint32_t arms, const std::vector<double>& levels,
                            Algorithm algorithm = Algorithm::ldp_thompson_graded) {
  return {algorithm, arms, levels, 0, Bound::la};
}

// [arms][levels]
std::vector<std::int64_t> flat(const std::vector<std::vector<Sums>>& arms) {
  std::vector<std::int64_t> sums;
  for (const auto& arm : arms) {
    for (const Sums& level : arm) sums.insert(sums.end(), {level.count, level.total});
  }
  for (const auto& arm : arms) {
    for (const Sums& level : arm) sums.push_back(level.squares);
  }
  return sums;
}

Statistics counted(const std::vector<double>& levels, const std::vector<std::vector<Sums>>& arms) {
  Statistics statistics(graded(static_cast<std::uint32_t>(arms.size()), levels));
  REQUIRE(statistics.assign(flat(arms)).ok());
  return statistics;
}

const std::vector<std::vector<Sums>> kFour{{{50, 47600, 56000000}},
                                           {{40, 36000, 41200000}},
                                           {{8, 7000, 7400000}},
                                           {{30, 27000, 24300000}}};

Approx near(double value) { return Approx(value).epsilon(3e-12); }

TEST_CASE("graded, golden: means and variances") {
  const std::vector<GradedArm> arms = GradedArms(graded(4, {1})).of(counted({1}, kFour));
  const std::vector<double> means{.597908647898, .479507492300, .422583859801, .479507492300};
  const std::vector<double> variances{1.12361482567, 1.15848245765, .964305198095, .933522058051};
  for (std::size_t i = 0; i < arms.size(); ++i) {
    CHECK(arms[i].mean == near(means[i]));
    REQUIRE(arms[i].levels.size() == 1);
    CHECK(arms[i].levels[0].variance == near(variances[i]));
    CHECK(arms[i].weight == arms[i].reports / arms[i].levels[0].variance);
  }
  // Equal reports have no variance of their own: the noise has.
  CHECK(arms[3].levels[0].variance == WindowScale::create(1).value().smallest_variance());
}

TEST_CASE("graded, golden: the indices of IMED, and the shares of 100 decisions") {
  const auto arms = LdpImedGraded(graded(4, {1})).arms(counted({1}, kFour));
  const std::vector<double> indices{3.91202300543, 3.92944745766, 2.20495792792, 3.62477990238};
  const std::vector<double> expected{.282377041, .158997287, .330725977, .227899694};
  const std::vector<double> shares = LdpImed::shares(arms, 100);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    CHECK(arms[i].index == near(indices[i]));
    CHECK(shares[i] == Approx(expected[i]).margin(2e-9));
  }
}

TEST_CASE("graded, golden: the shares of Thompson sampling") {
  const std::vector<double> expected{.4084425, .1667169, .2517629, .1730776};
  const auto shares = LdpThompsonGraded(graded(4, {1})).weights(counted({1}, kFour), 1);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    CHECK(shares[i] == Approx(expected[i]).margin(2e-7));
  }
}

// Five reports of the reward 0 at epsilon 5 beside 300 of one half: with N(m, 1/W) the first arm
// has a share below 1e-4.
TEST_CASE("graded: a few equal reports do not rule an arm out") {
  const WindowScale scale = WindowScale::create(5).value();
  const auto of = [&](std::int64_t count, double reward, double variance) {
    const auto j = static_cast<std::int64_t>(scale.offset() + 1024 * scale.slope() * reward);
    const double unit = 1024 * scale.slope();
    const auto spread = static_cast<std::int64_t>(variance * unit * unit) / 2 * 2;
    return Sums{count, count * j, count * (j * j + spread)};
  };
  const Statistics sums = counted({5}, {{of(5, 0, .002)}, {of(300, .5, .25)}});
  const auto shares = LdpThompsonGraded(graded(2, {5})).weights(sums, 1);
  CHECK(shares[0] > 1e-3);
  CHECK(shares[0] < 5e-2);
}

TEST_CASE("graded, golden: a menu of levels, by the inverse of the variances") {
  const Statistics sums = counted({1, 5}, {{{50, 47600, 56000000}, {50, 37000, 28600000}}});
  const GradedArm arm = GradedArms(graded(1, {1, 5})).of(sums)[0];
  CHECK(arm.mean == near(.609391799361));
  CHECK(1 / arm.weight == near(.00066613064389));
  CHECK(arm.reports == 100);
}

TEST_CASE("graded: a menu of which one level reports is that level, bit for bit") {
  const auto of = [](const std::vector<double>& levels, bool is_menu) {
    std::vector<std::vector<Sums>> arms = kFour;
    if (is_menu) {
      for (auto& arm : arms) arm = {{0, 0, 0}, arm[0], {0, 0, 0}};
    }
    const Statistics sums = counted(levels, arms);
    std::vector<double> both = LdpThompsonGraded(graded(4, levels)).weights(sums, 1);
    const auto imed = LdpImedGraded(graded(4, levels)).weights(sums, 3);
    both.insert(both.end(), imed.begin(), imed.end());
    return both;
  };
  CHECK(of({1}, false) == of({.5, 1, 4}, true));
}

TEST_CASE("graded: arms with fewer than two reports come first, all alike") {
  const auto arms = kFour;
  std::vector<std::vector<Sums>> few{arms[0], {{1, 900, 810000}}, arms[1], {{0, 0, 0}}};
  const Statistics sums = counted({1}, few);
  const std::vector<double> first{0, .5, 0, .5};
  CHECK(LdpThompsonGraded(graded(4, {1})).weights(sums, 1) == first);
  CHECK(LdpImedGraded(graded(4, {1})).weights(sums, 1) == first);
  few[1] = few[3] = arms[2];
  const auto shares = LdpThompsonGraded(graded(4, {1})).weights(counted({1}, few), 1);
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == near(1));
  CHECK(shares[1] > 0);
}

TEST_CASE("graded: nearly equal sums lose no digits, at 2^40 reports too") {
  constexpr std::int64_t kMany = std::int64_t{1} << 40;
  const GradedArms arms(graded(1, {5}));
  // Half of the reports are 700, half 701.
  const GradedReports reports =
      arms.reports_of(0, kMany, kMany / 2 * 1401, kMany / 2 * (700 * 700 + 701 * 701));
  CHECK(reports.variance == WindowScale::create(5).value().smallest_variance());
  const WindowScale scale = WindowScale::create(5).value();
  CHECK(reports.mean == Approx((700.5 - scale.offset()) / (1024 * scale.slope())).epsilon(1e-14));
  const std::int64_t far = kMany / 2 * (std::int64_t{1263} * 1263);
  const double unit = 1024 * scale.slope();
  CHECK(arms.reports_of(0, kMany, kMany / 2 * 1263, far).variance ==
        Approx(.25 * 1263 * 1263 / (unit * unit)).epsilon(1e-9));
}

TEST_CASE("sums that no window reports give are refused, and the learner keeps its own") {
  const MultiArmedExperiment experiment = graded(1, {1});
  MultiArmedLearner learner = test::learner_of(experiment, {test::report(0, 0, 900)});
  const auto before = learner.save();
  constexpr std::int64_t kFull = (std::int64_t{1} << 40) + 1;
  const std::vector<std::vector<std::int64_t>> impossible{
      {1, 900},                  // no squares
      {1, 900, 810001},          // not the square
      {2, 900, 404998},          // less than if both were equal
      {2, 900, 900 * 2047 + 2},  // more than if one were the largest
      {2, 900, 405001},          // odd, as the total is not
      {0, 0, 2},                 // of no report
      {1, 2048, 2048 * 2048},    // beyond the longest window
      {-1, 0, 0},
      {kFull, 0, 0},
      {1, -2, 4}};
  for (const auto& sums : impossible) {
    CAPTURE(sums);
    const Status status = learner.load(encode_saved_state(experiment, 9, sums));
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::invalid_argument);
    CHECK(learner.save() == before);
  }
  CHECK(learner.load(encode_saved_state(experiment, 9, std::vector<std::int64_t>{2, 900, 405000}))
            .ok());
  CHECK(learner.snapshot_id() == 9);
  // 2^40 of the largest do not overflow, and there is room for no more.
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  const std::vector<std::int64_t> full{kMost, kMost * 2047, kMost * 2047 * 2047};
  REQUIRE(learner.load(encode_saved_state(experiment, 9, full)).ok());
  const Status status = learner.ingest(test::report(0, 0, 1));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::report_rejected);
  for (const Algorithm rule : {Algorithm::ldp_thompson_graded, Algorithm::ldp_imed_graded}) {
    MultiArmedLearner other = test::learner_of(graded(1, {1}, rule));
    REQUIRE(other.load(encode_saved_state(other.experiment(), 9, full)).ok());
    CHECK(validate(other.publish(), other.experiment()).ok());
  }
}

TEST_CASE("the saved form of window sums is fixed: counts and totals as ever, then the squares") {
  const MultiArmedExperiment experiment = graded(1, {.5, 1}, Algorithm::ldp_imed_graded);
  MultiArmedLearner learner = test::learner_of(experiment, {test::report(0, 1, 3)});
  const std::vector<std::uint8_t> expected{
      'L', 'D', 'P', 'L', 1,                                     // magic, version
      15,  'l', 'd', 'p', '-', 'i', 'm',  'e',  'd',  '-', 'g',  // algorithm
      'r', 'a', 'd', 'e', 'd',                                   //
      1,                                                         // bound La
      1,   0,   0,   0,                                          // arms
      2,   0,   0,   0,   0,   0,   0,    0xe0, 0x3f,            // levels: 0.5,
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f,                  // 1
      0,   0,   0,   0,   0,   0,   0,    0,                     // epsilon_min
      0,   0,   0,   0,                                          // snapshot
      0,   0,   0,   0,   0,   0,   0,    0,                     // level 0.5: count,
      0,   0,   0,   0,   0,   0,   0,    0,                     // total
      1,   0,   0,   0,   0,   0,   0,    0,                     // level 1: count,
      3,   0,   0,   0,   0,   0,   0,    0,                     // total
      0,   0,   0,   0,   0,   0,   0,    0,                     // squares: level 0.5,
      9,   0,   0,   0,   0,   0,   0,    0,                     // 1
  };
  const std::vector<std::uint8_t> saved = learner.save();
  REQUIRE(saved.size() == expected.size() + 4);
  CHECK(std::vector<std::uint8_t>(saved.begin(), saved.end() - 4) == expected);
}

TEST_CASE("a window report out of range is rejected, naming its field") {
  const MultiArmedExperiment experiment = graded(2, {1, 5});
  const auto decode = [&](std::uint32_t level, const std::string& value) {
    const std::string text =
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1,"arm":0,"level":)" +
        std::to_string(level) + R"(,"noisy":)" + value + "}";
    return decode_report(test::bytes_of(text), experiment);
  };
  CHECK(decode(0, "0").value().value == 0);
  CHECK(decode(0, "1818").value().value == 1818);  // M + L - 1
  CHECK(decode(1, "1263").value().value == 1263);
  for (const auto& [level, value] :
       {std::pair{0u, "1819"}, {1u, "1264"}, {0u, "-1"}, {0u, "65536"}}) {
    CAPTURE(level, value);
    const auto report = decode(level, value);
    REQUIRE_FALSE(report.ok());
    CHECK(report.error().code == ErrorCode::report_rejected);
    CHECK(report.error().parameter == "noisy");
  }
}

// Intervals at 95 % of 400 experiments: the number that misses is binomial, and more than 40 of
// them, at 5 %, has a probability below 1e-4. The seed is fixed.
TEST_CASE("results: the mean of window reports is without bias, and its interval holds it") {
  const MultiArmedExperiment experiment = graded(1, {1});
  const WindowMechanism window = WindowMechanism::create(1).value();
  const auto readings = readings_of(experiment);
  const UnitReward reward = UnitReward::from(.3).value();
  test::SplitMix64 random(71);
  double sum = 0;
  int missed = 0;
  for (int i = 0; i < 400; ++i) {
    Statistics statistics(experiment);
    for (int k = 0; k < 500; ++k) {
      const std::int32_t j = window.release(window.prepare(random).value(), reward).value();
      REQUIRE(statistics.add(test::report(0, 0, j)).ok());
    }
    const ArmResult result = arm_results(statistics, readings, {})[0];
    REQUIRE(result.reward);
    sum += result.reward->mean;
    missed += result.reward->low > .3 || result.reward->high < .3 ? 1 : 0;
  }
  // Standard error sqrt(1.02/200000) = .0023, here within 4 of it.
  CHECK(sum / 400 == Approx(.3).margin(.0092));
  CHECK(missed <= 40);
}

}  // namespace
}  // namespace ldp
