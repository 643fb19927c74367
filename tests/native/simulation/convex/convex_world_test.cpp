#include "simulation/convex/convex_world.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "protocol/public_word.hpp"
#include "simulation/convex/worlds.hpp"

namespace ldp {
namespace {

using test::convex_run;
using test::unit_ball;

ConvexBounds bounds(ConvexLoss loss) {
  return bounds_of({unit_ball(2), loss, {0.5 / std::sqrt(2), 0.5 / std::sqrt(2)}, 0.2}, 1.5);
}

ConvexWorld world_of(const ConvexEnvironment& environment, std::uint32_t replicate = 0) {
  return ConvexWorld(std::make_shared<const ConvexScene>(environment), 3, replicate);
}

struct Moments {
  double mean = 0;
  double error = 0;  // standard error of it
};

// Of what the visitors lose at the point, less what they lose at the optimum.
Moments sampled_regret(const ConvexEnvironment& environment, const std::vector<double>& point,
                       int rounds) {
  ConvexWorld world = world_of(environment);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < rounds; ++i) {
    world.next_round();
    const double lost = world.loss(point) - world.loss(environment.optimum);
    sum += lost;
    squares += lost * lost;
  }
  const double mean = sum / rounds;
  return {mean, std::sqrt(std::max(squares / rounds - mean * mean, 0.0) / rounds)};
}

}  // namespace

TEST_CASE("the reference losses on the unit ball have the ranges and constants of section 11") {
  const auto is = [](const ConvexBounds& b, double low, double high, double lipschitz,
                     double smoothness, double curvature) {
    CHECK(b.low == Approx(low));
    CHECK(b.high == Approx(high));
    CHECK(b.lipschitz == Approx(lipschitz));
    CHECK(b.smoothness == smoothness);
    CHECK(b.curvature == curvature);
  };
  is(bounds(ConvexLoss::absolute), -0.2, 1.7, 1, 0, 0);
  is(bounds(ConvexLoss::quadratic), -0.2, 1.325, 1.5, 1, 1);
  is(bounds(ConvexLoss::absolute_quadratic), -0.2, 2.825, 2.5, 0, 1);
  is(bounds(ConvexLoss::linear_absolute), 0, 1.7, 1, 0, 0);
  is(bounds(ConvexLoss::random_quadratic), 0, 1.7 * 1.7 / 2, 1.7, 1, 1);
}

TEST_CASE("without an optimum a world has the one of section 11, on every set inside") {
  const auto optimum = [](const ConvexSet& set) {
    const auto run =
        check_convex(convex_run(set, ConvexLoss::quadratic, Algorithm::ldp_one_point), {}, 1000);
    REQUIRE(run.ok());
    return run.value().scene.environment.optimum;
  };
  for (const std::uint32_t dimension : {2u, 5u}) {
    for (const double coordinate : optimum(unit_ball(dimension))) {
      CHECK(coordinate == Approx(0.5 / std::sqrt(dimension)));
    }
  }
  CHECK(optimum(test::box({0, -1}, {1, 1})) ==
        std::vector<double>{0.5 + 0.25 / std::sqrt(2), 0.25 / std::sqrt(2)});
  for (const ConvexSet& set : {test::simplex(4), test::cut_square()}) {
    CHECK(depth(set, optimum(set)) > 0.1 * 0.25);
  }
}

TEST_CASE(
    "what follows from a world follows from the reach of its set, not from a formula for balls") {
  const auto range = [](const ConvexSet& set, std::vector<double> optimum) {
    ConvexSpec spec = convex_run(set, ConvexLoss::absolute, Algorithm::ldp_one_point);
    spec.environment.optimum = std::move(optimum);
    spec.environment.noise = 0;
    return check_convex(spec, {}, 1000).value().experiment.loss_high;
  };
  CHECK(range(test::box({0, 0}, {3, 4}), {0, 0}) == Approx(5));
  CHECK(range(test::box({0, 0}, {3, 4}), {1.5, 2}) == Approx(2.5));
  // From a vertex of a simplex to another, and from the middle.
  CHECK(range(test::simplex(3), {1, 0, 0}) == Approx(std::sqrt(2)));
  CHECK(range(test::simplex(3), {1.0 / 3, 1.0 / 3, 1.0 / 3}) == Approx(std::sqrt(2.0 / 3)));
  // Of a polytope an upper bound.
  CHECK(range(test::cut_square(), {0.2, 0.2}) >= std::hypot(0.8, 0.8));
}

// 20 means, each within 4.5 standard errors with probability 1 - 7e-6.
TEST_CASE("the regret of a point is what its visitors lose on average") {
  for (const ConvexLoss loss :
       {ConvexLoss::absolute, ConvexLoss::quadratic, ConvexLoss::absolute_quadratic,
        ConvexLoss::linear_absolute, ConvexLoss::random_quadratic}) {
    for (const std::uint32_t dimension : {1u, 2u, 5u}) {
      const std::vector<double> optimum(dimension, 0.3 / std::sqrt(dimension));
      const ConvexEnvironment environment{unit_ball(dimension), loss, optimum, 0.2};
      for (const double away : {0.1, 0.9}) {
        std::vector<double> point = optimum;
        point[0] -= away;
        const Moments sampled = sampled_regret(environment, point, 20'000);
        const double regret = world_of(environment).regret(point);
        CHECK(std::abs(regret - sampled.mean) <= 4.5 * sampled.error + 1e-12);
        CHECK(world_of(environment).regret(optimum) == 0);
      }
    }
  }
}

TEST_CASE("the mean distance to a noisy hyperplane is what brute force finds, near and far") {
  // In the plane a direction is an angle, in space its height is uniform.
  constexpr int kAngles = 20'000;
  constexpr double kPi = 3.14159265358979323846;
  for (const double noise : {0.2, 0.0}) {
    const auto mean = [&](double reach) {
      return reach < noise ? (noise * noise + reach * reach) / (2 * noise) : reach;
    };
    for (const double distance : {0.05, 0.19999, 0.21, 0.5, 3.0, 30.0}) {
      double plane = 0;
      double space = 0;
      for (int i = 0; i < kAngles; ++i) {
        plane += mean(distance * std::cos(kPi / 2 * (i + 0.5) / kAngles));
        space += mean(distance * (i + 0.5) / kAngles);
      }
      CHECK(ExpectedAbsolute(2, noise)(distance) ==
            Approx(plane / kAngles - noise / 2).epsilon(1e-4));
      CHECK(ExpectedAbsolute(3, noise)(distance) ==
            Approx(space / kAngles - noise / 2).epsilon(1e-4));
    }
    CHECK(ExpectedAbsolute(1, noise)(0.5) == Approx(0.5 - noise / 2));
    CHECK(ExpectedAbsolute(4, noise)(0) == 0);
  }
}

// Each share is within 4.5 standard errors with probability 1 - 7e-6.
TEST_CASE("visitors prefer the better of two points as often as the world says") {
  const ConvexEnvironment environment{unit_ball(2), ConvexLoss::preference, {0.5, 0}, 0.2};
  const std::vector<double> better{0.3, 0.1};
  const std::vector<double> worse{-0.4, 0.2};
  ConvexWorld world = world_of(environment);
  const double gap = world.regret(worse) - world.regret(better);
  const double expected = 1 / (1 + std::exp(-gap / environment.noise));
  constexpr int kRounds = 20'000;
  int preferred = 0;
  for (int i = 0; i < kRounds; ++i) {
    world.next_round();
    const double preference = world.preference(better, worse);
    if (preference > 0) ++preferred;
    CHECK(std::abs(preference) == 1);
  }
  const double share = static_cast<double>(preferred) / kRounds;
  CHECK(std::abs(share - expected) < 4.5 * std::sqrt(expected * (1 - expected) / kRounds));
}

TEST_CASE("a visitor is a function of seed, replicate and round, not of what was asked before") {
  const ConvexEnvironment environment{
      unit_ball(3), ConvexLoss::linear_absolute, {0.1, 0.2, 0.3}, 0.2};
  ConvexWorld one = world_of(environment);
  ConvexWorld other = world_of(environment);
  ConvexWorld stranger = world_of(environment, 1);
  const std::vector<double> point{0.5, 0.5, 0};
  int alike = 0;
  for (int round = 0; round < 50; ++round) {
    one.next_round();
    other.next_round();
    stranger.next_round();
    for (int asked = 0; asked < round % 3; ++asked) (void)one.loss(point);
    CHECK(one.loss(point) == other.loss(point));
    if (one.loss(point) == stranger.loss(point)) ++alike;
  }
  CHECK(alike == 0);
}

TEST_CASE("directions lie in the hull of a simplex: no visitor sees along its normal") {
  const std::vector<double> middle(3, 1.0 / 3);
  const ConvexEnvironment environment{test::simplex(3), ConvexLoss::linear_absolute, middle, 0};
  ConvexWorld world = world_of(environment);
  const std::vector<double> above(3, 1.0);
  for (int round = 0; round < 20; ++round) {
    world.next_round();
    CHECK(world.loss(above) < 1e-12);
  }
}

TEST_CASE("worlds that cannot be are refused, each with its reason") {
  const auto refused = [](ConvexSpec spec) {
    const auto run = check_convex(spec, {}, 1000);
    REQUIRE_FALSE(run.ok());
    CHECK(run.error().code == ErrorCode::spec_invalid);
    return run.error().parameter;
  };
  const ConvexSpec good = convex_run(unit_ball(2), ConvexLoss::quadratic, Algorithm::ldp_one_point);
  CHECK(check_convex(good, {}, 1000).ok());
  ConvexSpec spec = good;
  spec.environment.optimum = {2, 0};
  CHECK(refused(spec) == "environment");
  spec.environment.optimum = {0};
  CHECK(refused(spec) == "environment");
  spec.environment.optimum = {std::nan(""), 0};
  CHECK(refused(spec) == "environment");
  spec = good;
  spec.environment.noise = -1;
  CHECK(refused(spec) == "environment");
  spec = good;
  spec.environment.set = test::polytope(1, {1, -1}, {-1, -1}, 5);  // x <= -1 and x >= 1
  CHECK(refused(spec) == "environment");
  spec = good;
  spec.environment.loss = ConvexLoss::absolute;
  spec.experiment.losses = ConvexLosses::smooth;  // this world has no smoothness
  CHECK(refused(spec) == "smoothness");
  spec = good;
  spec.environment.loss = ConvexLoss::preference;
  CHECK(refused(spec) == "feedback");
  spec = good;
  spec.experiment.algorithm = Algorithm::one_point;
  CHECK(refused(spec) == "epsilon");
  spec = good;
  spec.experiment.algorithm = Algorithm::ucb1;
  CHECK(refused(spec) == "algorithm");
  for (const Delivery& delivery :
       {Delivery{1, 3}, Delivery{1, 0, 0.5}, Delivery{1, 0, 0, Serving::ticketed}}) {
    CHECK_FALSE(check_convex(good, delivery, 1000).ok());
  }
}

}  // namespace ldp
