// CUCB-LDP-KL: docs/spec/combinatorial.md, section 5. Recomputed by
// tests/reference/combinatorial.py.
#include "server/combinatorial/kl_index.hpp"

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "catch.hpp"
#include "privacy/randomized_response.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::slate_learner;

TEST_CASE("the KL index is that of the specification") {
  // epsilon 2, 30 ones of 100, t = 5000, 20 arms.
  const double theta = std::tanh(1.0);
  const KlIndexLaw law{theta, 20, 5000};
  const double f = kl_exploration(100, law);
  CHECK(f == Approx(1.5258327487903380449).epsilon(1e-14));
  const double q = kl_upper_share(0.3, 100, f);
  CHECK(q == Approx(0.383528487564460929560).epsilon(1e-13));
  const double mean = (0.3 - (1 - theta) / 2) / theta;
  CHECK(upper_weight(mean, 100 * theta * theta, law) ==
        Approx(0.347068794416663040376).epsilon(1e-13));
}

TEST_CASE("the bound on a share is the largest that its divergence allows, near 1 as well") {
  for (const double share : {0.0, 1e-6, 0.1, 0.5, 0.95, 1 - 1e-9}) {
    for (const double reports : {1.0, 100.0, 1e6}) {
      for (const double f : {1e-3, 1.0, 30.0}) {
        CAPTURE(share, reports, f);
        const double q = kl_upper_share(share, reports, f);
        CHECK(q >= share);
        CHECK(q <= 1);
        CHECK(reports * bernoulli_divergence(share, q) <= f * (1 + 1e-9));
        const double beyond = q + 1e-6 * (1 - q) + 1e-14;
        if (beyond < 1) CHECK(reports * bernoulli_divergence(share, beyond) > f * (1 - 1e-9));
      }
    }
  }
  CHECK(kl_upper_share(1, 10, 2) == 1);
  CHECK(kl_upper_share(0.3, 10, 0) == 0.3);
}

TEST_CASE("an arm without a report has the index 1; with more of the same bits it falls") {
  const KlIndexLaw law{std::tanh(0.5), 10, 1000};
  CHECK(upper_weight(0, 0, law) == 1);
  double last = 1;
  for (double reports = 4; reports < 200; reports *= 2) {
    const double index = upper_weight(0.3, reports * law.theta * law.theta, law);
    CHECK(index <= last);
    CHECK(index >= 0.3);
    last = index;
  }
  // From t/arms reports on nothing is explored: the index is the mean.
  CHECK(upper_weight(0.3, 100 * law.theta * law.theta, law) == Approx(0.3));
}

TEST_CASE("the learner asks its oracle for the arms of the largest KL indices") {
  const auto experiment = combinatorial(Algorithm::cucb_ldp_kl, test::top_k(4, 2), {1});
  CombinatorialLearner learner = slate_learner(experiment);
  // Of the 100 reports about each arm that a snapshot asks for, 60 are ones about 0 and 1, and 40
  // about 2 and 3.
  std::array<std::uint32_t, 4> told{};
  for (std::uint32_t i = 0; i < 400; ++i) {
    const CombinatorialSnapshot shown = learner.publish(1);
    ReceivedSlateReport report;
    report.snapshot = shown.id;
    report.arms = {shown.reported[0]};
    const std::uint32_t arm = report.arms[0];
    report.values = {told[arm]++ % 5 < (arm < 2 ? 3U : 2U) ? 1 : 0};
    REQUIRE(learner.ingest({{report}}).ok());
  }
  const CombinatorialSnapshot next = learner.publish(1);
  const double theta = RandomizedResponse::create(1).value().theta();
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    INFO("arm " << arm << ", " << told[arm] << " reports");
    REQUIRE(told[arm] > 20);
    const double mean = next.mean[arm];
    const KlIndexLaw law{theta, 4, 401};
    const double index = upper_weight(mean, told[arm] * theta * theta, law);
    // Arms that were told of more often than t/arms times are explored no more.
    CHECK((index > mean) == (arm >= 2));
    CHECK(next.width[arm] == Approx(index - mean).epsilon(0.01));
  }
  CHECK(std::set<std::uint32_t>(next.arms.begin(), next.arms.end()) ==
        std::set<std::uint32_t>{0, 1});
}

}  // namespace
}  // namespace ldp
