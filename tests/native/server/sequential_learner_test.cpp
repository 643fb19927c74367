#include "server/multi_armed/sequential_learner.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/arms/debias.hpp"
#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"

namespace ldp {
namespace {

using Bytes = std::vector<std::uint8_t>;

MultiArmedExperiment tsallis(std::uint32_t arms, std::vector<double> levels,
                             LossEstimator estimator = LossEstimator::reduced_variance) {
  MultiArmedExperiment experiment;
  experiment.algorithm = Algorithm::ldp_tsallis_inf;
  experiment.arms = arms;
  experiment.levels = std::move(levels);
  experiment.estimator = estimator;
  return experiment;
}

MultiArmedExperiment exp3(std::uint32_t arms, std::vector<double> levels) {
  MultiArmedExperiment experiment = tsallis(arms, std::move(levels));
  experiment.algorithm = Algorithm::ldp_exp3;
  return experiment;
}

std::vector<MultiArmedExperiment> experiments() {
  return {tsallis(4, {1}), tsallis(3, {0.25, 1, 4}),
          tsallis(3, {0.25, 1, 4}, LossEstimator::importance_weighting), exp3(4, {0.5, 2}),
          tsallis(1, {1})};
}

std::uint32_t draw(const std::vector<double>& weights, test::SplitMix64& random) {
  double u = random.real();
  std::uint32_t arm = 0;
  while (arm + 1 < weights.size() && (u -= weights[arm]) >= 0) ++arm;
  return arm;
}

ReceivedReport any_report(const MultiArmedExperiment& experiment,
                          const MultiArmedSnapshot& snapshot, test::SplitMix64& random) {
  const auto level = static_cast<std::uint32_t>(random.next() % experiment.levels.size());
  const std::uint32_t arm = draw(snapshot.weights, random);
  const double mean = 0.8 - 0.2 * arm;
  return {{}, snapshot.id, arm, level, random.real() < mean ? 1 : 0};
}

/// Snapshots 1 to `epochs` of a learner, and the reports to them, some of them late.
struct History {
  std::vector<MultiArmedSnapshot> snapshots;
  std::vector<ReceivedReport> reports;
};

History history_of(const MultiArmedExperiment& experiment, int epochs, int reports_per_epoch,
                   std::uint64_t seed) {
  test::SplitMix64 random(seed);
  SequentialLearner learner(experiment);
  History history;
  for (int e = 0; e < epochs; ++e) {
    history.snapshots.push_back(learner.publish());
    for (int i = 0; i < reports_per_epoch; ++i) {
      const std::size_t lag = random.next() % std::min<std::size_t>(4, history.snapshots.size());
      const MultiArmedSnapshot& named = history.snapshots[history.snapshots.size() - 1 - lag];
      const ReceivedReport report = any_report(experiment, named, random);
      REQUIRE(learner.ingest({&report, 1}).ok());
      history.reports.push_back(report);
    }
  }
  return history;
}

SequentialLearner learner_over(const MultiArmedExperiment& experiment, const History& history) {
  SequentialLearner learner(experiment);
  for (const MultiArmedSnapshot& snapshot : history.snapshots)
    REQUIRE(learner.adopt(snapshot).ok());
  return learner;
}

TEST_CASE("the loss of a bit is in [0, 1], unbiased, and of one range for all levels") {
  const MultiArmedExperiment experiment = tsallis(2, {0.25, 1, 4});
  const LossRule rule(experiment);
  const auto thetas = implemented_thetas(experiment.levels);
  for (std::size_t level = 0; level < 3; ++level) {
    CHECK(rule.loss(level, true) >= 0);
    CHECK(rule.loss(level, false) <= 1);
    for (const double reward : {0.0, 0.3, 1.0}) {
      const double one = 0.5 + (reward - 0.5) * thetas[level];  // P(bit = 1)
      const double mean = one * rule.loss(level, true) + (1 - one) * rule.loss(level, false);
      CHECK(mean == Approx(0.5 + thetas[0] * (0.5 - reward)).margin(1e-14));
    }
  }
  const LossRule single(tsallis(2, {1}));
  CHECK(single.loss(0, true) == 0);
  CHECK(single.loss(0, false) == 1);
}

TEST_CASE("with one report an epoch it is the policy with one round after the other") {
  for (const MultiArmedExperiment& experiment : experiments()) {
    const bool is_exp3 = experiment.algorithm == Algorithm::ldp_exp3;
    test::SplitMix64 random(41);
    SequentialLearner learner(experiment);
    const LossRule rule(experiment);
    TsallisInf tsallis_policy(experiment.arms, experiment.estimator);
    Exp3 exp3_policy(experiment.arms);
    for (int t = 1; t <= 400; ++t) {
      const MultiArmedSnapshot snapshot = learner.publish();
      const std::span<const double> expected =
          is_exp3 ? exp3_policy.weights(t) : tsallis_policy.weights(t);
      for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
        REQUIRE(snapshot.weights[arm] == Approx(expected[arm]).margin(1e-6));
      }
      const ReceivedReport report = any_report(experiment, snapshot, random);
      REQUIRE(learner.ingest({&report, 1}).ok());
      const double loss = rule.loss(report.level, report.value == 1);
      if (is_exp3) {
        exp3_policy.ingest(report.arm, loss, snapshot.weights);
      } else {
        tsallis_policy.ingest(report.arm, loss, snapshot.weights, t);
      }
    }
  }
}

TEST_CASE("the estimated losses are those of the reports, one by one, up to the rounding") {
  for (const MultiArmedExperiment& experiment : experiments()) {
    const History history = history_of(experiment, 12, 40, 42);
    const LossRule rule(experiment);
    std::vector<double> losses(experiment.arms);
    LossSums sums(experiment.arms);
    for (const ReceivedReport& report : history.reports) {
      const MultiArmedSnapshot& snapshot = history.snapshots[report.snapshot - 1];
      const double round = static_cast<double>(snapshot.reports) + 1;
      const bool is_exp3 = experiment.algorithm == Algorithm::ldp_exp3;
      const auto baseline = [&](std::uint32_t arm) {
        return is_exp3 ? 0
                       : loss_baseline(experiment.estimator, snapshot.weights[arm],
                                       tsallis_learning_rate(experiment.estimator, round));
      };
      const double loss = rule.loss(report.level, report.value == 1);
      for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) losses[arm] += baseline(arm);
      losses[report.arm] += (loss - baseline(report.arm)) / snapshot.weights[report.arm];
      Statistics one(experiment);
      REQUIRE(one.add(report).ok());
      rule.add(one, snapshot.weights, round, sums);
    }
    for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
      const double exact = static_cast<double>(sums[arm]) / static_cast<double>(kLossUnits);
      CHECK(exact == Approx(losses[arm]).margin(480 * 0x1p-25 + 1e-9));
    }
  }
}

TEST_CASE("any order, sharding and moment of folding gives the same bits") {
  for (const MultiArmedExperiment& experiment : experiments()) {
    History history = history_of(experiment, 10, 30, 43);
    SequentialLearner whole = learner_over(experiment, history);
    REQUIRE(whole.ingest(history.reports).ok());
    SequentialLearner folded = whole;
    folded.fold(9);
    const MultiArmedSnapshot expected = SequentialLearner(whole).publish();
    test::SplitMix64 random(44);
    for (int trial = 0; trial < 20; ++trial) {
      for (std::size_t i = history.reports.size() - 1; i > 0; --i) {
        std::swap(history.reports[i], history.reports[random.next() % (i + 1)]);
      }
      std::vector<SequentialLearner> parts(1 + random.next() % 4,
                                           learner_over(experiment, history));
      for (const ReceivedReport& report : history.reports) {
        REQUIRE(parts[random.next() % parts.size()].ingest({&report, 1}).ok());
      }
      SequentialLearner merged = learner_over(experiment, history);
      for (SequentialLearner& part : parts) {
        if (trial % 2 == 1) part.fold(1 + static_cast<std::uint32_t>(random.next() % 9));
        REQUIRE(merged.merge(part).ok());
      }
      if (trial % 2 == 0) CHECK(merged.save() == whole.save());
      merged.fold(9);
      CHECK(merged.save() == folded.save());
      const MultiArmedSnapshot snapshot = merged.publish();
      CHECK(snapshot.weights == expected.weights);  // equal as doubles, hence to the last bit
      CHECK(snapshot.mean == expected.mean);
      CHECK(snapshot.width == expected.width);
      CHECK(snapshot.scale == expected.scale);
      CHECK(snapshot.reports == expected.reports);
    }
  }
}

TEST_CASE("devices without a snapshot play every arm equally often: their reports are epoch 0") {
  const MultiArmedExperiment experiment = tsallis(4, {1});
  SequentialLearner learner(experiment);
  const ReceivedReport early{{}, 0, 2, 0, 0};
  REQUIRE(learner.ingest({&early, 1}).ok());
  const MultiArmedSnapshot snapshot = learner.publish();
  CHECK(snapshot.id == 1);
  CHECK(snapshot.reports == 1);
  // At round 1 eta^2 = 16, so no baseline; a loss of 1 at weight 1/4 counts 4.
  std::vector<double> expected(4);
  tsallis_weights(std::vector<double>{0, 0, 4, 0}, 4 / std::sqrt(2.0),
                  std::numeric_limits<double>::infinity(), expected);
  for (std::size_t arm = 0; arm < 4; ++arm) CHECK(snapshot.weights[arm] == Approx(expected[arm]));
}

TEST_CASE("every snapshot is valid, and its mean and width are those of Weighted LDP-UCB") {
  for (const MultiArmedExperiment& experiment : experiments()) {
    const History history = history_of(experiment, 20, 10, 46);
    const WeightedLdpUcb display(experiment);
    SequentialLearner learner = learner_over(experiment, history);
    REQUIRE(learner.ingest(history.reports).ok());
    const MultiArmedSnapshot last = learner.publish();
    for (const MultiArmedSnapshot& snapshot : history.snapshots)
      CHECK(validate(snapshot, experiment).ok());
    for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
      const ArmEstimate expected = display.estimate(ArmCounts(learner.statistics().of_arm(arm)));
      CHECK(last.mean[arm] == expected.mean);
      CHECK(last.width[arm] == expected.width);
    }
    CHECK(last.id == 21);
    CHECK(last.reports == 200);
  }
}

TEST_CASE("reports of an arm that the weights exclude, or of a flood, leave the weights a law") {
  for (const MultiArmedExperiment& experiment : {exp3(3, {1}), tsallis(3, {1})}) {
    SequentialLearner learner(experiment);
    for (int e = 0; e < 30; ++e) {
      const MultiArmedSnapshot snapshot = learner.publish();
      REQUIRE(validate(snapshot, experiment).ok());
      Statistics flood(experiment);
      const std::int64_t count = std::int64_t{1} << 40;
      REQUIRE(flood.assign(std::vector<std::int64_t>{count, count, count, 0, count, 0}).ok());
      REQUIRE(learner.ingest(snapshot.id, flood).ok());
    }
    const MultiArmedSnapshot last = learner.publish();
    CHECK(validate(last, experiment).ok());
    CHECK(last.weights[0] > 0.999);
    SequentialLearner loaded(experiment);
    REQUIRE(loaded.load(learner.save()).ok());
    CHECK(loaded.save() == learner.save());
  }
}

TEST_CASE("a batch with an arm that is none, and sums of another shape, are refused whole") {
  const MultiArmedExperiment experiment = tsallis(3, {1, 2});
  const History history = history_of(experiment, 4, 5, 47);
  SequentialLearner learner = learner_over(experiment, history);
  const Bytes before = learner.save();
  const std::vector<ReceivedReport> wrong{{{}, 3, 0, 0, 1}, {{}, 3, 3, 0, 1}};
  CHECK(learner.ingest(wrong).error().parameter == "arm");
  CHECK(learner.ingest(3, Statistics(tsallis(2, {1, 2}))).error().parameter == "statistics");
  CHECK(learner.save() == before);
}

TEST_CASE("a snapshot is adopted once, in order, and only with weights of the experiment") {
  const MultiArmedExperiment experiment = tsallis(3, {1});
  const History history = history_of(experiment, 3, 5, 48);
  SequentialLearner learner = learner_over(experiment, history);
  const Bytes before = learner.save();
  CHECK(learner.adopt(history.snapshots[2]).error().parameter == "id");
  MultiArmedSnapshot next = history.snapshots[2];
  next.id = 4;
  next.weights.clear();
  CHECK(learner.adopt(next).error().parameter == "weights");
  next.weights = {0.5, 0.6, 0.1};
  CHECK(learner.adopt(next).error().parameter == "weights");
  CHECK(learner.save() == before);
  next.weights = {0.5, 0.4, 0.1};
  CHECK(learner.adopt(next).ok());
  CHECK(learner.snapshot_id() == 4);
}

TEST_CASE("learners that know a snapshot by other weights do not merge") {
  const MultiArmedExperiment experiment = tsallis(3, {1});
  const History history = history_of(experiment, 3, 5, 49);
  SequentialLearner learner = learner_over(experiment, history);
  History other = history;
  std::swap(other.snapshots[2].weights[0], other.snapshots[2].weights[1]);
  const Bytes before = learner.save();
  const Status status = learner.merge(learner_over(experiment, other));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().parameter == "weights");
  CHECK(learner.save() == before);
}

// What /limits/ says of forged reports. Three arms of means 0.6, 0.4, 0.4 at epsilon 1. With
// reduced variance the forged "1" of an arm that is played with chance w >= 16/t takes 1/(2 w), up
// to t/32, from its losses; with importance weighting no report takes anything, and one of the best
// arm adds at most about 1.
TEST_CASE(
    "twenty forged reports in 100,000 turn Tsallis-INF; with importance weights it takes "
    "thousands") {
  for (const auto estimator :
       {LossEstimator::reduced_variance, LossEstimator::importance_weighting}) {
    const MultiArmedExperiment experiment = tsallis(3, {1}, estimator);
    const double theta = implemented_thetas(experiment.levels)[0];
    SequentialLearner learner(experiment);
    MultiArmedSnapshot snapshot = learner.publish();
    test::SplitMix64 random(3);
    for (int epoch = 0; epoch < 100; ++epoch) {
      std::vector<ReceivedReport> reports;
      for (int i = 0; i < 1000; ++i) {
        const std::uint32_t arm = draw(snapshot.weights, random);
        const double one = 0.5 + theta * (arm == 0 ? 0.1 : -0.1);
        reports.push_back({{}, snapshot.id, arm, 0, random.real() < one ? 1 : 0});
      }
      REQUIRE(learner.ingest(reports).ok());
      snapshot = learner.publish();
    }
    CHECK(snapshot.weights[0] > 0.9);
    const std::uint32_t target = snapshot.weights[1] > snapshot.weights[2] ? 1 : 2;
    REQUIRE(snapshot.weights[target] > 16e-5);

    const auto forged = [&](std::uint32_t arm, std::int32_t bit, std::size_t count) {
      SequentialLearner deceived = learner;
      const std::vector<ReceivedReport> reports(count, {{}, snapshot.id, arm, 0, bit});
      REQUIRE(deceived.ingest(reports).ok());
      return deceived.publish().weights[0];
    };
    if (estimator == LossEstimator::reduced_variance) {
      CHECK(forged(target, 1, 20) < 0.1);
    } else {
      CHECK(forged(target, 1, 1000) > 0.9);
      CHECK(forged(0, 0, 1000) > 0.9);
    }
  }
}

}  // namespace
}  // namespace ldp
