#include "simulation/theory/slate_curve.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "server/combinatorial/upper_weights.hpp"
#include "simulation/theory/level_law.hpp"
#include "simulation/theory/theory_curve.hpp"

namespace ldp {
namespace {

using Doubles = std::vector<double>;

// The world `kpath`: 5 disjoint paths of 4 arms, means .5 and .3, epsilon = 1. B_1 = 1, B_inf = 4.
constexpr SlateInstance kPathOfSums{20, 4, 1, .8, 1};
constexpr SlateInstance kPathOfLargest{20, 4, 4, .8, 1};

double at(SlateCurve curve, const SlateInstance& instance, double rounds) {
  return slate_curve(curve, instance, Doubles{rounds}).value().at(0);
}
// Of ln T.
double coefficient(SlateCurve curve, const SlateInstance& instance) {
  return at(curve, instance, std::exp(1.0));
}

TEST_CASE("the bounds of the paper on the K-path instance: the reference values") {
  // tests/reference/combinatorial.py: B^2 (m - 1)/(64 (e - 1)^2 D) and so on.
  CHECK(coefficient(SlateCurve::lower5, kPathOfLargest) == Approx(2.0110127686).epsilon(1e-9));
  CHECK(coefficient(SlateCurve::lower6, kPathOfSums) == Approx(0.4233711092).epsilon(1e-9));
  CHECK(coefficient(SlateCurve::lower9, kPathOfSums) == Approx((100 + 80) / 64.0));
  CHECK(coefficient(SlateCurve::lower_central_inf, kPathOfLargest) == Approx((400 + 80) / 64.0));
  CHECK(coefficient(SlateCurve::upper_ldp2, kPathOfLargest) == Approx(128 * 16 * 20 / .8));
  CHECK(coefficient(SlateCurve::upper_ldp1, kPathOfLargest) == Approx(16 * 128 * 16 * 20 / .8));
  // Golden values of docs/spec/combinatorial.md, section 8: beta(1) and La(1e6).
  const double beta_la = 4.6826943768 * 19.0670943922;
  CHECK(at(SlateCurve::upper_ldp_bit, kPathOfLargest, 1e6) ==
        Approx(2 * beta_la * 16 * 20 / .8).epsilon(1e-9));
  CHECK(at(SlateCurve::upper_joint, kPathOfSums, 1e6) ==
        Approx(2 * beta_la * 4 * 16 / .8).epsilon(1e-9));
  CHECK(coefficient(SlateCurve::upper_cucb, {20, 4, 4, .8, 0}) == Approx(6 * 16 * 20 / .8));
}

TEST_CASE("the sharp constants are those of as many Bernoulli arms, and above the paper's") {
  const LevelLaw level = LevelLaw::table(Doubles{1}, Doubles{1}).value();
  // Theorem 5 with B = 2: the rewards of 20 arms doubled, D = .4.
  Doubles means(20, .3);
  means[0] = .5;
  const double mab =
      theory_curve(TheoryCurve::lower_rr, means, &level, 0, Doubles{1e6}).value().at(0);
  CHECK(at(SlateCurve::lower5_rr, {20, 1, 2, .4, 1}, 1e6) == Approx(2 * mab).epsilon(1e-12));
  // Theorem 6: five paths are five arms whose reward counts K = 4 times.
  const Doubles paths{.5, .3, .3, .3, .3};
  const double of_paths =
      theory_curve(TheoryCurve::lower_rr, paths, &level, 0, Doubles{1e6}).value().at(0);
  CHECK(at(SlateCurve::lower6_rr, kPathOfSums, 1e6) == Approx(4 * of_paths).epsilon(1e-12));

  for (const double epsilon : {.1, .5, 1., 2., 4., 8.}) {
    for (const double gap : {.01, .1, .3}) {
      const SlateInstance largest{20, 1, 1, gap, epsilon};
      CHECK(coefficient(SlateCurve::lower5, largest) < coefficient(SlateCurve::lower5_rr, largest));
      const SlateInstance sums{20, 4, 1, 4 * gap, epsilon};
      CHECK(coefficient(SlateCurve::lower6, sums) < coefficient(SlateCurve::lower6_rr, sums));
    }
  }
}

TEST_CASE("every lower bound is below the upper bound of an algorithm for the same rewards") {
  for (const double epsilon : {.01, .1, 1., 3.}) {
    for (const std::uint32_t k : {1u, 4u, 10u}) {
      const SlateInstance sums{20, k, 1, .3 * k, epsilon};
      const SlateInstance largest{20, k, static_cast<double>(k), .3 * k, epsilon};
      const double bit = at(SlateCurve::upper_ldp_bit, largest, 1e6);
      CHECK(at(SlateCurve::lower5_rr, largest, 1e6) < bit);
      CHECK(at(SlateCurve::lower6_rr, sums, 1e6) < at(SlateCurve::upper_joint, sums, 1e6));
      CHECK(at(SlateCurve::upper_joint, sums, 1e6) < bit);
      CHECK(bit < at(SlateCurve::upper_ldp2, largest, 1e6));
    }
  }
}

TEST_CASE("with K the joint index grows like K, per-arm indices like K^2, as the bounds say") {
  // kpathK: m = 5 K, D = .2 K, so B_inf = K.
  const auto growth = [](SlateCurve curve, bool is_inf) {
    const auto of = [&](std::uint32_t k) {
      return coefficient(curve, {5 * k, k, is_inf ? static_cast<double>(k) : 1., .2 * k, 1});
    };
    return of(16) / of(8);
  };
  CHECK(growth(SlateCurve::upper_ldp_bit, true) == Approx(4));
  CHECK(growth(SlateCurve::upper_joint, false) == Approx(2));
  CHECK(growth(SlateCurve::lower6, false) == Approx(2));
  CHECK(growth(SlateCurve::upper_ldp1, true) == Approx(16));
}

TEST_CASE("an upper bound is what the radius of its algorithm allows: D <= 2 B radius") {
  // The pulls of an arm at which twice its radius, times B, falls below the gap; times m and D.
  const auto bound = [](const RadiusLaw& law, double b, double gap) {
    return 20 * gap * (2 * b * law.root / gap) * (2 * b * law.root / gap);
  };
  CHECK(at(SlateCurve::upper_ldp2, kPathOfLargest, 1e6) ==
        Approx(bound(cucb_ldp2_law(1e6, 1), 4, .8)).epsilon(1e-12));
  CHECK(at(SlateCurve::upper_ldp1, kPathOfLargest, 1e6) ==
        Approx(bound(cucb_ldp1_law(1e6, 1, 4), 4, .8)).epsilon(1e-12));
  const double theta = std::tanh(.5);
  CHECK(at(SlateCurve::upper_ldp_bit, kPathOfLargest, 1e6) ==
        Approx(bound(bit_law(1e6), 4, .8) / (theta * theta)).epsilon(1e-12));
  CHECK(at(SlateCurve::upper_cucb, {20, 4, 4, .8, 0}, 1e6) ==
        Approx(bound(cucb_law(1e6), 4, .8)).epsilon(1e-12));
}

TEST_CASE("what no theorem speaks of is refused by its name") {
  const auto parameter = [](SlateCurve curve, const SlateInstance& instance, double rounds = 10) {
    const auto values = slate_curve(curve, instance, Doubles{rounds});
    return values.ok() ? std::string_view() : values.error().parameter;
  };
  const auto lower = SlateCurve::lower6;
  CHECK(parameter(lower, kPathOfSums).empty());
  CHECK(parameter(lower, {0, 4, 1, .8, 1}) == "arms");
  CHECK(parameter(lower, {4097, 4, 1, .8, 1}) == "arms");
  CHECK(parameter(lower, {20, 0, 1, .8, 1}) == "largest");
  CHECK(parameter(lower, {20, 20, 1, .8, 1}) == "largest");
  CHECK(parameter(SlateCurve::lower9, {20, 11, 1, .8, 1}) == "largest");
  CHECK(parameter(lower, {20, 4, 0, .8, 1}) == "smoothness");
  CHECK(parameter(lower, {20, 4, 1, 0, 1}) == "gap");
  CHECK(parameter(lower, {20, 4, 1, 1.4, 1}) == "gap");
  CHECK(parameter(SlateCurve::lower5, {20, 4, 1, .35, 1}) == "gap");
  CHECK(parameter(SlateCurve::upper_ldp2, {20, 4, 1, .9, 1}).empty());
  CHECK(parameter(lower, {20, 4, 1, .8, 0}) == "epsilon");
  CHECK(parameter(lower, {20, 4, 1, .8, std::numeric_limits<double>::quiet_NaN()}) == "epsilon");
  CHECK(parameter(SlateCurve::upper_cucb, kPathOfSums) == "epsilon");
  CHECK(parameter(lower, kPathOfSums, .5) == "rounds");
}

}  // namespace
}  // namespace ldp
