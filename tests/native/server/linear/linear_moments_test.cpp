#include "server/linear/linear_moments.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "client/linear_client.hpp"
#include "protocol/moment_scale.hpp"
#include "random/split_mix64.hpp"
#include "server/linear/linear_learner.hpp"

namespace ldp {
namespace {

using test::SplitMix64;

LinearExperiment moments(std::uint32_t dimension, double epsilon, double spread = 1,
                         std::uint64_t horizon = 0) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_linear_moments;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  experiment.spread = spread;
  experiment.horizon = horizon;
  return experiment;
}

LinearSnapshot estimate(const LinearExperiment& experiment, const std::vector<double>& moment,
                        std::uint64_t count, const std::vector<double>& design,
                        std::uint64_t designs) {
  LinearMoments learner = LinearMoments::create(experiment).value();
  LinearSnapshot snapshot;
  learner.estimate(moment, count, design, designs, snapshot);
  REQUIRE(validate(snapshot, experiment).ok());
  return snapshot;
}

// A device's report as the server receives it: the product's client, over the wire.
class Visitors {
 public:
  Visitors(const LinearExperiment& experiment, std::vector<double> theta, double stretch)
      : experiment_(experiment),
        theta_(std::move(theta)),
        stretch_(stretch),
        client_(
            LinearClient::create(experiment, RewardTransform::unit(), 0.5, 1, NormPolicy::clip, 32)
                .value()) {}

  void follow(const LinearSnapshot& snapshot) { REQUIRE(client_.set_snapshot(snapshot).ok()); }

  // Twelve arms with a constant last feature; `stretch` shortens the first one. The reward's mean
  // is 0.3 + <theta, x>.
  ReceivedLinearReport report(SplitMix64& words) {
    const std::size_t d = theta_.size();
    constexpr std::uint32_t kArms = 12;
    std::vector<double> rows(kArms * d);
    for (std::size_t a = 0; a < kArms; ++a) {
      for (std::size_t i = 0; i + 1 < d; ++i) {
        rows[a * d + i] = (2 * words.real() - 1) / std::sqrt(2 * static_cast<double>(d));
      }
      rows[a * d] *= stretch_;
      rows[a * d + d - 1] = std::sqrt(0.5);
    }
    const auto decision = client_.choose(rows, kArms, words).value();
    double mean = 0.3;
    for (std::size_t i = 0; i < d; ++i) mean += theta_[i] * rows[decision.arm * d + i];
    ++parts_[decision.answer.part];
    const double reward = words.real() < mean ? 1 : 0;
    const ReportId id{static_cast<std::uint8_t>(++reports_),
                      static_cast<std::uint8_t>(reports_ >> 8)};
    const std::string json = client_.report(decision.answer, reward, id).value().encode();
    return decode_linear_report({reinterpret_cast<const std::uint8_t*>(json.data()), json.size()},
                                experiment_)
        .value();
  }

  int sent(std::uint32_t part) const { return parts_[part]; }

 private:
  LinearExperiment experiment_;
  std::vector<double> theta_;
  double stretch_;
  LinearClient client_;
  std::uint32_t reports_ = 0;
  int parts_[2] = {0, 0};
};

double cosine(const std::vector<double>& a, const std::vector<double>& b) {
  double dot = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return dot / std::sqrt(aa * bb);
}

}  // namespace

// Computed by tests/reference/linear_moments.py from the formulas of docs/linear-moments.md.
TEST_CASE("estimate and exploration on known sums") {
  const LinearSnapshot known =
      estimate(moments(2, 1), {6000, 2000}, 100'000, {20'000, 9'000, 8'000}, 120'000);
  CHECK(known.theta[0] == Approx(0.349950304782).epsilon(1e-9));
  CHECK(known.theta[1] == Approx(0.0331601948155).epsilon(1e-9));
  CHECK(known.exploration == 0);
  CHECK(known.reports == 220'000);

  const LinearSnapshot several =  // directions per release
      estimate(moments(2, 10, 0.5), {300, -150}, 4000, {700, -400, 300}, 5000);
  CHECK(several.theta[0] == Approx(0.455381731362).epsilon(1e-9));
  CHECK(several.theta[1] == Approx(-0.198937574745).epsilon(1e-9));

  const LinearSnapshot shrunk = estimate(moments(2, 1), {64, 24}, 800, {1600, 100, 600}, 8200);
  CHECK(shrunk.theta[0] == Approx(0.287706642674).epsilon(1e-9));
  CHECK(shrunk.theta[1] == Approx(0.106495090325).epsilon(1e-9));
  CHECK(shrunk.exploration == Approx(0.350433447265).epsilon(1e-9));

  // A design that noise hides is not used: the direction is the moment's.
  const LinearSnapshot hidden = estimate(moments(2, 1), {64, 24}, 800, {3, 1, 2}, 8200);
  CHECK(hidden.theta[0] == Approx(0.08));
  CHECK(hidden.theta[1] == Approx(0.03));
  CHECK(hidden.exploration == shrunk.exploration);
}

TEST_CASE(
    "before the first report every device explores, and so do those who only learnt designs") {
  for (const std::uint64_t designs : {std::uint64_t{0}, std::uint64_t{1000}}) {
    const LinearSnapshot snapshot =
        estimate(moments(3, 1), {0, 0, 0}, 0, {100, 0, 0, 100, 0, 100}, designs);
    CHECK(snapshot.exploration == 1);
    CHECK(snapshot.theta == std::vector<double>(3));
    CHECK(snapshot.factor.empty());
    CHECK(snapshot.radius == 0);
  }
}

TEST_CASE("exploration shrinks with what was learnt, as 1/sqrt(n), and never stops for good") {
  // A share of moments that follows the plan, of a signal that is found at once.
  const LinearExperiment experiment = moments(5, 1);
  double explored = 500;
  double reports = 500;
  double last = 1;
  std::vector<double> at_power;
  for (int step = 0; step < 400; ++step) {
    const auto count = static_cast<std::uint64_t>(explored);
    const LinearSnapshot snapshot =
        estimate(experiment, {0.1 * static_cast<double>(count), 0, 0, 0, 0}, count,
                 std::vector<double>(15), static_cast<std::uint64_t>(reports) - count);
    last = snapshot.exploration;
    const double more = reports / 50;
    explored += last * more;
    reports += more;
  }
  const double sigma = LinearMoments::create(experiment).value().moment_sigma();
  const double c = 4 * sigma * sigma / 0.01;
  CHECK(explored == Approx(0.6 * std::sqrt(c * reports)).epsilon(0.1));
  CHECK(last > 0);
  CHECK(last == Approx(0.3 * std::sqrt(c / reports)).epsilon(0.3));
}

TEST_CASE("weaker signals and smaller epsilons are explored for longer") {
  const auto wanted = [](double epsilon, double signal) {
    return estimate(moments(5, epsilon), {signal * 2000, 0, 0, 0, 0}, 2000, std::vector<double>(15),
                    18'000)
        .exploration;
  };
  CHECK(wanted(1, 0.2) < wanted(1, 0.1));
  CHECK(wanted(1, 0.1) < wanted(0.5, 0.1));
  CHECK(wanted(0.2, 0.1) == 1);
  CHECK(wanted(10, 0.2) == 0);
}

TEST_CASE("a known horizon is explored for up front, and not again") {
  const auto wanted = [](std::uint64_t horizon, std::uint64_t explored, std::uint64_t others) {
    const auto m = static_cast<double>(explored);
    return estimate(moments(5, 1, 1, horizon), {0.2 * m, 0, 0, 0, 0}, explored,
                    std::vector<double>(15), others)
        .exploration;
  };
  CHECK(wanted(0, 1500, 6500) < 1);
  CHECK(wanted(1'000'000, 1500, 6500) == 1);
  CHECK(wanted(100'000, 5000, 20'000) == 0);
  CHECK(wanted(0, 2000, 98'000) == wanted(50'000, 2000, 98'000));
}

TEST_CASE("no sums give anything but a valid snapshot") {
  SplitMix64 words(17);
  for (int i = 0; i < 5000; ++i) {
    const auto d = static_cast<std::uint32_t>(1 + words.next() % 6);
    const double epsilon = std::ldexp(1, static_cast<int>(words.next() % 17) - 10);
    const double size = std::ldexp(1, static_cast<int>(words.next() % 60) - 30);
    std::vector<double> moment(d);
    std::vector<double> design(triangle(d));
    for (double& x : moment) x = words.next() % 5 == 0 ? 0 : size * (2 * words.real() - 1);
    for (double& x : design) x = words.next() % 5 == 0 ? 0 : size * (2 * words.real() - 1);
    // validate() of the snapshot is in estimate(): finite numbers, exploration in [0, 1].
    estimate(moments(d, epsilon), moment, words.next() % 50, design, words.next() % 50);
  }
}

TEST_CASE("in one dimension the estimate is a sign, and it is found") {
  const LinearSnapshot snapshot = estimate(moments(1, 1), {-300}, 2000, {900}, 4000);
  CHECK(snapshot.theta[0] < 0);
  CHECK(snapshot.exploration < 1);
}

// 30,000 visitors of the product's client at epsilon 8, in 60 epochs, with a fixed seed. The
// control, moments without the design, is in another direction: contexts are 0.4 times as wide
// along the first feature.
TEST_CASE("from the devices' own reports the learner finds theta and the unknown design") {
  const std::vector<double> theta{0.6, 0.3, 0};
  const LinearExperiment experiment = moments(3, 8, 0.7);
  Visitors visitors(experiment, theta, 0.4);
  LinearLearner learner = LinearLearner::create(experiment).value();
  SplitMix64 words(21);
  LinearSnapshot snapshot;
  std::vector<double> sums(3);
  for (int n = 0; n < 30'000; ++n) {
    const ReceivedLinearReport report = visitors.report(words);
    REQUIRE(learner.ingest(report).ok());
    if (report.part == kMomentPart) {
      for (std::size_t i = 0; i < 3; ++i) sums[i] += report.values[i];
    }
    if ((n + 1) % 500 == 0) {
      snapshot = learner.publish();
      // Half of them may explore: this test is about the estimate.
      snapshot.exploration = std::max(snapshot.exploration, 0.5);
      visitors.follow(snapshot);
    }
  }
  std::vector<double> found = snapshot.theta;
  found[2] = 0;  // the constant feature changes no choice
  sums[2] = 0;
  CAPTURE(found[0], found[1], snapshot.theta[2]);
  CHECK(cosine(found, theta) > 0.97);
  CHECK(cosine(sums, theta) < 0.9);
  CHECK(visitors.sent(kMomentPart) + visitors.sent(kDesignPart) == 30'000);
  CHECK(visitors.sent(kDesignPart) > 12'000);
}

TEST_CASE("moments in any order, in any shards, saved and loaded, publish the same bits") {
  const LinearExperiment experiment = moments(4, 2);
  Visitors visitors(experiment, {0.4, 0.2, -0.1, 0}, 1);
  SplitMix64 words(23);
  std::vector<ReceivedLinearReport> reports;
  LinearSnapshot half;
  half.id = 1;
  half.theta = {0.1, 0, 0, 0};
  half.exploration = 0.5;
  visitors.follow(half);
  for (int n = 0; n < 600; ++n) reports.push_back(visitors.report(words));
  REQUIRE(visitors.sent(kMomentPart) > 200);
  REQUIRE(visitors.sent(kDesignPart) > 200);

  LinearLearner in_order = LinearLearner::create(experiment).value();
  REQUIRE(in_order.ingest(reports).ok());
  LinearLearner first = LinearLearner::create(experiment).value();
  LinearLearner second = LinearLearner::create(experiment).value();
  std::reverse(reports.begin(), reports.end());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    REQUIRE((i % 3 == 0 ? first : second).ingest(reports[i]).ok());
  }
  REQUIRE(first.merge(second).ok());
  LinearLearner loaded = LinearLearner::create(experiment).value();
  REQUIRE(loaded.load(first.save()).ok());

  const LinearSnapshot expected = in_order.publish();
  for (LinearLearner* learner : {&first, &loaded}) {
    const LinearSnapshot snapshot = learner->publish();
    CHECK(snapshot.theta == expected.theta);
    CHECK(snapshot.exploration == expected.exploration);
    CHECK(snapshot.reports == 600);
  }
}

}  // namespace ldp
