#include "protocol/linear_snapshot.hpp"

#include <limits>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/linear_experiments.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

LinearSnapshot learnt() {
  LinearSnapshot snapshot;
  snapshot.id = 4;
  snapshot.reports = 300;
  snapshot.theta = {0.5, -0.25};
  snapshot.factor = {1, 0.5, 2};
  snapshot.radius = 0.3;
  snapshot.exploration = 0.1;
  return snapshot;
}

std::string_view refused(const LinearSnapshot& snapshot,
                         const LinearExperiment& experiment = test::linucb(2, 1)) {
  return test::refused(snapshot, experiment);
}

TEST_CASE("a linear snapshot has a parameter, and a triangle or none") {
  CHECK(refused(learnt()) == "");
  LinearSnapshot snapshot = learnt();
  snapshot.factor = {};
  CHECK(refused(snapshot) == "");
  for (const std::size_t length : {1, 2, 4}) {
    snapshot.factor.assign(length, 1);
    CHECK(refused(snapshot) == "factor");
  }
  snapshot = learnt();
  for (const std::size_t length : {0, 1, 3}) {
    snapshot.theta.assign(length, 1);
    CHECK(refused(snapshot) == "theta");
  }
}

TEST_CASE("no number of a linear snapshot can make a score overflow") {
  for (const double bad : {kNaN, kInfinity, -kInfinity, 1e101, -1e101}) {
    LinearSnapshot snapshot = learnt();
    snapshot.theta[1] = bad;
    CHECK(refused(snapshot) == "theta");
    snapshot = learnt();
    snapshot.factor[2] = bad;
    CHECK(refused(snapshot) == "factor");
    snapshot = learnt();
    snapshot.radius = bad;
    CHECK(refused(snapshot) == "radius");
  }
  LinearSnapshot snapshot = learnt();
  snapshot.radius = -1e-9;
  CHECK(refused(snapshot) == "radius");
}

TEST_CASE(
    "exploration is a probability, reports are exact in JavaScript, bases are the combiner's") {
  LinearSnapshot snapshot = learnt();
  for (const double bad : {-0.001, 1.001, kNaN}) {
    snapshot.exploration = bad;
    CHECK(refused(snapshot) == "exploration");
  }
  snapshot = learnt();
  snapshot.reports = std::uint64_t{1} << 53;
  CHECK(refused(snapshot) == "reports");
  snapshot = learnt();
  snapshot.base = 1;
  CHECK(refused(snapshot) == "base");
  CHECK(refused(snapshot, test::combiner(2, 1, 1e-6)) == "");
  snapshot.base = kMaximumBases;
  CHECK(refused(snapshot, test::combiner(2, 1, 1e-6)) == "base");
}

}  // namespace
}  // namespace ldp
