// The bounds of table 1 with our steps, against the formulas of docs/spec/convex-and-reductions.md,
// sections 6, 7 and 9 evaluated by tests/reference/convex_and_reductions.py: the unit ball of 5
// dimensions, one bit at epsilon 1, T = 2^16.
#include "simulation/theory/convex_curve.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"

namespace ldp {
namespace {

ConvexExperiment unit_ball(Algorithm algorithm, ConvexLosses losses) {
  ConvexExperiment experiment;
  experiment.algorithm = algorithm;
  const bool is_stochastic = algorithm == Algorithm::ldp_stochastic_convex;
  experiment.set.kind = ConvexSetKind::ball;
  experiment.set.dimension = is_stochastic ? 1 : 5;
  experiment.set.center.assign(experiment.set.dimension, 0);
  experiment.set.radius = 1;
  experiment.epsilon = 1;
  experiment.losses = losses;
  if (algorithm != Algorithm::ldp_two_point) {
    experiment.loss_low = -0.2;
    experiment.loss_high = 1.325;
  }
  if (!is_stochastic) experiment.lipschitz = algorithm == Algorithm::ldp_two_point ? 1 : 1.5;
  if (is_smooth(losses)) experiment.smoothness = 1;
  if (is_strongly_convex(losses)) experiment.curvature = 1;
  return experiment;
}

double at(const ConvexExperiment& experiment, double rounds, bool is_private = true) {
  return convex_curve(experiment, is_private, std::vector<double>{rounds}).value()[0];
}

}  // namespace

TEST_CASE("every row of table 1 has the value of its formula") {
  const auto one = [](ConvexLosses losses) {
    return at(unit_ball(Algorithm::ldp_one_point, losses), 65536);
  };
  REQUIRE(one(ConvexLosses::convex) == Approx(57636.08171983166).epsilon(1e-9));
  REQUIRE(one(ConvexLosses::strongly_convex) == Approx(75444.96050844165).epsilon(1e-9));
  REQUIRE(one(ConvexLosses::smooth) == Approx(55945.02647346865).epsilon(1e-9));
  REQUIRE(one(ConvexLosses::strongly_convex_smooth) == Approx(48729.40012588468).epsilon(1e-9));
  const auto two = [](ConvexLosses losses) {
    return at(unit_ball(Algorithm::ldp_two_point, losses), 65536);
  };
  REQUIRE(two(ConvexLosses::convex) == Approx(2814.2217891413125).epsilon(1e-9));
  REQUIRE(two(ConvexLosses::strongly_convex) == Approx(752.0543802111131).epsilon(1e-9));
  const auto stochastic = unit_ball(Algorithm::ldp_stochastic_convex, ConvexLosses::convex);
  REQUIRE(at(stochastic, 65536) == Approx(1684882.5844062676).epsilon(1e-9));
  const ScalarNoise bit = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  const std::vector<double> rounds{65536};
  const auto adversarial = [&](AdversarialCurve curve) {
    return adversarial_curve(curve, 10, bit, rounds).value()[0];
  };
  REQUIRE(adversarial(AdversarialCurve::tsallis_inf) == Approx(5938.151414183797).epsilon(1e-9));
  REQUIRE(adversarial(AdversarialCurve::exp3) == Approx(5316.498702639505).epsilon(1e-9));
}

TEST_CASE("bounds depend on the noise as section 9 says") {
  // S^(1/2), S^(2/3), S^(2/3), S; two points S and S^2 log T: between epsilon .1 and .2 s halves.
  const auto ratio = [](Algorithm algorithm, ConvexLosses losses) {
    ConvexExperiment strong = unit_ball(algorithm, losses);
    ConvexExperiment weak = strong;
    strong.epsilon = 0.1;
    weak.epsilon = 0.2;
    return at(strong, 1e12) / at(weak, 1e12);
  };
  const double s = std::tanh(0.1) / std::tanh(0.05);
  const auto near = [](double value) { return Approx(value).epsilon(1e-3); };
  REQUIRE(ratio(Algorithm::ldp_one_point, ConvexLosses::convex) == near(std::sqrt(s)));
  REQUIRE(ratio(Algorithm::ldp_one_point, ConvexLosses::smooth) == near(std::pow(s, 2.0 / 3)));
  REQUIRE(ratio(Algorithm::ldp_one_point, ConvexLosses::strongly_convex) ==
          near(std::pow(s, 2.0 / 3)));
  REQUIRE(ratio(Algorithm::ldp_one_point, ConvexLosses::strongly_convex_smooth) == near(s));
  REQUIRE(ratio(Algorithm::ldp_two_point, ConvexLosses::convex) == near(s));
  REQUIRE(ratio(Algorithm::ldp_two_point, ConvexLosses::strongly_convex) ==
          Approx(s * s).epsilon(0.01));
  // Without privacy s is 1, of two points sqrt(3/d).
  const auto open = unit_ball(Algorithm::ldp_one_point, ConvexLosses::strongly_convex_smooth);
  REQUIRE(at(open, 1e6) / at(open, 1e6, false) == near(1 / std::tanh(0.5)));
}

TEST_CASE("there is no bound for comparisons, nor one of smooth losses without a slope") {
  const std::vector<double> rounds{10};
  ConvexExperiment experiment = unit_ball(Algorithm::ldp_two_point, ConvexLosses::convex);
  experiment.feedback = ConvexFeedback::comparison;
  experiment.lipschitz = 0;
  REQUIRE(convex_curve(experiment, true, rounds).error().parameter == "feedback");
  experiment = unit_ball(Algorithm::ldp_one_point, ConvexLosses::smooth);
  experiment.lipschitz = 0;
  REQUIRE(convex_curve(experiment, true, rounds).error().parameter == "lipschitz");
  experiment = unit_ball(Algorithm::ldp_one_point, ConvexLosses::convex);
  for (const double wrong : {0.0, -1.0, std::nan("")}) {
    const std::vector<double> bad{wrong};
    REQUIRE(convex_curve(experiment, true, bad).error().parameter == "rounds");
    REQUIRE(
        adversarial_curve(AdversarialCurve::exp3, 2, ScalarNoise::none(), bad).error().parameter ==
        "rounds");
  }
  experiment.epsilon = 0;
  REQUIRE(convex_curve(experiment, true, rounds).error().parameter == "epsilon");
  REQUIRE(
      adversarial_curve(AdversarialCurve::exp3, 1, ScalarNoise::none(), rounds).error().parameter ==
      "arms");
}

}  // namespace ldp
