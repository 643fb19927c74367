// docs/spec/best-arm.md, sections 8 and 10; tests/reference/best_arm.py recomputes the numbers.
#include <cmath>
#include <utility>
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

// Of the levels with these epsilons and shares.
Result<SampleCount> menu_duel(const std::vector<double>& means, double epoch,
                              const std::vector<std::pair<double, double>>& menu,
                              StoppingRule rule = StoppingRule::duel) {
  std::vector<LevelShare> levels;
  for (const auto& [epsilon, share] : menu) levels.push_back({share, std::tanh(epsilon / 2)});
  return best_arm_sample_count(rule, ConfidenceBounds::of_bits(1), 1, true, means, 0.05,
                               LilConstants::theory, epoch, levels);
}

const std::vector<double> kSix{.7, .65, .6, .55, .5, .45};

}  // namespace

TEST_CASE("predicted counts of the duel are those of the specification") {
  const std::vector<double> sparse{.7, .5, .5, .5, .5, .5, .5, .5, .5, .5};
  CHECK(std::abs(duel(kSix, 100).value().total - 19'138) < 1);
  CHECK(std::abs(duel(sparse, 200).value().total - 6'861) < 1);
  CHECK(std::abs(duel({.55, .5}, 200).value().total - 15'995) < 1);
}

TEST_CASE("without an epoch the duel has fifty, and its pulls add up") {
  const SampleCount count = duel({.7, .65, .6}, 0).value();
  CHECK(count.total == Approx(duel({.7, .65, .6}, count.total / 50).value().total).epsilon(1e-12));
  CHECK(count.pulls[0] + count.pulls[1] + count.pulls[2] == Approx(count.total).epsilon(1e-12));
  CHECK(count.pulls[1] > count.pulls[2]);
}

TEST_CASE("of a menu, what reports earn adds up over the levels") {
  const double third = 1.0 / 3;
  const SampleCount six = menu_duel(kSix, 100, {{.5, third}, {1, third}, {2, third}}).value();
  CHECK(std::abs(six.total - 13'985) < 1);
  CHECK(std::abs(menu_duel({.55, .5}, 200, {{.5, .25}, {2, .75}}).value().total - 7'635) < 1);
  // 300 runs of an independent program took 15,010 on average; six arms of one level take .93 to
  // 1.08 times the prediction.
  CHECK(15'010 > .93 * six.total);
  CHECK(15'010 < 1.08 * six.total);
  CHECK(six.lower_bound > menu_duel(kSix, 100, {{2, 1}}).value().lower_bound);
  CHECK(six.lower_bound < duel(kSix, 100).value().lower_bound);
}

TEST_CASE("a menu of one level, or of equal ones, is that level") {
  const double plain = duel(kSix, 100).value().total;
  CHECK(menu_duel(kSix, 100, {{1, 1}}).value().total == Approx(plain).epsilon(1e-13));
  CHECK(menu_duel(kSix, 100, {{1, .4}, {1, .6}}).value().total == Approx(plain).epsilon(1e-13));
}

TEST_CASE("a menu that is none is refused, and so is one of another rule") {
  for (const auto& menu : std::vector<std::vector<std::pair<double, double>>>{
           {{1, .5}}, {{0, .5}, {1, .5}}, {{1, -1}, {2, 2}}}) {
    CHECK(menu_duel({.6, .5}, 100, menu).error().parameter == "population");
  }
  const auto other = menu_duel({.6, .5}, 0, {{1, 1}}, StoppingRule::kl_lucb);
  CHECK(other.error().parameter == "population");
}

TEST_CASE("the duel has no prediction for equal arms, nor for noisy integers") {
  CHECK(duel({.5, .5}, 100).error().parameter == "means");
  CHECK(duel({.6, .5}, 100, false).error().parameter == "rule");
}

}  // namespace ldp
