// Step sizes of the convex learners against the formulas of docs/spec/convex-and-reductions.md,
// sections 6 and 7, evaluated by tests/reference/convex_and_reductions.py on the unit ball of 5
// dimensions: L = 1.5, beta = mu = 1, losses in a range of 1.525, G = 1 for two points.
#include "server/convex/step_rules.hpp"

#include <cmath>
#include <cstdint>

#include "catch.hpp"
#include "server/convex/convex_sets.hpp"

namespace ldp::test {
namespace {

ConvexProblem unit_ball(const ScalarNoise& noise, ConvexLosses losses, bool is_two_point = false) {
  ConvexProblem problem;
  problem.dimension = 5;
  problem.losses = losses;
  problem.half_range = 0.7625;
  problem.lipschitz = is_two_point ? 1 : 1.5;
  problem.is_two_point = is_two_point;
  problem.noise = noise;
  return problem;
}

struct Reference {
  ScalarNoise noise;
  double horizon;
  double fkm_radius, fkm_step, scfkm_radius, st_shape, st_step, hl_step, pair_radius, pair_step;
  bool hl_is_capped;
  double tolerance;
};

}  // namespace

TEST_CASE("the scale of the noise is the spec's, from the integers that devices use") {
  const ScalarNoise bit = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  REQUIRE(std::sqrt(bit.second_moment()) == Approx(2.163953).margin(1e-6));
  REQUIRE(bit.largest(1e6) == Approx(2.163953).margin(1e-6));
  REQUIRE(bit.second_moment(0.1) == bit.second_moment());  // a bit is as large for any v
  const ScalarNoise laplace = ScalarNoise::of(ScalarMechanism::laplace, 1, 0).value();
  REQUIRE(std::sqrt(laplace.second_moment()) == Approx(3.0).margin(1e-6));
  REQUIRE(laplace.second_moment(0.6) == Approx(8.6).margin(1e-5));
  const ScalarNoise gaussian = ScalarNoise::of(ScalarMechanism::gaussian, 1, 1e-5).value();
  REQUIRE(std::sqrt(gaussian.second_moment() - 1) == Approx(7.461263).margin(1e-5));
  REQUIRE(ScalarNoise::none().second_moment() == 1);
  REQUIRE(ScalarNoise::none().largest(1e6) == 1);
}

TEST_CASE("step rules have the values of the formulas") {
  const ScalarNoise bit = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  const ScalarNoise laplace = ScalarNoise::of(ScalarMechanism::laplace, 1, 0).value();
  const ScalarNoise gaussian = ScalarNoise::of(ScalarMechanism::gaussian, 1, 1e-5).value();
  const Reference references[] = {
      {bit, 65536, 0.07328806777932696, 3.470048518776792e-05, 0.12791097091410605,
       0.5334190290592219, 0.0005947418562439216, 0.0019311705362650832, 0.0001692253858788929,
       0.0003610290291093826, false, 1e-9},
      // hl's step is at its cap here.
      {laplace, 4096, 0.17258376589355093, 0.00023577017198572536, 0.36741279335354865,
       0.899959905622691, 0.002507266142729221, 0.0034472909224097527, 0.0020307046305467146,
       0.0010656161554226148, true, 1e-6},
      {gaussian, 262144, 0.09665703688525065, 6.577719513158219e-06, 0.19181785416423586,
       0.6542253907967722, 0.00011119960731868517, 0.0002943991052121986, 4.759463977843863e-05,
       5.2073870378126384e-05, false, 1e-6},
  };
  for (const Reference& r : references) {
    const auto near = [&](double value) { return Approx(value).epsilon(r.tolerance); };
    const StepRules fkm = step_rules(unit_ball(r.noise, ConvexLosses::convex), r.horizon);
    REQUIRE(fkm.radius == near(r.fkm_radius));
    REQUIRE(fkm.shrink == fkm.radius);
    REQUIRE(fkm.step_of(1) == near(r.fkm_step));
    const StepRules scfkm =
        step_rules(unit_ball(r.noise, ConvexLosses::strongly_convex), r.horizon);
    REQUIRE(scfkm.radius == near(r.scfkm_radius));
    REQUIRE(scfkm.step == 0);
    const StepRules st = step_rules(unit_ball(r.noise, ConvexLosses::smooth), r.horizon);
    REQUIRE(st.shape == near(r.st_shape));
    REQUIRE(st.step_of(1) == near(r.st_step));
    REQUIRE_FALSE(st.is_capped);
    const StepRules hl =
        step_rules(unit_ball(r.noise, ConvexLosses::strongly_convex_smooth), r.horizon);
    REQUIRE(hl.shape == 1);
    REQUIRE(hl.step_of(1) == near(r.hl_step));
    REQUIRE(hl.is_capped == r.hl_is_capped);
    const StepRules pair = step_rules(unit_ball(r.noise, ConvexLosses::convex, true), r.horizon);
    REQUIRE(pair.radius == near(r.pair_radius));
    REQUIRE(pair.step_of(1) == near(r.pair_step));
  }
}

TEST_CASE("practical steps are the spec's multiples") {
  const ScalarNoise bit = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  for (const auto losses : {ConvexLosses::convex, ConvexLosses::smooth,
                            ConvexLosses::strongly_convex, ConvexLosses::strongly_convex_smooth}) {
    ConvexProblem problem = unit_ball(bit, losses);
    const StepRules theory = step_rules(problem, 1e6);
    problem.is_practical = true;
    const StepRules practical = step_rules(problem, 1e6);
    const double scale = losses == ConvexLosses::convex ? 1.4 : 1;
    REQUIRE(practical.radius == Approx(scale * theory.radius));
    const bool is_st = losses == ConvexLosses::smooth;
    REQUIRE(practical.shape == Approx(is_st ? 0.7 * theory.shape : theory.shape));
    // The step of fkm and st is proportional to how far they look.
    const double steps = losses == ConvexLosses::convex ? 0.7 : is_st ? 0.35 : 1;
    REQUIRE(practical.step == Approx(steps * theory.step));
  }
}

TEST_CASE("an epoch's step shrinks as the sum of its gradients grows, and never beyond the cap") {
  const ScalarNoise bit = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  const StepRules fkm = step_rules(unit_ball(bit, ConvexLosses::convex), 1e6);
  // S1 = d s B/rho.
  const double first = 5 * 2.1639534 * 0.7625 / fkm.radius;
  for (const double n : {1.0, 10.0, 1e4, 1e6}) {
    const double expected = fkm.step * first / std::sqrt(first * first + (n - 1) * 1.5 * 1.5);
    REQUIRE(fkm.step_of(n) == Approx(expected).epsilon(1e-6));
  }
  const StepRules st = step_rules(unit_ball(bit, ConvexLosses::smooth), 1e6);
  for (const double n : {1.0, 10.0, 1e4, 1e6}) {
    // eta |sum g| in the local norm: (d B/delta_s) |sum r u|.
    REQUIRE(st.step_of(n) * 5 * 0.7625 / st.shape * st.clip_of(n) <= 0.25 * (1 + 1e-12));
  }
  REQUIRE(st.clip_of(1) == Approx(2.163953).margin(1e-6));
}

TEST_CASE("a horizon too short for the noise is told, and half the inner radius is the most") {
  const ScalarNoise noisy = ScalarNoise::of(ScalarMechanism::bit, 0.01, 0).value();
  for (const auto losses : {ConvexLosses::convex, ConvexLosses::strongly_convex}) {
    const StepRules rules = step_rules(unit_ball(noisy, losses), 1000);
    REQUIRE(rules.is_capped);
    REQUIRE(rules.radius == 0.5);
  }
  REQUIRE(step_rules(unit_ball(noisy, ConvexLosses::smooth), 1000).is_capped);
  REQUIRE(step_rules(unit_ball(noisy, ConvexLosses::convex, true), 1).radius <= 0.5);
}

TEST_CASE("a comparison looks as far as the page says, in units of preference") {
  ConvexExperiment experiment;
  experiment.algorithm = Algorithm::ldp_two_point;
  experiment.set = box({0, 0}, {4, 2});
  experiment.epsilon = 1;
  experiment.feedback = ConvexFeedback::comparison;
  experiment.distance = 0.5;
  const ConvexDomain domain = domain_of(experiment.set);
  const ConvexProblem problem = ConvexProblem::of(experiment, domain, ScalarNoise::none());
  for (const double horizon : {1e3, 1e6}) {
    const StepRules rules = step_rules(problem, horizon);
    REQUIRE(rules.radius == 0.5);
    REQUIRE_FALSE(rules.is_capped);
    // g = d G r u with G = 1/(2 rho), so a step is R/(s sqrt T) whatever G is.
    const double scale = std::sqrt(1.0);  // E[v^2] <= min(1, 3/2)
    REQUIRE(rules.step * 2 * problem.lipschitz ==
            Approx(std::sqrt(5.0) / (scale * std::sqrt(horizon))));
  }
}

TEST_CASE("without a horizon stages double") {
  REQUIRE(stage_horizon(0, 0) == 1000);
  REQUIRE(stage_horizon(0, 999) == 1000);
  REQUIRE(stage_horizon(0, 1000) == 2000);
  REQUIRE(stage_horizon(0, 2999) == 2000);
  REQUIRE(stage_horizon(0, 3000) == 4000);
  REQUIRE(stage_horizon(500, 3000) == 500);
  REQUIRE(std::isfinite(stage_horizon(0, (std::uint64_t{1} << 53) - 1)));
  for (const double x : {1e-300, 1e-9, 0.3, 1.0, 27.0, 1e200}) {
    REQUIRE(cube_root(x) == Approx(std::cbrt(x)).epsilon(1e-15));
    REQUIRE(fourth_root(x) == Approx(std::pow(x, 0.25)).epsilon(1e-14));
  }
  REQUIRE(cube_root(0) == 0);
}

}  // namespace ldp::test
