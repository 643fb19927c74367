// CUCB-LDP-KL with a menu of levels: docs/spec/combinatorial.md, section 5. Recomputed by
// tests/reference/combinatorial.py.
#include "server/combinatorial/kl_menu_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "catch.hpp"
#include "privacy/randomized_response.hpp"
#include "server/combinatorial/arm_index.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/combinatorial/slate_plan.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::slate_learner;
using test::SlateDevices;

using Thetas = std::vector<double>;
// Count and ones of an arm at each level.
using Row = std::vector<std::int64_t>;

const Thetas kThetas{std::tanh(0.25), std::tanh(1.0)};  // epsilon .5 and 2

Statistics counted(const std::vector<Row>& arms) {
  const auto size = static_cast<std::uint32_t>(arms.size());
  CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_kl, test::top_k(size, 1), {0.5, 2});
  Statistics statistics(experiment.reports);
  std::vector<std::int64_t> sums;
  for (const Row& row : arms) sums.insert(sums.end(), row.begin(), row.end());
  REQUIRE(statistics.assign(sums).ok());
  return statistics;
}

double weight_of(const Row& row) {
  return kThetas[0] * kThetas[0] * static_cast<double>(row[0]) +
         kThetas[1] * kThetas[1] * static_cast<double>(row[2]);
}

TEST_CASE("the KL index of a menu is the end of the likelihood's drop by f") {
  // t = 5000, 20 arms. The last two are cut at 0 and at 1.
  const std::vector<Row> rows{{22, 12, 30, 20}, {23, 11, 20, 9}, {22, 3, 30, 2}, {22, 18, 30, 29}};
  const KlMenuIndex index(kThetas, counted(rows), 0.3);
  const std::vector<double> likeliest{0.716712150690402548, 0.431913217120041378, 0, 1};
  const std::vector<double> upper{0.943581368300487262, 0.769381769787441361, 0.127296933073005918,
                                  1};
  for (std::uint32_t arm = 0; arm < rows.size(); ++arm) {
    CAPTURE(arm);
    CHECK(index.likeliest(arm) == Approx(likeliest[arm]).epsilon(1e-14));
    CHECK(index.upper(arm, weight_of(rows[arm]), {1, 20, 5000}) ==
          Approx(upper[arm]).epsilon(1e-13));
  }
}

TEST_CASE("reports of one level of a menu give the index of that level alone") {
  const KlMenuIndex index(kThetas, counted({{60, 33, 0, 0}, {0, 0, 60, 33}}), 0.3);
  for (const std::uint32_t level : {0U, 1U}) {
    CAPTURE(level);
    const double theta = kThetas[level];
    const double weight = 60 * theta * theta;
    for (const double t : {100.0, 3000.0, 1e6}) {
      const KlIndexLaw law{theta, 2, t};
      const double mean = 0.5 + (33.0 / 60 - 0.5) / theta;
      CHECK(index.upper(level, weight, law) == Approx(upper_weight(mean, weight, law)));
      // With planned reports: as many ones among them as among those that came.
      CHECK(index.upper(level, 3 * weight, law) == Approx(upper_weight(mean, 3 * weight, law)));
    }
  }
}

TEST_CASE("an arm that nothing is known of has the index 1, or with plans that of a typical bit") {
  const KlMenuIndex index(kThetas, counted({{0, 0, 0, 0}, {10, 5, 10, 5}}), 0.25);
  CHECK(index.likeliest(0) == 0.5);
  CHECK(index.upper(0, 0, {1, 2, 100}) == 1);
  const KlIndexLaw law{0.5, 2, 100};  // 0.25 is the square of this theta
  CHECK(index.upper(0, 5, {1, 2, 100}) == upper_weight(0.5, 5, law));
}

TEST_CASE("the index falls as planned reports come, down to the likeliest mean") {
  const Row row{40, 22, 30, 18};
  const KlMenuIndex index(kThetas, counted({row, row}), 0.3);
  double last = 1;
  for (double weight = weight_of(row); weight < 1000; weight *= 1.5) {
    const double upper = index.upper(0, weight, {1, 2, 1000});
    CHECK(upper <= last);
    CHECK(upper >= index.likeliest(0));
    last = upper;
  }
  CHECK(last == index.likeliest(0));
}

TEST_CASE("a learner with a menu asks for the arms of the largest indices") {
  const auto experiment = combinatorial(Algorithm::cucb_ldp_kl, test::top_k(4, 2), {0.5, 2});
  CombinatorialLearner learner = slate_learner(experiment);
  SlateDevices devices(experiment, {0.9, 0.6, 0.4, 0.1}, 5);
  for (int i = 0; i < 400; ++i) {
    REQUIRE(learner.ingest({{devices.report(learner.publish(1))}}).ok());
  }
  const CombinatorialSnapshot next = learner.publish(1);
  Thetas thetas;
  for (const double epsilon : experiment.reports.levels) {
    thetas.push_back(RandomizedResponse::create(epsilon).value().theta());
  }
  const Statistics& counts = learner.statistics().coordinates();
  const KlMenuIndex index(thetas, counts, 0.3);
  std::vector<double> upper;
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    double weight = 0;
    for (const std::uint32_t level : {0U, 1U}) {
      weight += thetas[level] * thetas[level] * ArmCounts(counts.of_arm(arm)).count(level);
    }
    upper.push_back(index.upper(arm, weight, {1, 4, 401}));
    CHECK(next.mean[arm] == index.likeliest(arm));
    CHECK(next.mean[arm] + next.width[arm] == Approx(upper[arm]));
  }
  for (const std::uint32_t shown : next.arms) {
    CHECK(std::count_if(upper.begin(), upper.end(),
                        [&](double other) { return other > upper[shown]; }) < 2);
  }
}

// A plan renews all indices when t has grown by 0.5 %, and between only those of arms that moved.
TEST_CASE("the lazy indices of a plan are those of its weights at the t that it holds") {
  const auto experiment = combinatorial(Algorithm::cucb_ldp_kl, test::top_k(4, 2), {0.5, 2});
  const ArmIndex arms = ArmIndex::create(experiment, 2).value();
  const Statistics counts =
      counted({{80, 50, 60, 49}, {70, 38, 60, 35}, {70, 34, 70, 30}, {0, 0, 0, 0}});
  PlanStart start;
  start.sums = arms.sums_of(counts);
  start.typical_weight = arms.typical_weight(counts);
  start.reports = counts.reports();
  start.kl_menu = arms.kl_menu(counts);
  const KlMenuIndex fresh = *start.kl_menu;
  SlatePlan plan(experiment, arms, kPublicSeed, start, 64);
  double held = 0;
  int renewals = 0;
  while (!plan.is_complete()) {
    if (plan.round() > 1.005 * held) {
      held = plan.round();
      ++renewals;
    }
    const std::span<const double> weights = plan.next_weights();
    for (std::uint32_t arm = 0; arm < 4; ++arm) {
      CHECK(weights[arm] == fresh.upper(arm, plan.weights()[arm], {1, 4, held}));
    }
    const std::vector<std::uint32_t> slate{plan.round() < 430 ? 2U : 0U, 3U};
    plan.take(slate);
  }
  CHECK(renewals > 10);
  CHECK(renewals < 40);
}

}  // namespace
}  // namespace ldp
