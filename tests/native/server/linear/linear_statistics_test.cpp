#include "server/linear/linear_statistics.hpp"

#include <limits>
#include <vector>

#include "catch.hpp"
#include "server/linear/linear_reports.hpp"

namespace ldp {
namespace {

using test::ball_experiment;
using test::linear_experiment;
using test::SplitMix64;

ReceivedLinearReport report_of(std::vector<std::int32_t> values, std::uint32_t part = 0) {
  ReceivedLinearReport report;
  report.part = part;
  report.values = std::move(values);
  return report;
}

TEST_CASE("sums are the count and the totals of every number") {
  LinearStatistics sums(ball_experiment(2, 1));
  REQUIRE(sums.add(report_of({1, 2, 3, 4, 5})).ok());
  REQUIRE(sums.add(report_of({-10, 20, -30, 40, -32768})).ok());
  CHECK(std::vector<std::int64_t>(sums.sums().begin(), sums.sums().end()) ==
        std::vector<std::int64_t>{2, -9, 22, -27, 44, -32763});
  CHECK(sums.reports() == 2);
  CHECK(sums.count(0) == 2);
}

TEST_CASE("a pair adds the products of its numbers, rounded to 16 bits") {
  LinearStatistics sums(linear_experiment(Algorithm::online_ldp_linucb, 2, 1));
  // In units of 256: 3, -2 and 10. Halves are rounded up.
  REQUIRE(sums.add(report_of({3 * 256 + 127, -2 * 256 - 128, 10 * 256 - 128})).ok());
  CHECK(std::vector<std::int64_t>(sums.sums().begin(), sums.sums().end()) ==
        std::vector<std::int64_t>{1, 9, -6, 4, 30, -20, 10});
}

TEST_CASE("the largest numbers of a pair have products that fit the terms of a report") {
  const LinearStatistics sums(linear_experiment(Algorithm::online_ldp_linucb, 1, 1));
  LinearTerms terms;
  sums.append_terms(report_of({0x7f'ffff, -0x80'0000}), terms);
  CHECK(terms.indices == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(terms.values == std::vector<std::int32_t>{1, 1 << 30, -(1 << 30), -(1 << 15)});
}

TEST_CASE("the terms of reports add up to their sums") {
  SplitMix64 words(10);
  for (const LinearExperiment& experiment :
       {ball_experiment(3, 1), linear_experiment(Algorithm::ldp_linucb, 3, 1),
        linear_experiment(Algorithm::online_ldp_linucb, 3, 1)}) {
    const test::Devices devices(experiment);
    LinearStatistics sums(experiment);
    std::vector<std::int64_t> by_terms(sums.sums().size());
    for (int n = 0; n < 50; ++n) {
      const ReceivedLinearReport report = devices.report(words, 0);
      REQUIRE(sums.add(report).ok());
      LinearTerms terms;
      sums.append_terms(report, terms);
      for (std::size_t i = 0; i < terms.indices.size(); ++i) {
        by_terms[terms.indices[i]] += terms.values[i];
      }
    }
    CHECK(std::vector<std::int64_t>(sums.sums().begin(), sums.sums().end()) == by_terms);
  }
}

TEST_CASE("one bad report of many changes nothing") {
  LinearStatistics sums(ball_experiment(1, 1));
  REQUIRE(sums.add(report_of({7, 8})).ok());
  const LinearStatistics before = sums;
  for (const ReceivedLinearReport& bad :
       {report_of({1}), report_of({1, 2, 3}), report_of({1, 2}, 1), report_of({1, 0x8000}),
        report_of({-0x8001, 0})}) {
    const std::vector<ReceivedLinearReport> reports{report_of({1, 1}), bad};
    const Status status = sums.add(reports);
    REQUIRE(!status.ok());
    CHECK(status.error().code == ErrorCode::report_rejected);
    CHECK(sums == before);
  }
  LinearStatistics gaussian(linear_experiment(Algorithm::ldp_linucb, 1, 1));
  CHECK(gaussian.add(report_of({0x7f'ffff, -0x80'0000})).ok());
  CHECK_FALSE(gaussian.add(report_of({0x80'0000, 0})).ok());
}

TEST_CASE("a full learner refuses, and what it holds has not overflowed") {
  const struct {
    LinearExperiment experiment;
    std::int64_t capacity;
    std::int64_t largest;  // total that `capacity` reports can have
  } kinds[] = {{ball_experiment(1, 1), std::int64_t{1} << 47, std::int64_t{1} << 62},
               {linear_experiment(Algorithm::ldp_linucb, 1, 1), std::int64_t{1} << 39,
                std::int64_t{1} << 62},
               {linear_experiment(Algorithm::private_bandits_combiner, 1, 1), 0xffff'ffff,
                std::int64_t{0xffff'ffff} << 30}};
  for (const auto& [experiment, capacity, largest] : kinds) {
    LinearStatistics full(experiment);
    std::vector<std::int64_t> sums(full.sums().size(), -largest);
    sums[0] = capacity;
    REQUIRE(full.assign(sums).ok());
    ReceivedLinearReport report = report_of({0, 0});
    CHECK_FALSE(full.add(report).ok());
    LinearStatistics one(experiment);
    REQUIRE(one.add(report).ok());
    CHECK_FALSE(full.merge(one).ok());
    CHECK(std::vector<std::int64_t>(full.sums().begin(), full.sums().end()) == sums);

    sums[0] = capacity + 1;
    CHECK_FALSE(full.assign(sums).ok());
    sums[0] = capacity;
    sums[1] = largest + 1;
    CHECK_FALSE(full.assign(sums).ok());
    sums[1] = std::numeric_limits<std::int64_t>::min();
    CHECK_FALSE(full.assign(sums).ok());
    sums[0] = -1;
    CHECK_FALSE(full.assign(sums).ok());
  }
}

TEST_CASE("sums of another shape or mechanism are not merged") {
  LinearStatistics sums(ball_experiment(2, 1));
  CHECK_FALSE(sums.merge(LinearStatistics(ball_experiment(3, 1))).ok());
  CHECK_FALSE(sums.merge(LinearStatistics(linear_experiment(Algorithm::ldp_linucb, 2, 1))).ok());
  CHECK_FALSE(sums.assign(std::vector<std::int64_t>(5)).ok());
}

}  // namespace
}  // namespace ldp
