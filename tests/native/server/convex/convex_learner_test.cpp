// Learners of convex bandits as a collector uses them: what their gradients say, and what they
// refuse.
#include "server/convex/convex_learner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "server/convex/convex_domain.hpp"
#include "server/convex/convex_reports.hpp"
#include "server/convex/convex_saved_state.hpp"
#include "server/convex/step_rules.hpp"
#include "server/learner/saved_bytes.hpp"

namespace ldp::test {
namespace {

ConvexLearner learner_of(const ConvexExperiment& experiment) {
  return ConvexLearner::create(experiment).value();
}

// Devices at one snapshot with the linear loss q.(y - center) + 1, a loss in the middle of the
// range: its gradient is q everywhere. As sums by epoch, which is half the time.
void ingest_linear(const ConvexExperiment& experiment, ConvexLearner& learner,
                   const ConvexSnapshot& snapshot, const std::vector<double>& q,
                   std::int64_t reports) {
  Bits bits(experiment.epsilon, 41);
  // Of one point v = (f - mid)/B with f = mid + q.(y - x); of two 2 q.(y - x)/(2 rho G).
  std::array<double, 2> slope{q[0] / 0.6 * snapshot.radius, q[1] / 0.6 * snapshot.radius};
  if (experiment.algorithm == Algorithm::ldp_two_point) slope = {q[0], q[1]};
  if (has_shape(experiment)) {
    const std::vector<double>& m = snapshot.shape;
    slope = {(q[0] * m[0] + q[1] * m[2]) / 0.6, (q[0] * m[1] + q[1] * m[3]) / 0.6};
  }
  std::vector<std::int64_t> sums{reports, 0, 0, 0};
  std::array<std::int32_t, 2> grid{};
  for (std::int64_t i = 0; i < reports; ++i) {
    public_direction(public_word(7, static_cast<std::uint64_t>(i)), grid);
    const double v = kDirectionStep * (slope[0] * grid[0] + slope[1] * grid[1]);
    const std::int64_t sign = bits(v) == 1 ? 1 : -1;
    sums[1] += sign;
    sums[2] += sign * grid[0];
    sums[3] += sign * grid[1];
  }
  ConvexStatistics statistics(experiment);
  REQUIRE(statistics.assign(sums).ok());
  REQUIRE(learner.ingest(snapshot.id, statistics).ok());
}

}  // namespace

// False-positive rate of each: 2 coordinates beyond 4 standard errors, 1.3e-4; the seed is fixed.
TEST_CASE("the mean of a million gradient estimates of a linear loss is its slope") {
  constexpr std::int64_t kReports = 1'000'000;
  const std::vector<double> q{0.5, -0.3};
  const ScalarNoise noise = ScalarNoise::of(ScalarMechanism::bit, 4, 0).value();
  const double c = std::sqrt(noise.second_moment());
  const auto estimate = GENERATE(0, 1, 2, 3);  // fkm, st, two points, hl
  ConvexExperiment experiment = estimate == 0   ? one_point(ConvexLosses::convex)
                                : estimate == 1 ? one_point(ConvexLosses::smooth)
                                : estimate == 2 ? two_point()
                                                : one_point(ConvexLosses::strongly_convex_smooth);
  // Little noise, and a horizon at which the whole epoch is one step that stays inside the set.
  experiment.epsilon = 4;
  experiment.horizon = kReports;
  if (estimate != 2) {
    experiment.loss_low = 0.4;
    experiment.loss_high = 1.6;
  }
  ConvexLearner learner = learner_of(experiment);
  const ConvexSnapshot first = learner.publish();
  ingest_linear(experiment, learner, first, q, kReports);
  const ConvexSnapshot second = learner.publish();

  const ConvexDomain domain = domain_of(experiment.set);
  const ConvexProblem problem = ConvexProblem::of(experiment, domain, noise);
  const StepRules rules = step_rules(problem, static_cast<double>(experiment.horizon));
  const double eta = rules.step_of(kReports);
  std::vector<double> moved = from_point(domain, second.point);
  std::vector<double> gradient = moved;
  if (has_shape(experiment)) domain.gradient(moved, gradient);  // of slope.x + phi it is -slope
  // hl pulls to where the devices were, which is 0.
  for (std::size_t i = 0; i < 2 && estimate == 3; ++i) {
    gradient[i] += eta * kReports * experiment.curvature * moved[i];
  }
  // One estimate has the second moment (d c/rho)^2 B^2/d in every coordinate; of the ball's barrier
  // M = delta_s/sqrt(2) at the middle, and of two points the unit is G.
  const double reach = estimate == 0   ? first.radius
                       : estimate == 2 ? 1 / problem.lipschitz
                                       : rules.shape / std::sqrt(2.0);
  const double unit = estimate == 2 ? 1 : problem.half_range;
  const double error = std::sqrt(2.0) * c * unit / reach / std::sqrt(1.0 * kReports);
  for (std::size_t i = 0; i < 2; ++i) {
    const double mean = -gradient[i] / (eta * kReports);
    REQUIRE(std::abs(mean - q[i]) < 4 * error);
  }
  // Far from what a wrong factor or sign would give.
  REQUIRE(4 * error < 0.2);
}

TEST_CASE("two points find the best place of a valley, and its surface") {
  // f = |x - a|^2/2 on a box; a device reports the sign of f(y+) - f(y-), clamped, as a bit.
  ConvexExperiment experiment = two_point(box({0, 0}, {2, 2}));
  experiment.lipschitz = 2;
  experiment.epsilon = 4;
  experiment.horizon = 20'000;
  const std::vector<double> a{1.4, 0.5};
  ConvexLearner learner = learner_of(experiment);
  ConvexSnapshot snapshot = learner.publish();
  Bits bits(experiment.epsilon, 3);
  std::uint64_t coin = 0;
  std::vector<double> up(2);
  std::vector<double> down(2);
  for (int epoch = 0; epoch < 200; ++epoch) {
    for (int i = 0; i < 100; ++i) {
      ReceivedConvexReport report;
      report.snapshot = snapshot.id;
      report.coin = public_word(99, coin++);
      played(experiment, snapshot, report.coin, 1, up);
      played(experiment, snapshot, report.coin, -1, down);
      const double difference = (std::pow(distance(up, a), 2) - std::pow(distance(down, a), 2)) / 2;
      report.value = bits(difference / (2 * snapshot.radius * experiment.lipschitz));
      REQUIRE(learner.ingest(report).ok());
    }
    snapshot = learner.publish();
    REQUIRE(validate(snapshot, experiment).ok());
  }
  REQUIRE(distance(snapshot.answer, a) < 0.1);
  REQUIRE(snapshot.reports == 20'000);
  // Gradient and curvature at the answer a of the true surface: a - a, and the unit matrix.
  REQUIRE(snapshot.slope.size() == 2);
  REQUIRE(snapshot.curvature.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    REQUIRE(std::abs(snapshot.slope[i] - (snapshot.answer[i] - a[i])) < 0.15);
  }
  REQUIRE(snapshot.curvature[0] > 0.3);
  REQUIRE(snapshot.curvature[2] > 0.3);
}

TEST_CASE("preferences lead to the variant that visitors like") {
  ConvexExperiment experiment = two_point(box({0, 0}, {1, 1}));
  experiment.feedback = ConvexFeedback::comparison;
  experiment.lipschitz = 0;
  experiment.horizon = 0;
  experiment.epsilon = 2;
  const std::vector<double> liked{0.3, 0.7};
  ConvexLearner learner = learner_of(experiment);
  ConvexSnapshot snapshot = learner.publish();
  REQUIRE(snapshot.radius == 0.125);
  Bits bits(experiment.epsilon, 5);
  std::uint64_t coin = 0;
  std::vector<double> up(2);
  std::vector<double> down(2);
  for (int epoch = 0; epoch < 150; ++epoch) {
    for (int i = 0; i < 40; ++i) {
      ReceivedConvexReport report;
      report.snapshot = snapshot.id;
      report.coin = public_word(17, coin++);
      played(experiment, snapshot, report.coin, 1, up);
      played(experiment, snapshot, report.coin, -1, down);
      const double preference = distance(up, liked) < distance(down, liked) ? 1 : -1;
      report.value = bits(-preference);
      REQUIRE(learner.ingest(report).ok());
    }
    snapshot = learner.publish();
  }
  REQUIRE(distance(snapshot.answer, liked) < 0.12);
}

TEST_CASE("the stochastic learner closes in on the minimum") {
  const ConvexExperiment experiment = stochastic();
  ConvexLearner learner = learner_of(experiment);
  ConvexSnapshot snapshot = learner.publish();
  REQUIRE(snapshot.points == std::vector<double>{0, 1, 2});
  Bits bits(experiment.epsilon, 8);
  std::uint64_t word = 0;
  for (int epoch = 0; epoch < 300; ++epoch) {
    for (int i = 0; i < 300; ++i) {
      const double coin = public_uniform(23, word++);
      std::uint32_t arm = coin < snapshot.weights[0] ? 0 : 1;
      if (coin >= snapshot.weights[0] + snapshot.weights[1]) arm = 2;
      ReceivedConvexReport report;
      report.snapshot = snapshot.id;
      report.arm = arm;
      const double loss = std::abs(snapshot.points[arm] - 2.2);  // in [0, 3.2]
      report.value = bits((loss - 1) / 2);
      REQUIRE(learner.ingest(report).ok());
    }
    snapshot = learner.publish();
    REQUIRE(validate(snapshot, experiment).ok());
  }
  REQUIRE(snapshot.points[2] - snapshot.points[0] < 1);  // it was 2
  // The interval has twice the length of its outer points' distance, with the minimum inside.
  const double half = snapshot.points[2] - snapshot.points[0];
  REQUIRE(std::abs(snapshot.answer[0] - 2.2) <= half);
}

TEST_CASE("sums by epoch are the reports that they are the sums of") {
  for (const ConvexExperiment& experiment : every_learner()) {
    ConvexLearner by_report = learner_of(experiment);
    ConvexLearner by_sums = learner_of(experiment);
    const ConvexSnapshot snapshot = by_report.publish();
    REQUIRE(by_sums.adopt(snapshot).ok());
    const auto reports = some_reports(experiment, 1, 50, 4);
    REQUIRE(by_report.ingest(reports).ok());
    std::vector<std::int64_t> sums(ConvexStatistics(experiment).sums().size());
    for (const ReceivedConvexReport& report : reports) {
      std::vector<std::uint32_t> indices;
      std::vector<std::int32_t> values;
      by_sums.append_terms(report, indices, values);
      REQUIRE(values[0] == 1);
      for (std::size_t i = 0; i < indices.size(); ++i) sums[indices[i]] += values[i];
    }
    ConvexStatistics epoch(experiment);
    REQUIRE(epoch.assign(sums).ok());
    REQUIRE(by_sums.ingest(1, epoch).ok());
    REQUIRE(by_sums.save() == by_report.save());
  }
}

TEST_CASE("impossible saved states of convex learners are refused") {
  const ConvexExperiment experiment = one_point(ConvexLosses::convex);
  ConvexLearner learner = learner_of(experiment);
  REQUIRE(learner.ingest(some_reports(experiment, 0, 10, 1)).ok());
  (void)learner.publish();
  learner.fold(1);
  const std::vector<std::uint8_t> bytes = learner.save();
  const std::size_t start = convex_state_header(experiment).size() + 4;  // the point's x
  const auto load_with = [&](std::size_t at, double value) {
    ByteWriter writer(std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + at));
    writer.number(value);
    writer.bytes().insert(writer.bytes().end(), bytes.begin() + at + 8, bytes.end() - 4);
    writer.integer(crc32(writer.bytes()));
    return learner.load(writer.bytes());
  };
  const auto offset = static_cast<std::ptrdiff_t>(start);
  REQUIRE(load_with(offset, 0.25).ok());
  REQUIRE_FALSE(load_with(offset, 2).ok());  // outside the ball
  REQUIRE_FALSE(load_with(offset, std::nan("")).ok());
  REQUIRE_FALSE(load_with(offset, std::numeric_limits<double>::infinity()).ok());
  REQUIRE_FALSE(load_with(offset + 8 + 8 + 1, 1e300).ok());  // the count of reports
}

TEST_CASE("a convex learner refuses what does not belong to it, all or nothing") {
  const ConvexExperiment experiment = one_point(ConvexLosses::convex);
  ConvexLearner learner = learner_of(experiment);
  const ConvexSnapshot snapshot = learner.publish();
  const std::vector<std::uint8_t> before = learner.save();
  auto reports = some_reports(experiment, 1, 3, 1);
  reports[2].snapshot = 2;
  REQUIRE(learner.ingest(reports).error().parameter == "snapshot");
  reports[2].snapshot = 1;
  reports[2].value = 2;
  REQUIRE(learner.ingest(reports).error().parameter == "bit");
  reports[2].value = 1;
  reports[2].arm = 1;
  REQUIRE(learner.ingest(reports).error().parameter == "arm");
  REQUIRE(learner.save() == before);

  REQUIRE(learner.adopt(snapshot).error().parameter == "id");
  ConvexSnapshot foreign = snapshot;
  foreign.id = 2;
  foreign.point[0] = 1.99;  // then the radius reaches out of the ball
  REQUIRE(learner.adopt(foreign).error().parameter == "radius");
  foreign.point[0] = 7;
  REQUIRE(learner.adopt(foreign).error().parameter == "point");
  ConvexStatistics sums(experiment);
  REQUIRE(learner.ingest(9, sums).error().parameter == "epoch");
  REQUIRE(sums.assign(std::vector<std::int64_t>{1, 3, 0, 0}).error().parameter == "sums");
  REQUIRE(sums.assign(std::vector<std::int64_t>{1, 1, 16385, 0}).error().parameter == "sums");
  REQUIRE(sums.assign(std::vector<std::int64_t>{-1, 0, 0, 0}).error().parameter == "sums");
  REQUIRE(sums.assign(std::vector<std::int64_t>{1, 1, 3}).error().parameter == "sums");
  REQUIRE(learner.save() == before);

  // For st and hl: a matrix that this learner cannot have made.
  const ConvexExperiment shaped = one_point(ConvexLosses::smooth);
  ConvexLearner with_shape = learner_of(shaped);
  ConvexSnapshot turned = with_shape.publish();
  turned.id = 2;
  std::swap(turned.shape[0], turned.shape[1]);
  std::swap(turned.shape[2], turned.shape[3]);
  REQUIRE(with_shape.adopt(turned).error().parameter == "shape");

  ConvexExperiment strip = experiment;
  strip.set = polytope(2, {1, 0, -1, 0}, {1, 1}, 5);
  REQUIRE(ConvexLearner::create(strip).error().parameter == "set");
}

}  // namespace ldp::test
