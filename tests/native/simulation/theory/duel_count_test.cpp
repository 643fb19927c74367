// docs/spec/best-arm.md, sections 8 and 10; tests/reference/best_arm.py recomputes the numbers.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "simulation/theory/sample_count.hpp"

namespace ldp {
namespace {

Result<SampleCount> duel(const std::vector<double>& means, double epoch, bool is_bit = true) {
  const double theta = std::tanh(0.5);
  return best_arm_sample_count(StoppingRule::duel, ConfidenceBounds::of_bits(theta), theta, is_bit,
                               means, 0.05, LilConstants::theory, epoch);
}

}  // namespace

TEST_CASE("predicted counts of the duel are those of the specification") {
  const std::vector<double> sparse{.7, .5, .5, .5, .5, .5, .5, .5, .5, .5};
  CHECK(std::abs(duel({.7, .65, .6, .55, .5, .45}, 100).value().total - 19'138) < 1);
  CHECK(std::abs(duel(sparse, 200).value().total - 6'861) < 1);
  CHECK(std::abs(duel({.55, .5}, 200).value().total - 15'995) < 1);
}

TEST_CASE("without an epoch the duel has fifty, and its pulls add up") {
  const SampleCount count = duel({.7, .65, .6}, 0).value();
  CHECK(count.total == Approx(duel({.7, .65, .6}, count.total / 50).value().total).epsilon(1e-12));
  CHECK(count.pulls[0] + count.pulls[1] + count.pulls[2] == Approx(count.total).epsilon(1e-12));
  CHECK(count.pulls[1] > count.pulls[2]);
}

TEST_CASE("the duel has no prediction for equal arms, nor for noisy integers") {
  CHECK(duel({.5, .5}, 100).error().parameter == "means");
  CHECK(duel({.6, .5}, 100, false).error().parameter == "rule");
}

}  // namespace ldp
