// Experiments and snapshots with a link: what a page and a collector refuse.
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/linear_snapshot.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::refused;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

LinearExperiment glm(Algorithm algorithm = Algorithm::ldp_glm_newton, Link link = Link::logistic) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 2;
  experiment.epsilon = 1;
  experiment.mechanism = mechanism_without_choice(algorithm);
  if (experiment.mechanism == LinearMechanism::gaussian) experiment.delta = 1e-6;
  experiment.link = link;
  if (is_unbounded(link)) experiment.largest = 2;
  return experiment;
}

template <class Value>
LinearExperiment with(LinearExperiment experiment, Value LinearExperiment::*field, Value value) {
  experiment.*field = value;
  return experiment;
}

LinearSnapshot learnt() {
  LinearSnapshot snapshot;
  snapshot.id = 4;
  snapshot.theta = {0.3, 0.4};
  snapshot.residual = 0.6224593312018546;
  return snapshot;
}

TEST_CASE("every generalized linear algorithm takes every link, with a bound where it has none") {
  for (const Algorithm algorithm : {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                    Algorithm::ldp_glm_sgd, Algorithm::ldp_glm_published}) {
    for (const Link link : {Link::identity, Link::logistic, Link::probit, Link::poisson}) {
      CAPTURE(static_cast<int>(algorithm), static_cast<int>(link));
      const LinearExperiment experiment = glm(algorithm, link);
      CHECK(refused(experiment) == "");
      for (const double bad : {0.0, -1.0, 0x1p-11, 1.1e6, kNaN, kInfinity}) {
        const bool is_refused = is_unbounded(link) || bad != 0;
        CHECK(refused(with(experiment, &LinearExperiment::largest, bad)) ==
              (is_refused ? "largest" : ""));
      }
      if (!is_unbounded(link)) {
        CHECK(refused(with(experiment, &LinearExperiment::largest, 1.0)) == "largest");
      }
      for (const double bad : {0.0, -1.0, 8.1, kNaN}) {
        CHECK(refused(with(experiment, &LinearExperiment::bound, bad)) == "bound");
      }
      CHECK(refused(with(experiment, &LinearExperiment::clip, 2.0)) ==
            (link == Link::poisson ? "" : "clip"));
      CHECK(refused(with(experiment, &LinearExperiment::link, static_cast<Link>(4))) == "link");
    }
  }
  CHECK(refused(with(glm(Algorithm::ldp_glm_newton, Link::poisson), &LinearExperiment::clip,
                     0.0)) == "clip");
}

TEST_CASE("choices of generalized linear algorithms belong to those that have them") {
  const LinearExperiment published = glm(Algorithm::ldp_glm_published);
  CHECK(refused(with(published, &LinearExperiment::tuning, Tuning::tuned)) == "");
  CHECK(refused(with(published, &LinearExperiment::mechanism, LinearMechanism::ball)) ==
        "mechanism");
  CHECK(refused(with(published, &LinearExperiment::optimism, 0.5)) == "optimism");
  CHECK(refused(with(published, &LinearExperiment::delta, 0.0)) == "delta");
  CHECK(refused(with(published, &LinearExperiment::calibration, Calibration::published)) ==
        "calibration");
  const LinearExperiment newton = glm();
  CHECK(refused(with(newton, &LinearExperiment::tuning, Tuning::tuned)) == "tuning");
  CHECK(refused(with(newton, &LinearExperiment::optimism, 3.0)) == "");
  for (const double bad : {-0.1, 3.1, kNaN}) {
    CHECK(refused(with(newton, &LinearExperiment::optimism, bad)) == "optimism");
  }
  CHECK(refused(with(newton, &LinearExperiment::spread, 0.5)) == "spread");
  CHECK(refused(with(newton, &LinearExperiment::delta, 1e-6)) == "delta");
  LinearExperiment linear;
  linear.algorithm = Algorithm::ldp_linucb;
  linear.dimension = 2;
  linear.epsilon = 1;
  CHECK(refused(with(linear, &LinearExperiment::link, Link::probit)) == "link");
  CHECK(refused(with(linear, &LinearExperiment::bound, 2.0)) == "bound");
  CHECK(refused(with(linear, &LinearExperiment::largest, 1.0)) == "largest");
}

TEST_CASE("a published release that keeps nothing is refused") {
  LinearExperiment experiment = glm(Algorithm::ldp_glm_published, Link::identity);
  experiment.epsilon = 16;
  experiment.largest = 100;
  CHECK(refused(experiment) == "epsilon");
}

TEST_CASE("the parts of a generalized linear report are as long as what they say") {
  for (const bool gaussian : {false, true}) {
    LinearExperiment experiment = glm();
    experiment.dimension = 5;
    if (gaussian) {
      experiment.mechanism = LinearMechanism::gaussian;
      experiment.delta = 1e-6;
    }
    const std::uint32_t bytes = gaussian ? 3 : 2;
    CHECK(parts(experiment).size() == 1);
    CHECK(parts(experiment)[0].name == "score");
    CHECK(parts(experiment)[0].length == 20);
    CHECK(parts(experiment)[0].bytes == bytes);
    experiment.algorithm = Algorithm::ldp_glm_sgd;
    CHECK(parts(experiment)[0].length == 5);
    CHECK(score_shape(experiment).length() == 5);
    experiment.algorithm = Algorithm::ldp_glm_gloc;
    CHECK(parts(experiment)[0].length == 20);
  }
  LinearExperiment published = glm(Algorithm::ldp_glm_published);
  published.dimension = 5;
  CHECK(parts(published)[0].length == 25);
  CHECK(score_shape(published).length() == 25);
}

TEST_CASE("the noise of a score is that of the specification") {
  LinearExperiment experiment = glm();
  experiment.dimension = 5;
  // l2ball: 8.423, 4.464, 2.709 per coordinate at epsilon .5, 1, 2 with q = 20.
  const std::vector<double> epsilons{0.5, 1, 2};
  const std::vector<double> sigmas{8.423, 4.464, 2.709};
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    experiment.epsilon = epsilons[i];
    const ScoreNoise noise = score_noise(experiment).value();
    CHECK(noise.sigma == Approx(sigmas[i]).margin(6e-4));
    CHECK(noise.is_svec);
    // A report is as long as it can be: 5/3 B_q.
    CHECK(noise.reach == Approx(noise.sigma * std::sqrt(20.0)).epsilon(1e-12));
  }
  experiment.epsilon = 1;
  CHECK(score_noise(experiment).value().reach == Approx(5.0 / 3 * 11.978334).epsilon(1e-6));
  // Beyond 3.26 several directions share epsilon: less noise than one direction's 2.091 and 2.063.
  experiment.epsilon = 5;
  CHECK(score_noise(experiment).value().sigma < 1.8);
  experiment.epsilon = 10;
  CHECK(score_noise(experiment).value().sigma < 1.3);

  // Gaussian, w = 1: D tau1 = 9.966 at (1, 1e-5).
  experiment = glm(Algorithm::ldp_glm_gloc);
  experiment.dimension = 5;
  experiment.mechanism = LinearMechanism::gaussian;
  experiment.delta = 1e-5;
  const ScoreNoise gaussian = score_noise(experiment).value();
  CHECK(gaussian.sigma == Approx(9.966).epsilon(3e-3));
  CHECK_FALSE(gaussian.is_svec);
  CHECK(gaussian.reach == 0);
  CHECK(curvature_unit(experiment) == 1);
  CHECK(residual_unit(experiment, 0.6) == Approx(0.45));
  experiment.algorithm = Algorithm::ldp_glm_newton;
  CHECK(curvature_unit(experiment) == 0.25);
  // The weight counts where it varies most: 2.803/2.671 times the noise.
  experiment.link = Link::poisson;
  experiment.largest = 10;
  CHECK(score_noise(experiment).value().sigma / gaussian.sigma ==
        Approx(2.803347 / 2.671292).epsilon(1e-3));
}

TEST_CASE(
    "a snapshot with a link has a point within the bound and a residual that the link allows") {
  const LinearExperiment experiment = glm();
  CHECK(refused(learnt(), experiment) == "");
  LinearSnapshot snapshot = learnt();
  snapshot.theta = {0.8, 0.7};
  CHECK(refused(snapshot, experiment) == "theta");  // it is the point, and too long
  snapshot.point = {0.6, 0.8};
  CHECK(refused(snapshot, experiment) == "");
  CHECK(point_of(snapshot) == snapshot.point);
  for (const double bad : {0.81, 1e100, kNaN, -kInfinity}) {
    snapshot.point[1] = bad;
    CHECK(refused(snapshot, experiment) == "point");
  }
  for (const std::size_t length : {1, 3}) {
    snapshot.point.assign(length, 0.1);
    CHECK(refused(snapshot, experiment) == "point");
  }
  snapshot = learnt();
  for (const double bad : {0.0, -0.1, 0.7311, 1.0, kNaN, kInfinity}) {
    snapshot.residual = bad;
    CHECK(refused(snapshot, experiment) == "residual");
  }
  LinearExperiment linear;
  linear.algorithm = Algorithm::ldp_linucb;
  linear.dimension = 2;
  linear.epsilon = 1;
  snapshot = learnt();
  CHECK(refused(snapshot, linear) == "residual");
  snapshot.residual = 0;
  CHECK(refused(snapshot, linear) == "");
  snapshot.point = {0.1, 0.1};
  CHECK(refused(snapshot, linear) == "point");
}

TEST_CASE("before the first snapshot a score is taken at 0") {
  const LinearSnapshot first = first_linear_snapshot(glm());
  CHECK(first.id == 0);
  CHECK(first.theta == std::vector<double>{0, 0});
  CHECK(first.residual == 0.5);
  CHECK(first_linear_snapshot(glm(Algorithm::ldp_glm_sgd, Link::identity)).residual == 2);
}

}  // namespace
}  // namespace ldp
