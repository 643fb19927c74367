#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "server/best_arm/kl_lucb.hpp"
#include "server/best_arm/lil_ucb.hpp"
#include "server/best_arm/sequential_halving.hpp"
#include "server/best_arm/successive_elimination.hpp"

namespace ldp {
namespace {

using Arms = std::vector<std::uint32_t>;

const ConfidenceBounds kBits = ConfidenceBounds::of_bits(1);

ArmEvidence equally_often(double pulls, std::vector<double> means) {
  return {std::vector<double>(means.size(), pulls), std::move(means)};
}

TEST_CASE("KL-LUCB pulls the leader and the rival with the highest upper bound") {
  const BestArmChoice choice = choose_kl_lucb({{100, 100, 20}, {0.6, 0.5, 0.4}}, kBits, 0.05);
  CHECK(choice.answer == 0);
  CHECK(choice.pull == Arms{0, 2});  // few pulls, high bound
  CHECK(choice.left == Arms{0, 1, 2});
  CHECK_FALSE(choice.stops);
}

TEST_CASE("KL-LUCB stops when the leader's lower bound is not below any upper bound") {
  CHECK_FALSE(choose_kl_lucb(equally_often(100, {0.7, 0.3, 0.3}), kBits, 0.05).stops);
  const BestArmChoice choice = choose_kl_lucb(equally_often(400, {0.7, 0.3, 0.3}), kBits, 0.05);
  CHECK(choice.stops);
  CHECK(choice.left == Arms{0});
  CHECK(smallest_error(equally_often(400, {0.7, 0.3, 0.3}), kBits, 0, {0, 1, 2}) < 0.05);
}

TEST_CASE("KL-LUCB pulls arms without reports first, and the first of equal leaders leads") {
  const BestArmChoice none = choose_kl_lucb(equally_often(0, {0, 0, 0}), kBits, 0.05);
  CHECK(none.answer == -1);
  CHECK(none.pull == Arms{0, 1, 2});
  const BestArmChoice some = choose_kl_lucb({{5, 0, 5}, {0.4, 0, 0.4}}, kBits, 0.05);
  CHECK(some.answer == 0);
  CHECK(some.pull == Arms{1});
  CHECK_FALSE(some.stops);
}

TEST_CASE("successive elimination drops what is surely worse, for good") {
  const ArmEvidence evidence = equally_often(150, {0.75, 0.65, 0.2});
  const BestArmChoice choice = choose_by_elimination(evidence, kBits, 0.05, {0, 1, 2});
  CHECK(choice.left == Arms{0, 1});
  CHECK(choice.pull == Arms{0, 1});
  CHECK(choice.answer == 0);
  // The third arm was dropped before its mean rose: it stays out.
  const ArmEvidence later = equally_often(300, {0.75, 0.65, 0.9});
  CHECK(choose_by_elimination(later, kBits, 0.05, choice.left).answer == 0);
  const BestArmChoice last =
      choose_by_elimination(equally_often(5000, {0.75, 0.65, 0.2}), kBits, 0.05, {0, 1});
  CHECK(last.stops);
  CHECK(last.left == Arms{0});
  CHECK_FALSE(choose_by_elimination(equally_often(0, {0, 0}), kBits, 0.05, {0, 1}).stops);
}

// Reference values: the formulas of the paper, by tests/reference/convex_and_reductions.py.
TEST_CASE("the constants and the bonus of lil'UCB are the reference values") {
  const LilUcb theory = LilUcb::create(LilConstants::theory, 10, 0.05);
  CHECK(theory.nu == Approx(7.20743281955432810544e-9).epsilon(1e-12));
  CHECK(theory.lambda == 9);
  CHECK(theory.bonus(100, kBits) == Approx(0.704004570124766711666).epsilon(1e-12));
  CHECK(theory.bonus(1000, ConfidenceBounds::of_laplace(1)) ==
        Approx(0.720465913599063950817).epsilon(1e-12));
  const LilUcb heuristic = LilUcb::create(LilConstants::heuristic, 10, 0.05);
  CHECK(heuristic.lambda == 2);
  CHECK(heuristic.bonus(100, kBits) == Approx(0.262749324710211129899).epsilon(1e-12));
}

TEST_CASE(
    "lil'UCB stops with the arm that has nearly all pulls, if it also has the largest index") {
  const LilUcb theory = LilUcb::create(LilConstants::theory, 2, 0.05);
  CHECK_FALSE(theory.has_nearly_all(900, 1000));  // 1 + 9 * 100
  CHECK(theory.has_nearly_all(901, 1001));
  // A batch of pulls that nothing justified: the other arm still has the larger index.
  const BestArmChoice batch = choose_lil_ucb({{1000, 50}, {0.5, 0.45}}, kBits, theory);
  CHECK(batch.pull == Arms{1});
  CHECK_FALSE(batch.stops);
  const BestArmChoice sure = choose_lil_ucb({{40000, 4000}, {0.8, 0.3}}, kBits, theory);
  CHECK(sure.stops);
  CHECK(sure.answer == 0);
  CHECK(choose_lil_ucb({{10, 0}, {0.8, 0}}, kBits, theory).pull == Arms{1});
}

TEST_CASE("sequential halving of ten arms has rounds of 10, 5, 3 and 2") {
  // floor(800/(10*4)) = 20, floor(800/(5*4)) = 40, floor(800/(3*4)) = 66, floor(800/(2*4)) = 100.
  CHECK(pulls_after_round(800, 10, 10) == 20);
  CHECK(pulls_after_round(800, 10, 5) == 60);
  CHECK(pulls_after_round(800, 10, 3) == 126);
  CHECK(pulls_after_round(800, 10, 2) == 226);
  CHECK(10 * 20 + 5 * 40 + 3 * 66 + 2 * 100 <= 800);
  CHECK(least_budget_of_halving(10) == 40);
  CHECK(least_budget_of_halving(2) == 2);
  CHECK(pulls_after_round(least_budget_of_halving(4096), 4096, 4096) == 1);
}

TEST_CASE("sequential halving keeps the better half by all observations so far") {
  const Arms all{0, 1, 2, 3, 4};
  CHECK(better_half(equally_often(9, {0.1, 0.5, 0.3, 0.5, 0.2}), all) == Arms{1, 2, 3});
  CHECK(better_half(equally_often(9, {0.4, 0.4, 0.4, 0.4, 0.4}), all) == Arms{0, 1, 2});
  CHECK(better_half({{1, 0, 1}, {-2, 0, -1}}, {0, 1, 2}) == Arms{0, 2});  // noise, not silence
}

TEST_CASE("sequential halving goes round by round, and ends with its budget") {
  const ArmEvidence some{{20, 20, 20, 19}, {0.2, 0.6, 0.5, 0.1}};
  const BestArmChoice first = choose_by_halving(some, 160, {0, 1, 2, 3});
  CHECK(first.pull == Arms{3});  // floor(160/8) = 20
  const BestArmChoice second =
      choose_by_halving(equally_often(20, {0.2, 0.6, 0.5, 0.1}), 160, {0, 1, 2, 3});
  CHECK(second.left == Arms{1, 2});
  CHECK(second.pull == Arms{1, 2});
  CHECK_FALSE(second.stops);
  const BestArmChoice last =
      choose_by_halving({{20, 60, 60, 20}, {0.2, 0.6, 0.5, 0.1}}, 160, {1, 2});
  CHECK(last.left == Arms{1});
  CHECK(last.stops);
  CHECK(last.answer == 1);
  // Devices that all drew the same arm used it up: what is left has to do.
  const BestArmChoice unlucky =
      choose_by_halving({{157, 1, 1, 1}, {0.2, 0.9, 0.5, 0.1}}, 160, {0, 1, 2, 3});
  CHECK(unlucky.stops);
  CHECK(unlucky.answer == 1);
}

}  // namespace
}  // namespace ldp
