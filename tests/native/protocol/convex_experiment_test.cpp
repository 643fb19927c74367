#include "protocol/convex_experiment.hpp"

#include <limits>
#include <string_view>

#include "catch.hpp"
#include "protocol/convex_experiments.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::refused;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const ConvexSet kBox = test::box({0, 0}, {1, 1});

template <class Change>
std::string_view changed(ConvexExperiment experiment, Change change) {
  CHECK(refused(experiment).empty());
  change(experiment);
  return refused(experiment);
}

TEST_CASE("every convex algorithm that a device runs has an experiment") {
  for (const ConvexLosses losses :
       {ConvexLosses::convex, ConvexLosses::smooth, ConvexLosses::strongly_convex,
        ConvexLosses::strongly_convex_smooth}) {
    const ConvexExperiment experiment = test::one_point(kBox, losses);
    CHECK(refused(experiment).empty());
    CHECK(has_shape(experiment) == is_smooth(losses));
  }
  CHECK(refused(test::two_point(kBox)).empty());
  CHECK(refused(test::comparison(kBox)).empty());
  CHECK(refused(test::stochastic()).empty());
  CHECK(changed(test::two_point(kBox), [](auto& e) {
          e.losses = ConvexLosses::strongly_convex;
          e.curvature = 1;
        }).empty());
  CHECK(changed(test::two_point(kBox), [](auto& e) { e.algorithm = Algorithm::two_point; }) ==
        "algorithm");
  CHECK(changed(test::two_point(kBox), [](auto& e) { e.algorithm = Algorithm::ldp_kl_ucb; }) ==
        "algorithm");
}

TEST_CASE("what a learner's steps depend on must be known, and nothing else is") {
  const ConvexExperiment pair = test::two_point(kBox);
  const ConvexExperiment one = test::one_point(kBox);
  const ConvexExperiment smooth = test::one_point(kBox, ConvexLosses::smooth);
  const ConvexExperiment both = test::one_point(kBox, ConvexLosses::strongly_convex_smooth);
  for (const double wrong : {0.0, -1.0, 1e10, kNan, kInfinity}) {
    CAPTURE(wrong);
    CHECK(changed(pair, [&](auto& e) { e.lipschitz = wrong; }) == "lipschitz");
    CHECK(changed(one, [&](auto& e) { e.lipschitz = wrong; }) == "lipschitz");
    CHECK(changed(smooth, [&](auto& e) { e.smoothness = wrong; }) == "smoothness");
    CHECK(changed(both, [&](auto& e) { e.curvature = wrong; }) == "curvature");
  }
  CHECK(changed(smooth, [](auto& e) { e.lipschitz = 2; }).empty());
  CHECK(changed(one, [](auto& e) { e.smoothness = 1; }) == "smoothness");
  CHECK(changed(smooth, [](auto& e) { e.curvature = 1; }) == "curvature");
  CHECK(changed(both, [](auto& e) { e.curvature = 3; }) == "smoothness");
  CHECK(changed(test::comparison(kBox), [](auto& e) { e.lipschitz = 1; }) == "lipschitz");
  CHECK(changed(test::stochastic(), [](auto& e) { e.lipschitz = 1; }) == "lipschitz");
}

TEST_CASE("losses have a range, and two points have none") {
  const ConvexExperiment one = test::one_point(kBox);
  for (const double low : {1.0, 2.0, kNan, -kInfinity, -1.7e308}) {
    CHECK_FALSE(changed(one, [&](auto& e) {
                  e.loss_low = low;
                  if (low < -1e308) e.loss_high = 1.7e308;
                }).empty());
  }
  CHECK(changed(one, [](auto& e) { e.loss_high = kNan; }) == "lossHigh");
  CHECK(changed(one, [](auto& e) { e.loss_low = -4; }).empty());
  CHECK(changed(test::two_point(kBox), [](auto& e) { e.loss_high = 2; }) == "lossLow");
}

TEST_CASE("epsilon and delta are those that the mechanism keeps") {
  const ConvexExperiment pair = test::two_point(kBox);
  for (const double epsilon : {0.0, 0x1p-11, 129.0, kNan, kInfinity}) {
    CHECK(changed(pair, [&](auto& e) { e.epsilon = epsilon; }) == "epsilon");
  }
  CHECK(changed(pair, [](auto& e) { e.delta = 1e-6; }) == "delta");
  const auto gaussian = [](auto& e) {
    e.mechanism = ScalarMechanism::gaussian;
    e.delta = 1e-6;
  };
  CHECK(changed(pair, gaussian).empty());
  CHECK(changed(pair, [&](auto& e) {
          gaussian(e);
          e.delta = 0;
        }) == "delta");
  CHECK(changed(pair, [&](auto& e) {
          gaussian(e);
          e.epsilon = 17;
        }) == "epsilon");
  CHECK(changed(pair, [](auto& e) { e.mechanism = static_cast<ScalarMechanism>(3); }) ==
        "mechanism");
}

TEST_CASE("choices are those of the algorithm") {
  const ConvexExperiment pair = test::two_point(kBox);
  const ConvexExperiment one = test::one_point(kBox);
  CHECK(changed(pair, [](auto& e) { e.losses = ConvexLosses::smooth; }) == "losses");
  CHECK(changed(one, [](auto& e) { e.losses = static_cast<ConvexLosses>(4); }) == "losses");
  CHECK(changed(test::comparison(kBox), [](auto& e) {
          e.losses = ConvexLosses::strongly_convex;
          e.curvature = 1;
        }) == "losses");
  CHECK(changed(one, [](auto& e) { e.feedback = ConvexFeedback::comparison; }) == "feedback");
  CHECK(changed(pair, [](auto& e) { e.feedback = static_cast<ConvexFeedback>(2); }) == "feedback");
  CHECK(changed(one, [](auto& e) { e.steps = ConvexSteps::practical; }).empty());
  CHECK(changed(pair, [](auto& e) { e.steps = ConvexSteps::practical; }) == "steps");
  CHECK(changed(one, [](auto& e) { e.steps = static_cast<ConvexSteps>(2); }) == "steps");
  for (const double distance : {0.0, 0.51, kNan}) {
    CHECK(changed(test::comparison(kBox), [&](auto& e) { e.distance = distance; }) == "distance");
  }
  CHECK(changed(pair, [](auto& e) { e.distance = 0.3; }) == "distance");
  CHECK(changed(pair, [](auto& e) { e.horizon = kMaximumHorizon + 1; }) == "horizon");
}

TEST_CASE("the stochastic learner has one dimension") {
  const auto with = [](ConvexSet set) { return [=](auto& e) { e.set = set; }; };
  CHECK(changed(test::stochastic(), with(test::ball({3}, 2))).empty());
  CHECK(changed(test::stochastic(), with(test::polytope(1, {1, -1}, {1, 1}, 1))).empty());
  CHECK(changed(test::stochastic(), with(kBox)) == "set");
  CHECK(changed(test::stochastic(), with(test::simplex(2))) == "set");
  CHECK(changed(test::stochastic(), with(test::box({1}, {1}))) == "set");
}

}  // namespace
}  // namespace ldp
