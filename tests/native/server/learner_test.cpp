#include <limits>
#include <numeric>

#include "catch.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<MultiArmedExperiment> experiments() {
  return {test::weighted(5, {0.1, 0.5, 1, 4}),
          test::weighted(1, {1}, Bound::la),
          test::bernoulli(7, {0.1, 0.5, 1, 4}, 0.5),
          test::laplace(4, {0.2, 1, 32}, 1),
          test::weighted_laplace(4, {0.2, 1, 32}),
          test::gaussian(3, {0.2, 1, 16}),
          test::kl(3, {1}),
          test::kl(4, {0.2, 1, 32}),
          test::thompson(4, {0.2, 1, 32}),
          test::thompson(3, {1}, Posterior::beta),
          test::level_aware(test::thompson(4, {0.2, 1, 32}), 1)};
}

TEST_CASE("an epoch ends with publish: ids count from 1 and merge keeps the larger") {
  const MultiArmedExperiment experiment = test::weighted(3, {1});
  MultiArmedLearner learner = test::learner_of(experiment);
  CHECK(learner.snapshot_id() == 0);
  const MultiArmedSnapshot first = learner.publish();
  CHECK(first.id == 1);
  CHECK(first.reports == 0);
  CHECK(first.scale == 0);
  CHECK(first.width == std::vector<double>(3, kNeverPulled));
  CHECK(validate(first, experiment).ok());
  CHECK(learner.publish().id == 2);
  MultiArmedLearner other = test::learner_of(experiment);
  REQUIRE(other.merge(learner).ok());
  CHECK(other.snapshot_id() == 2);
  CHECK(other.publish().id == 3);
  REQUIRE(learner.merge(other).ok());
  CHECK(learner.snapshot_id() == 3);
}

TEST_CASE("every snapshot that is published is valid") {
  for (const MultiArmedExperiment& experiment : experiments()) {
    MultiArmedLearner learner = test::learner_of(experiment);
    for (const ReceivedReport& report : test::random_reports(experiment, 300, 24)) {
      CHECK(validate(learner.publish(), experiment).ok());
      REQUIRE(learner.ingest(report).ok());
    }
  }
}

TEST_CASE("a batch with one bad report is refused whole") {
  const MultiArmedExperiment experiment = test::weighted(3, {1, 2});
  MultiArmedLearner learner = test::learner_of(experiment, {test::report(0, 0, 1)});
  const Bytes before = learner.save();
  const std::pair<ReceivedReport, std::string_view> bad[] = {
      {test::report(3, 0, 1), "arm"},
      {test::report(0, 2, 1), "level"},
      {test::report(0, 0, 2), "bit"},
      {test::report(0, 0, -1), "bit"},
  };
  for (const auto& [report, field] : bad) {
    const std::vector<ReceivedReport> batch{test::report(1, 1, 1), report, test::report(2, 0, 0)};
    const Status status = learner.ingest(batch);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::report_rejected);
    CHECK(status.error().parameter == field);
    CHECK(learner.save() == before);
  }
}

TEST_CASE("a full learner refuses what it could not count exactly, and keeps its state") {
  struct Case {
    MultiArmedExperiment experiment;
    std::int64_t capacity;
    std::int64_t highest;  // payload
  };
  const Case cases[] = {
      {test::weighted(2, {1, 2}), (std::int64_t{1} << 53) - 1, 1},
      {test::laplace(2, {1, 2}, 1), (std::int64_t{1} << 32) - 1,
       std::numeric_limits<std::int32_t>::max()},
  };
  for (const Case& full : cases) {
    const auto value = static_cast<std::int32_t>(full.highest);
    MultiArmedLearner learner = test::learner_of(full.experiment, {test::report(1, 1, value)});
    Statistics rest(full.experiment);
    const std::int64_t count = full.capacity - 1;
    const std::vector<std::int64_t> sums{count, count * full.highest, 0, 0, 0, 0, 0, 0};
    REQUIRE(rest.assign(sums).ok());
    REQUIRE(learner.ingest(1, rest).ok());
    const Bytes before = learner.save();
    CHECK(learner.ingest(test::report(0, 0, 0)).error().code == ErrorCode::report_rejected);
    CHECK(learner.merge(MultiArmedLearner(learner)).error().code == ErrorCode::invalid_argument);
    CHECK(learner.save() == before);
    CHECK(validate(learner.publish(), full.experiment).ok());
  }
}

TEST_CASE("sums that no reports give are refused") {
  Statistics bits(test::weighted(1, {1, 2}));
  Statistics integers(test::laplace(1, {1, 2}, 1));
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  using Sums = std::vector<std::int64_t>;
  CHECK(bits.assign(Sums{3, 2, 1, 0}).ok());
  for (const Sums& bad : {Sums{3, 4, 0, 0}, Sums{3, -1, 0, 0}, Sums{-1, 0, 0, 0}, Sums{0, 1, 0, 0},
                          Sums{kMost, 0, kMost, 0}, Sums{1, 1}, Sums{}}) {
    CHECK_FALSE(bits.assign(bad).ok());
    CHECK(bits.reports() == 4);
  }
  CHECK(integers.assign(Sums{1, -2147483648, 2, 4294967294}).ok());
  for (const Sums& bad : {Sums{1, -2147483649, 0, 0}, Sums{1, 2147483648, 0, 0},
                          Sums{std::int64_t{1} << 32, 0, 0, 0}, Sums{kMost, kMost, 0, 0}}) {
    CHECK_FALSE(integers.assign(bad).ok());
    CHECK(integers.reports() == 3);
  }
}

}  // namespace
}  // namespace ldp
