#include "client/feature_rows.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

using Numbers = std::vector<double>;

Numbers row(const FeatureRows& rows, std::uint32_t arm) {
  Numbers x(rows.block().dimension);
  copy_features(rows.block(), arm, x);
  return x;
}

double norm(const Numbers& x) {
  double sum = 0;
  for (const double entry : x) sum += entry * entry;
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("rows are divided by the declared bound and lie side by side, padded with zeros") {
  FeatureRows rows(2, 2, NormPolicy::clip);
  REQUIRE(rows.assign(Numbers{1, 0.5, -1, 0.25, 0, 2}, 3).ok());
  const FeatureBlock block = rows.block();
  CHECK(block.arms == 3);
  CHECK(block.stride == 8);
  CHECK(Numbers(block.columns.begin(), block.columns.end()) ==
        Numbers{0.5, -0.5, 0, 0, 0, 0, 0, 0, 0.25, 0.125, 1, 0, 0, 0, 0, 0});
  CHECK(rows.rescaled() == 0);
}

TEST_CASE("a row beyond the bound keeps its direction, gets norm 1 and is counted") {
  FeatureRows rows(3, 1, NormPolicy::clip);
  REQUIRE(rows.assign(Numbers{3, 4, 0, 0.6, 0.8, 0, 1e300, 1e300, -1e300}, 3).ok());
  CHECK(rows.rescaled() == 2);
  CHECK(row(rows, 0)[0] == Approx(0.6));
  CHECK(row(rows, 0)[1] == Approx(0.8));
  CHECK(row(rows, 1) == Numbers{0.6, 0.8, 0});
  CHECK(norm(row(rows, 2)) == Approx(1));
  CHECK(row(rows, 2)[2] == Approx(-std::sqrt(1.0 / 3)));
}

TEST_CASE("the count is of the last rows only") {
  FeatureRows rows(1, 1, NormPolicy::clip);
  REQUIRE(rows.assign(Numbers{2, 3}, 2).ok());
  REQUIRE(rows.assign(Numbers{0.5}, 1).ok());
  CHECK(rows.rescaled() == 0);
  CHECK(rows.block().arms == 1);
  CHECK(rows.block().columns.size() == 8);
}

TEST_CASE("what cannot be a feature is refused by its row, without its value, and is forgotten") {
  struct Case {
    NormPolicy policy;
    double bad;
  };
  for (const Case& given : {Case{NormPolicy::clip, kNan}, Case{NormPolicy::clip, kInfinity},
                            Case{NormPolicy::clip, -kInfinity}, Case{NormPolicy::reject, kNan},
                            Case{NormPolicy::reject, 1.5}}) {
    FeatureRows rows(2, 1, given.policy);
    const Status status = rows.assign(Numbers{0.5, 0.5, 0.25, given.bad}, 2);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::invalid_argument);
    CHECK(status.error().parameter == "features");
    CHECK(status.error().value == 1);
    for (const double left : rows.block().columns) CHECK(left == 0);
  }
}

TEST_CASE("wiped rows are zeros") {
  FeatureRows rows(2, 1, NormPolicy::clip);
  REQUIRE(rows.assign(Numbers{0.5, 0.5}, 1).ok());
  rows.wipe();
  for (const double left : rows.block().columns) CHECK(left == 0);
}
