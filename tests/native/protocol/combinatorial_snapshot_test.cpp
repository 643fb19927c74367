#include "protocol/combinatorial_snapshot.hpp"

#include <limits>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::top_k;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const CombinatorialExperiment kBits = combinatorial(Algorithm::cucb_ldp_bit, top_k(4, 2));
const CombinatorialExperiment kSlates = combinatorial(Algorithm::cucb_ldp1, top_k(4, 2));

// Two slates, {0, 3} and {1, 2}.
CombinatorialSnapshot learnt() {
  CombinatorialSnapshot snapshot;
  snapshot.id = 4;
  snapshot.reports = 300;
  snapshot.mean = {0.5, -0.25, 0, 1.2};
  snapshot.width = {0.5, 0.25, kInfinity, 0};
  snapshot.ends = {2, 4};
  snapshot.arms = {0, 3, 1, 2};
  snapshot.reported = {3, 1};
  return snapshot;
}

std::string_view refused(const CombinatorialSnapshot& snapshot,
                         const CombinatorialExperiment& experiment = kBits) {
  return test::refused(snapshot, experiment);
}

TEST_CASE("a snapshot of slates has estimates of every arm, and says what is not known yet") {
  CHECK(refused(learnt()) == "");
  for (const std::size_t length : {0, 3, 5}) {
    CombinatorialSnapshot snapshot = learnt();
    snapshot.mean.assign(length, 0.5);
    CHECK(refused(snapshot) == "mean");
    snapshot = learnt();
    snapshot.width.assign(length, 0.5);
    CHECK(refused(snapshot) == "width");
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    CombinatorialSnapshot snapshot = learnt();
    snapshot.mean[1] = bad;
    CHECK(refused(snapshot) == "mean");
  }
  for (const double bad : {kNaN, -kInfinity, -1e-9}) {
    CombinatorialSnapshot snapshot = learnt();
    snapshot.width[1] = bad;
    CHECK(refused(snapshot) == "width");
  }
  CombinatorialSnapshot snapshot = learnt();
  snapshot.reports = std::uint64_t{1} << 53;
  CHECK(refused(snapshot) == "reports");
}

TEST_CASE("there are 1 to 64 slates, none empty, and nothing behind the last") {
  CombinatorialSnapshot snapshot = learnt();
  snapshot.ends = {};
  CHECK(refused(snapshot) == "slates");
  for (const std::vector<std::uint32_t>& ends :
       {std::vector<std::uint32_t>{2, 5}, {2, 2}, {0, 4}, {3, 2}, {2, 3}, {4294967295, 4}}) {
    snapshot.ends = ends;
    CHECK(refused(snapshot) == "slates");
  }
  snapshot = learnt();
  snapshot.ends.clear();
  snapshot.arms.clear();
  snapshot.reported.clear();
  for (std::uint32_t i = 1; i <= 65; ++i) {
    snapshot.arms.insert(snapshot.arms.end(), {0, 3});
    snapshot.ends.push_back(2 * i);
    snapshot.reported.push_back(3);
    CHECK(refused(snapshot) == (i <= kMaximumSlates ? "" : "slates"));
  }
}

TEST_CASE("the arms of a slate are of the set, ascending, none twice") {
  for (const std::vector<std::uint32_t>& arms :
       {std::vector<std::uint32_t>{0, 3, 2, 1}, {0, 3, 1, 1}, {0, 4, 1, 2}, {3, 0, 1, 2}}) {
    CombinatorialSnapshot snapshot = learnt();
    snapshot.arms = arms;
    CHECK(refused(snapshot) == "slates");
  }
}

TEST_CASE("what is reported stands in the slate itself, where slates say it") {
  CombinatorialSnapshot snapshot = learnt();
  snapshot.reported = {3, 0};  // of the other slate
  CHECK(refused(snapshot) == "reported");
  for (const std::vector<std::uint32_t>& reported :
       {std::vector<std::uint32_t>{}, {3}, {3, 1, 1}, {3, 4}}) {
    snapshot.reported = reported;
    CHECK(refused(snapshot) == "reported");
  }
}

TEST_CASE("no slate names an arm where all are reported, or where a coin of the device does") {
  CombinatorialExperiment coins = kBits;
  coins.coordinate = Coordinate::uniform;
  for (const CombinatorialExperiment& experiment : {kSlates, coins}) {
    CombinatorialSnapshot snapshot = learnt();
    CHECK(refused(snapshot, experiment) == "reported");
    snapshot.reported = {};
    CHECK(refused(snapshot, experiment) == "");
  }
}

TEST_CASE("sum reports have an estimate and a number for each super arm, not for each arm") {
  const CombinatorialExperiment sums = test::of_sums(top_k(4, 2), 6);
  CombinatorialSnapshot snapshot = learnt();
  CHECK(refused(snapshot, sums) == "mean");
  snapshot.mean.assign(6, 0.5);
  snapshot.width.assign(6, 0.5);
  snapshot.reported = {2, 5};
  CHECK(refused(snapshot, sums) == "");
  snapshot.reported = {2, 6};
  CHECK(refused(snapshot, sums) == "reported");
}

TEST_CASE("the arms of a slate are found by its position") {
  const CombinatorialSnapshot snapshot = learnt();
  const auto arms_of = [&](std::size_t position) {
    const auto arms = slate(snapshot, position);
    return std::vector<std::uint32_t>(arms.begin(), arms.end());
  };
  CHECK(arms_of(0) == std::vector<std::uint32_t>{0, 3});
  CHECK(arms_of(1) == std::vector<std::uint32_t>{1, 2});
}

}  // namespace
}  // namespace ldp
