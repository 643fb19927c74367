#include "server/linear/private_bandits_combiner.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/linear/linear_reports.hpp"

namespace ldp {
namespace {

LinearExperiment combining(std::uint32_t d, double epsilon, std::uint64_t horizon) {
  LinearExperiment experiment =
      test::linear_experiment(Algorithm::private_bandits_combiner, d, epsilon, 0.1);
  experiment.horizon = horizon;
  return experiment;
}

LinearSnapshot snapshot_of(PrivateBanditsCombiner& combiner) {
  LinearSnapshot snapshot;
  combiner.estimate(snapshot);
  return snapshot;
}

TEST_CASE("practical: four bases, whose radii are multiplied by 0.5, 1, 2 and 4") {
  PrivateBanditsCombiner combiner = PrivateBanditsCombiner::create(combining(3, 10, 20000)).value();
  REQUIRE(combiner.bases() == 4);
  // Of bases without rewards the one with the smallest target is tried: U = 1 - R_i/T.
  CHECK(snapshot_of(combiner).base == 0);
  test::SplitMix64 words(28);
  const double sigma = OnlineSettings::of(combining(3, 10, 20000)).value().sigma;
  const double unit = std::clamp(4.8 * sigma, 0.5, 12.0) * (0.5 + sigma + sigma * sigma) *
                      std::sqrt(3 * std::log(21.0));
  for (std::uint32_t base = 0; base < 4; ++base) {
    for (int n = 0; n < 20; ++n) {
      combiner.ingest(base, test::random_visit(words, 3).x, 1);
    }
  }
  // All have the mean 1: the smallest C_i, and so the first, is thought to be best.
  const LinearSnapshot snapshot = snapshot_of(combiner);
  CHECK(snapshot.base < 4);
  CHECK(snapshot.radius == Approx(unit * std::ldexp(0.5, static_cast<int>(snapshot.base))));
  CHECK(snapshot.reports == 80);
}

TEST_CASE("the index by hand: mean + min(1, (C sqrt n + w)/n) - R/T") {
  const LinearExperiment experiment = combining(2, 16, 1000);
  const OnlineSettings settings = OnlineSettings::of(experiment).value();
  PrivateBanditsCombiner combiner = PrivateBanditsCombiner::create(experiment).value();
  test::SplitMix64 words(29);
  std::vector<double> rewards(4);
  std::vector<double> counts(4);
  const double sigma = settings.sigma;
  const double spread = 1 + sigma * sigma;
  int checked_finite = 0;
  for (int t = 0; t < 1000; ++t) {
    std::uint32_t best = 0;
    double largest = -1e300;
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (!combiner.is_alive(i)) continue;
      const double c = std::sqrt(2.0) * (1 + sigma + sigma * sigma) * std::ldexp(0.5, i);
      const double target = c * std::sqrt(1000.0);
      double index = 1 - target / 1000;
      if (counts[i] > 0) {
        const double lg = std::log(1e9 * 4 * std::log(std::max(3.0, counts[i] * spread)) * 1000);
        const double gap =
            (c * std::sqrt(counts[i]) + 0.5 * std::sqrt(counts[i] * spread * lg)) / counts[i];
        checked_finite += gap < 1;
        index = rewards[i] / counts[i] + std::min(1.0, gap) - target / 1000;
      }
      if (index > largest) {
        largest = index;
        best = i;
      }
    }
    const std::uint32_t base = snapshot_of(combiner).base;
    REQUIRE(base == best);
    const test::Visit visit = test::random_visit(words, 2);
    const double y = words.real() < 0.2 + 0.15 * base ? 1 : 0;
    combiner.ingest(base, visit.x, y);
    rewards[base] += y;
    counts[base] += 1;
  }
  CHECK(checked_finite > 100);
}

TEST_CASE(
    "a base whose rewards fall is dismissed; the last one never, and late reports still count") {
  PrivateBanditsCombiner combiner =
      PrivateBanditsCombiner::create(combining(2, 16, 100000)).value();
  const std::vector<double> x{1, 0};
  for (std::uint32_t base = 0; base < 4; ++base) {
    // First good, then bad without end: dev grows by the mean of before each time.
    for (int n = 0; n < 2000; ++n) combiner.ingest(base, x, 1);
    CHECK(combiner.is_alive(base));
    for (int n = 0; n < 2000; ++n) combiner.ingest(base, x, -1);
    CHECK(combiner.is_alive(base) == (base == 3));
  }
  CHECK(snapshot_of(combiner).base == 3);
  combiner.ingest(0, x, 1);
  CHECK(combiner.reports() == 4 * 4000 + 1);
}

TEST_CASE("published: the grid of T = 20000, and one base for ever") {
  LinearExperiment experiment = combining(5, 1, 20000);
  experiment.radius = RadiusMode::published;
  PrivateBanditsCombiner combiner = PrivateBanditsCombiner::create(experiment).value();
  // T^(-1/8) = 0.29: lambda = 0.29 and 0.58, the next is above 1.
  CHECK(combiner.bases() == 2);
  test::SplitMix64 words(30);
  const std::uint32_t first = snapshot_of(combiner).base;
  for (int n = 0; n < 2000; ++n) {
    const test::Visit visit = test::random_visit(words, 5);
    combiner.ingest(first, visit.x, visit.reward);
    if (n % 100 == 0) REQUIRE(snapshot_of(combiner).base == first);
  }
}

TEST_CASE("for the combiner too an epoch of one report is that report") {
  const LinearExperiment experiment = combining(2, 8, 1000);
  PrivateBanditsCombiner one = PrivateBanditsCombiner::create(experiment).value();
  PrivateBanditsCombiner epochs = PrivateBanditsCombiner::create(experiment).value();
  test::SplitMix64 words(31);
  for (int n = 0; n < 500; ++n) {
    const std::uint32_t base = snapshot_of(one).base;
    REQUIRE(snapshot_of(epochs).base == base);
    const test::Visit visit = test::random_visit(words, 2);
    const std::vector<double>& x = visit.x;
    const double y = visit.reward + 0.1 * test::normal(words);
    one.ingest(base, x, y);
    epochs.ingest_epoch(base, std::vector<double>{x[0] * x[0], x[0] * x[1], x[1] * x[1]},
                        std::vector<double>{y * x[0], y * x[1]}, y, 1);
  }
  const LinearSnapshot a = snapshot_of(one);
  const LinearSnapshot b = snapshot_of(epochs);
  CHECK(a.theta[0] == Approx(b.theta[0]).epsilon(0).margin(1e-8));
  CHECK(a.theta[1] == Approx(b.theta[1]).epsilon(0).margin(1e-8));
}

}  // namespace
}  // namespace ldp
