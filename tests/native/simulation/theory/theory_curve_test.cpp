#include "simulation/theory/theory_curve.hpp"

#include <cmath>

#include "catch.hpp"

namespace ldp {
namespace {

using Doubles = std::vector<double>;

const Doubles kMeans{.9, .8, .8, .8, .8, .8, .7, .7, .7, .7,
                     .7, .6, .6, .6, .6, .6, .5, .5, .5, .5};
constexpr double kHorizon = 6e6;
constexpr double kInverseGaps = 101.6666666666666;  // H
constexpr double kGaps = 4.6;

LevelLaw single(double level) { return LevelLaw::table(Doubles{level}, Doubles{1}).value(); }
LevelLaw discrete() {
  return LevelLaw::table(Doubles{0, 0.2, 1, 2, 100}, Doubles{0.2, 0.2, 0.2, 0.2, 0.2}).value();
}
LevelLaw gaussian() { return LevelLaw::clipped_gaussian(1, 1, 0, 100).value(); }

double at(TheoryCurve curve, const LevelLaw* law, double rounds, double epsilon_min = 0) {
  return theory_curve(curve, kMeans, law, epsilon_min, Doubles{rounds}).value().at(0);
}
// Of the bounds without a constant part.
double coefficient(TheoryCurve curve, const LevelLaw& law) {
  return at(curve, &law, std::exp(1.0));
}

TEST_CASE("coefficients of ln T on the instance of section 4: the reference values") {
  const double levels[] = {0.2, 0.5, 1, 2, 5};
  const double lower_rr[] = {5093.3, 823.46, 213.94, 63.190, 27.165};
  const double lower4[] = {627.01, 93.602, 18.403, 1.9322};
  for (int i = 0; i < 5; ++i) {
    CHECK(coefficient(TheoryCurve::lower_rr, single(levels[i])) ==
          Approx(lower_rr[i]).epsilon(3e-5));
  }
  for (int i = 0; i < 4; ++i) {
    CHECK(coefficient(TheoryCurve::lower4, single(levels[i])) == Approx(lower4[i]).epsilon(3e-5));
  }
  // No levels, or as good as none: the bound of Lai and Robbins.
  CHECK(at(TheoryCurve::lower_rr, nullptr, std::exp(1.0)) == Approx(25.720).epsilon(2e-5));
  CHECK(coefficient(TheoryCurve::lower_rr, single(100)) == Approx(25.720).epsilon(2e-5));
  CHECK(coefficient(TheoryCurve::lower_he, discrete()) == Approx(83.813).epsilon(2e-5));
  CHECK(coefficient(TheoryCurve::lower_he, gaussian()) == Approx(137.19).epsilon(5e-5));
  CHECK(coefficient(TheoryCurve::lower_aware, discrete()) == Approx(25.720).epsilon(2e-5));
}

TEST_CASE("at one level the bounds of many levels are those of one") {
  for (const double level : {0.2, 1.0, 2.0}) {
    const LevelLaw law = single(level);
    CHECK(at(TheoryCurve::lower_he, &law, kHorizon) ==
          Approx(at(TheoryCurve::lower_rr, &law, kHorizon)).epsilon(1e-12));
    CHECK(at(TheoryCurve::upper_l, &law, kHorizon, level) ==
          Approx(at(TheoryCurve::cor8, &law, kHorizon)).epsilon(1e-12));
    CHECK(at(TheoryCurve::upper_b, &law, kHorizon, level) ==
          Approx(at(TheoryCurve::cor11, &law, kHorizon)).epsilon(1e-12));
  }
}

TEST_CASE("the closed forms, by hand") {
  const double log_t = std::log(kHorizon);
  const double pi = std::acos(-1.0);
  const LevelLaw two = single(2);
  CHECK(at(TheoryCurve::ucb1, nullptr, kHorizon) ==
        Approx(8 * log_t * kInverseGaps + (1 + pi * pi / 3) * kGaps).epsilon(1e-12));
  CHECK(at(TheoryCurve::cor8, &two, kHorizon) ==
        Approx(8 * 9 * log_t * kInverseGaps + (3 + 2 * pi * pi / 3) * kGaps).epsilon(1e-12));
  CHECK(at(TheoryCurve::cor11, &two, kHorizon) ==
        Approx(8 * 1.7240616 * log_t * kInverseGaps + (2 + pi * pi / 3) * kGaps).epsilon(1e-7));
  // h = 1/V_W = 1/2.7724; arms with gap D count 1/(D (1 - D/2)).
  const double sum = 5 / (0.1 * 0.95) + 5 / (0.2 * 0.9) + 5 / (0.3 * 0.85) + 4 / (0.4 * 0.8);
  const LevelLaw many = discrete();
  CHECK(at(TheoryCurve::upper_wb, &many, kHorizon) ==
        Approx(8 * 2.7724 * log_t * sum + (2 + 2 * pi * pi / 3) * kGaps).epsilon(2e-5));
}

// The displayed formulas with one kappa, written out.
double theorem_10(double kappa, double p0, double beta0, double q, double rounds) {
  double sum = 0;
  for (const double mean : kMeans) {
    const double gap = 0.9 - mean;
    if (!(gap > 1e-9)) continue;
    const double log_part = std::log(p0 * rounds) + 2 * p0 * kappa * kappa;
    sum += 8 / (p0 * gap) * (beta0 + kappa * q) * std::log(rounds) +
           gap / (2 * p0 * kappa * kappa) * log_part + gap / p0 + 9.8696044 * gap / 3;
  }
  return sum;
}
double theorem_7(double kappa, double p0, double alpha0, double q, double threshold,
                 double rounds) {
  double sum = 0;
  for (const double mean : kMeans) {
    const double gap = 0.9 - mean;
    if (!(gap > 1e-9)) continue;
    const double inverse = 1 / (threshold * threshold);
    const double root = 1 + 4 * std::sqrt(alpha0 + kappa * q);
    const double leading = 8 / (p0 * gap) * root * root;
    const double forced =
        2 * gap / (p0 * alpha0 * alpha0) * (4 * alpha0 * inverse + inverse * inverse);
    const double log_part = std::log(p0 * rounds) + 2 * kappa * kappa;
    sum += std::max(leading, forced) * std::log(rounds) +
           gap / (2 * p0 * kappa * kappa) * log_part + 2 * gap / p0 + 2 * 9.8696044 * gap / 3;
  }
  return sum;
}

TEST_CASE("theorems 7 and 10 take the best kappa of a fine grid") {
  const LevelLaw law = discrete();
  const auto beta = [](double e) { return std::pow(std::tanh(e / 2), -2); };
  const double beta0 = (beta(1) + beta(2) + beta(100)) / 3;
  const double alpha0 = (1 + 0.25 + 1e-4) / 3;
  for (const double rounds : {1e4, kHorizon}) {
    double least_b = INFINITY;
    double least_l = INFINITY;
    for (double log_kappa = -8; log_kappa < 8; log_kappa += 1e-3) {
      const double kappa = std::exp(log_kappa);
      least_b = std::min(least_b, theorem_10(kappa, 0.6, beta0, beta(1) - beta(100), rounds));
      least_l = std::min(least_l, theorem_7(kappa, 0.6, alpha0, 1 - 1e-4, 1, rounds));
    }
    CHECK(at(TheoryCurve::upper_b, &law, rounds, 1) == Approx(least_b).epsilon(1e-6));
    CHECK(at(TheoryCurve::upper_l, &law, rounds, 1) == Approx(least_l).epsilon(1e-6));
  }
}

TEST_CASE("no lower bound exceeds an upper bound, and knowing the level first only helps") {
  for (const LevelLaw& law : {discrete(), gaussian()}) {
    for (const double rounds : {10.0, 1e3, 1e5, kHorizon}) {
      const double lower = at(TheoryCurve::lower_he, &law, rounds);
      CHECK(at(TheoryCurve::lower_aware, &law, rounds) <= lower);
      CHECK(lower <= at(TheoryCurve::upper_wb, &law, rounds));
      CHECK(lower <= at(TheoryCurve::upper_b, &law, rounds, 1));
      CHECK(lower <= at(TheoryCurve::upper_l, &law, rounds, 1));
    }
  }
  for (const double level : {0.2, 1.0, 2.0}) {
    const LevelLaw law = single(level);
    CHECK(at(TheoryCurve::lower4, &law, kHorizon) < at(TheoryCurve::lower_rr, &law, kHorizon));
  }
}

TEST_CASE("equal arms lose nothing, however close the others come to certainty") {
  const LevelLaw law = single(1);
  CHECK(theory_curve(TheoryCurve::cor11, Doubles{.3, .3}, &law, 0, Doubles{100}).value() ==
        Doubles{0});
  const auto certain = theory_curve(TheoryCurve::lower_rr, Doubles{0, 1}, nullptr, 0, Doubles{100});
  CHECK(certain.value() == Doubles{0});  // one look tells them apart
}

TEST_CASE("a curve says what is wrong with its arguments") {
  const LevelLaw one = single(1);
  const LevelLaw many = discrete();
  const auto parameter = [](TheoryCurve curve, const Doubles& means, const LevelLaw* law,
                            double epsilon_min, double rounds = 10) {
    return theory_curve(curve, means, law, epsilon_min, Doubles{rounds}).error().parameter;
  };
  CHECK(parameter(TheoryCurve::ucb1, {}, nullptr, 0) == "means");
  CHECK(parameter(TheoryCurve::ucb1, {1.5}, nullptr, 0) == "means");
  CHECK(parameter(TheoryCurve::ucb1, kMeans, &one, 0) == "levels");
  CHECK(parameter(TheoryCurve::cor8, kMeans, nullptr, 0) == "levels");
  CHECK(parameter(TheoryCurve::cor8, kMeans, &many, 0) == "levels");
  CHECK(parameter(TheoryCurve::upper_b, kMeans, &many, 0) == "epsilonMin");
  CHECK(parameter(TheoryCurve::upper_b, kMeans, &many, 101) == "epsilonMin");
  CHECK(parameter(TheoryCurve::upper_wb, kMeans, &many, 1) == "epsilonMin");
  CHECK(parameter(TheoryCurve::ucb1, kMeans, nullptr, 0, 0.5) == "rounds");
}

}  // namespace
}  // namespace ldp
