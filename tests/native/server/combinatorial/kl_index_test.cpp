// CUCB-LDP-KL: docs/spec/combinatorial.md, section 5. Recomputed by
// tests/reference/combinatorial.py.
#include "server/combinatorial/kl_index.hpp"

#include <cmath>
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
  const CombinatorialSnapshot first = learner.publish(1);
  // Ones about arms 0 and 1, zeros about 2 and 3.
  std::vector<ReceivedSlateReport> reports;
  for (std::uint32_t i = 0; i < 400; ++i) {
    ReceivedSlateReport report;
    report.snapshot = first.id;
    report.arms = {first.reported[0]};
    report.values = {1};
    reports.push_back(report);
  }
  REQUIRE(learner.ingest(reports).ok());
  const CombinatorialSnapshot next = learner.publish(1);
  const std::uint32_t known = first.reported[0];
  const double theta = RandomizedResponse::create(1).value().theta();
  const KlIndexLaw law{theta, 4, 401};
  const double mean = next.mean[known];
  CHECK(mean == Approx(0.5 + 0.5 / theta));
  CHECK(next.width[known] ==
        Approx(std::max(upper_weight(mean, 400 * theta * theta, law) - mean, 0.0)));
}

TEST_CASE("the KL index is of reports of one level") {
  const Status status = validate(combinatorial(Algorithm::cucb_ldp_kl, test::top_k(6, 3), {1, 2}));
  REQUIRE(!status.ok());
  CHECK(status.error().parameter == "levels");
}

}  // namespace
}  // namespace ldp
