#include <limits>
#include <string_view>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

MultiArmedSnapshot good() { return {12, 1204, 3.1, {0.5, 0, -1.5}, {0.1, kNeverPulled, 0}}; }

std::string_view refused(const MultiArmedSnapshot& snapshot) {
  const Status status = validate(snapshot, test::weighted(3, {1}));
  if (status.ok()) return "";
  CHECK(status.error().code == ErrorCode::invalid_argument);
  return status.error().parameter;
}

TEST_CASE("a snapshot that a learner can publish is accepted") {
  CHECK(refused(good()) == "");
  MultiArmedSnapshot forced = good();
  forced.forced_arm = 2;
  CHECK(refused(forced) == "");
}

TEST_CASE("a snapshot is refused field by field") {
  const auto changed = [](auto change) {
    MultiArmedSnapshot snapshot = good();
    change(snapshot);
    return refused(snapshot);
  };
  CHECK(changed([](MultiArmedSnapshot& s) { s.reports = kMaximumReports + 1; }) == "reports");
  for (const double bad : {kNaN, kInfinity, -kInfinity, -0.5}) {
    CHECK(changed([&](MultiArmedSnapshot& s) { s.scale = bad; }) == "scale");
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    CHECK(changed([&](MultiArmedSnapshot& s) { s.mean[1] = bad; }) == "mean");
  }
  for (const double bad : {kNaN, -kInfinity, -1e-300}) {
    CHECK(changed([&](MultiArmedSnapshot& s) { s.width[2] = bad; }) == "width");
  }
  CHECK(changed([](MultiArmedSnapshot& s) { s.mean.pop_back(); }) == "mean");
  CHECK(changed([](MultiArmedSnapshot& s) { s.width.push_back(1); }) == "width");
  CHECK(changed([](MultiArmedSnapshot& s) { s.forced_arm = 3; }) == "forced");
  CHECK(changed([](MultiArmedSnapshot& s) { s.forced_arm = -2; }) == "forced");
}

TEST_CASE("tilt and weights are for every arm or for none") {
  MultiArmedSnapshot snapshot = good();
  snapshot.tilt = {0, 0.5, 1e300};
  snapshot.weights = {0.25, 0, 0.75};
  snapshot.incumbent = 1;
  CHECK(refused(snapshot) == "");
  const auto changed = [&](auto change) {
    MultiArmedSnapshot copy = snapshot;
    change(copy);
    return refused(copy);
  };
  CHECK(changed([](MultiArmedSnapshot& s) { s.tilt.clear(); }) == "");
  CHECK(changed([](MultiArmedSnapshot& s) { s.tilt.pop_back(); }) == "tilt");
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights.clear(); }) == "");
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights.push_back(0); }) == "weights");
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1e-300}) {
    CHECK(changed([&](MultiArmedSnapshot& s) { s.tilt[1] = bad; }) == "tilt");
    CHECK(changed([&](MultiArmedSnapshot& s) { s.weights[1] = bad; }) == "weights");
  }
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights[1] = 0.9e-9; }) == "");
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights[1] = 1.1e-9; }) == "weights");
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights = {0, 0, 0}; }) == "weights");
  CHECK(changed([](MultiArmedSnapshot& s) { s.weights = {1e308, 1e308, 0}; }) == "weights");
  CHECK(changed([](MultiArmedSnapshot& s) { s.incumbent = 3; }) == "incumbent");
  CHECK(changed([](MultiArmedSnapshot& s) { s.incumbent = -2; }) == "incumbent");
}

TEST_CASE("an arm never pulled has an infinite index, also at scale 0") {
  CHECK(upper_index(0, kNeverPulled, 0) == kInfinity);
  CHECK(upper_index(0, kNeverPulled, 3) == kInfinity);
  CHECK(upper_index(0, kNeverPulled, 0, 1) == kInfinity);
  CHECK(upper_index(0.5, 0.25, 2) == 1.0);
  CHECK(upper_index(0.5, 0.25, 2, 0.125) == 1.5);
}

}  // namespace
}  // namespace ldp
