// Single steps of the convex learners, against the same steps written out from the tables of
// docs/spec/convex-and-reductions.md, sections 6, 7 and 8 in plain loops.
#include "server/convex/point_learner.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "protocol/public_word.hpp"
#include "server/convex/convex_sets.hpp"
#include "server/convex/gradient_surface.hpp"
#include "server/convex/last_half_average.hpp"
#include "server/convex/stochastic_convex.hpp"

namespace ldp::test {
namespace {

constexpr double kC = 2.163953413738653;  // (e + 1)/(e - 1)

ConvexProblem problem_on(const ConvexDomain& domain, ConvexLosses losses, bool is_two_point) {
  ConvexProblem problem;
  problem.dimension = domain.dimension();
  problem.inner = domain.inner();
  problem.outer = domain.outer();
  problem.barrier_parameter = domain.barrier_parameter();
  problem.losses = losses;
  problem.is_two_point = is_two_point;
  problem.half_range = 0.75;
  problem.noise = ScalarNoise::of(ScalarMechanism::bit, 1, 0).value();
  return problem;
}

// A report: +-c, and a direction of length 1.
struct ArmReport {
  double r;
  std::array<double, 2> u;
};
ArmReport report(std::uint64_t number) {
  const double x = 2 * public_uniform(5, number) - 1;
  const double y = (public_uniform(5, number, 1) < 0.5 ? -1 : 1) * std::sqrt(1 - x * x);
  return {public_uniform(5, number, 2) < 0.5 ? -kC : kC, {x, y}};
}

}  // namespace

TEST_CASE("descent steps of single reports are those of the table") {
  const ConvexDomain disc = domain_of(ball({0, 0}, 2));
  for (const bool is_two_point : {false, true}) {
    for (const auto losses : {ConvexLosses::convex, ConvexLosses::strongly_convex}) {
      PointLearner learner(disc, problem_on(disc, losses, is_two_point), 4000);
      const StepRules rules = learner.rules();
      std::array<double, 2> x{};
      for (std::uint64_t t = 1; t <= 2000; ++t) {
        const ArmReport each = report(t);
        const double unit = is_two_point ? 2 * 1 : 2 * 0.75 / rules.radius;
        const double eta = rules.step > 0 ? rules.step : 1 / (1.0 * static_cast<double>(t));
        for (std::size_t i = 0; i < 2; ++i) x[i] -= eta * unit * each.r * each.u[i];
        const double most = 2 * (1 - rules.radius / 2);
        const double length = std::hypot(x[0], x[1]);
        for (double& xi : x) xi *= length > most ? most / length : 1;
        learner.step(each.r, each.u);
        for (std::size_t i = 0; i < 2; ++i) {
          REQUIRE(learner.point()[i] == Approx(x[i]).margin(1e-10));
        }
      }
    }
  }
}

TEST_CASE("barrier steps of single reports are those of the table") {
  // On a box both are separable: st's minimiser has a closed form, hl's is the root by bisection.
  const ConvexDomain square = domain_of(box({-1, -2}, {1, 2}));
  const std::array<double, 2> h{1, 2};
  for (const auto losses : {ConvexLosses::smooth, ConvexLosses::strongly_convex_smooth}) {
    const bool is_curved = losses == ConvexLosses::strongly_convex_smooth;
    PointLearner learner(square, problem_on(square, losses, false), 4000);
    const double eta = learner.rules().step_of(1);
    const double delta = learner.rules().shape;
    std::array<double, 2> x{};
    std::array<double, 2> gradients{};  // sum of g
    std::array<double, 2> points{};     // sum of x_s
    for (std::uint64_t t = 1; t <= 500; ++t) {
      const ArmReport each = report(t);
      const double pull = is_curved ? eta * 1.0 : 0;
      const auto before = static_cast<double>(t - 1);
      for (std::size_t i = 0; i < 2; ++i) {
        const double room = h[i] * h[i] - x[i] * x[i];
        const double hess = 2 * (h[i] * h[i] + x[i] * x[i]) / (room * room) + pull * before;
        REQUIRE(learner.shape()[3 * i] == Approx(delta / std::sqrt(hess)).epsilon(1e-9));
        gradients[i] += 2 * 0.75 * each.r * each.u[i] * std::sqrt(hess) / delta;
        points[i] += x[i];
      }
      REQUIRE(learner.shape()[1] == 0);
      for (std::size_t i = 0; i < 2; ++i) {
        const double slope = eta * gradients[i] - pull * points[i];
        double low = -h[i];
        double high = h[i];
        for (int bisection = 0; bisection < 200; ++bisection) {
          const double z = (low + high) / 2;
          const double value =
              slope + pull * static_cast<double>(t) * z + 2 * z / ((h[i] - z) * (h[i] + z));
          (value < 0 ? low : high) = z;
        }
        x[i] = (low + high) / 2;
      }
      learner.step(each.r, each.u);
      for (std::size_t i = 0; i < 2; ++i) {
        REQUIRE(learner.point()[i] == Approx(x[i]).margin(1e-9));
      }
    }
  }
}

TEST_CASE("whatever comes, a barrier learner stays inside and goes at most a quarter") {
  const ConvexDomain square = domain_of(cut_square());
  PointLearner learner(square, problem_on(square, ConvexLosses::smooth, false), 1000);
  // A million reports that all say the same.
  const std::array<double, 2> sum{1e6 * kC, 0};
  for (int i = 0; i < 50; ++i) {
    const std::vector<double> before(learner.point().begin(), learner.point().end());
    std::vector<double> hessian(4);
    square.hessian(before, hessian);
    learner.step({1'000'000, sum, learner.point(), learner.radius(), learner.shape()});
    REQUIRE(std::isfinite(square.barrier(learner.point())));
    const double x = learner.point()[0] - before[0];
    const double y = learner.point()[1] - before[1];
    const double length =
        std::sqrt(hessian[0] * x * x + 2 * hessian[1] * x * y + hessian[3] * y * y);
    REQUIRE(length < 0.5);  // 1/4 of slope is at most 1/3 of length, damped where it is curved
    for (std::size_t j = 0; j < 2; ++j) {
      REQUIRE(std::isfinite(learner.shape()[3 * j]));
    }
  }
}

TEST_CASE("without a horizon the radius falls from stage to stage and the point is carried over") {
  const ConvexDomain disc = domain_of(ball({0, 0}, 1));
  PointLearner learner(disc, problem_on(disc, ConvexLosses::convex, false), 0);
  double radius = learner.radius();
  for (std::uint64_t t = 1; t <= 7000; ++t) {
    const std::vector<double> before(learner.point().begin(), learner.point().end());
    const ArmReport each = report(t);
    learner.step(each.r, each.u);
    const bool is_end = t == 1000 || t == 3000 || t == 7000;
    REQUIRE((learner.radius() < radius) == is_end);
    radius = learner.radius();
    REQUIRE(distance(before, learner.point()) < 0.1);
  }
  REQUIRE(learner.rules().horizon == 8000);
}

TEST_CASE("the average of the last half is that of the points kept in full") {
  LastHalfAverage average(2);
  std::vector<std::array<double, 2>> all;
  std::array<double, 2> got{};
  REQUIRE_FALSE(average.average(got));
  for (std::uint64_t t = 1; t <= 3000; ++t) {
    all.push_back({public_uniform(1, t), static_cast<double>(t)});
    average.add(all.back(), 1);
    REQUIRE(average.average(got));
    // Of as many points as the second coordinate says: t, t - 1, ..., down to where it begins.
    const double first = 2 * got[1] - static_cast<double>(t);
    const auto begin = static_cast<std::size_t>(std::lround(first)) - 1;
    REQUIRE(first == Approx(static_cast<double>(begin + 1)).margin(1e-6));
    REQUIRE(begin <= t / 2);
    REQUIRE(static_cast<double>(begin) >= static_cast<double>(t) / 2 * (1 - 1.0 / 16) - 1);
    if (t <= 32) REQUIRE(begin == t / 2);
    double sum = 0;
    for (std::size_t i = begin; i < t; ++i) sum += all[i][0];
    REQUIRE(got[0] == Approx(sum / static_cast<double>(t - begin)).epsilon(1e-9));
  }
}

TEST_CASE("the stochastic learner follows the rule of the spec, report by report") {
  constexpr std::uint64_t kHorizon = 200'000;
  StochasticConvex learner(ScalarNoise::none(), kHorizon);
  // The same rule as a program of its own: interval, epoch counts, i.
  double a = 0;
  double e = 1;
  int precision = 1;
  std::array<double, 3> count{};
  std::array<double, 3> total{};
  std::uint32_t intervals = 0;
  for (std::uint64_t t = 0; t < 60'000; ++t) {
    const double w = e - a;
    const std::array<double, 3> x{a + w / 4, a + w / 2, a + 3 * w / 4};
    for (std::size_t i = 0; i < 3; ++i) REQUIRE(learner.points()[i] == Approx(x[i]));
    const double gam = std::pow(2.0, -precision);
    const double want = std::ceil(4 * std::log(1.0 * kHorizon) / (gam * gam));
    std::uint32_t arm = 0;
    while (count[arm] >= want) ++arm;
    REQUIRE(learner.weights()[arm] > 0);
    const double loss = 3 * std::abs(x[arm] - 0.8) - 1.2;
    ++count[arm];
    total[arm] += loss;
    learner.step(arm, loss);
    if (count[0] < want || count[1] < want || count[2] < want) continue;
    const double left = total[0] / count[0];
    const double middle = total[1] / count[1];
    const double right = total[2] / count[2];
    const double worse = std::max(left, right) - gam;
    if (worse >= std::min(left, right) + 2 * gam || worse >= middle + 2 * gam) {
      if (left >= right) {
        a = x[0];
      } else {
        e = x[2];
      }
      precision = 1;
      count = {};
      total = {};
      ++intervals;
    } else {
      ++precision;
    }
    REQUIRE(learner.interval() == intervals);
  }
  REQUIRE(intervals >= 3);
  REQUIRE(std::abs(learner.answer() - 0.8) < (e - a) / 2);
}

TEST_CASE("the surface fitted to exact gradients of a valley is the valley") {
  const ConvexDomain disc = domain_of(ball({0, 0}, 1));
  ConvexProblem problem = problem_on(disc, ConvexLosses::convex, true);
  GradientSurface surface(2);
  std::vector<double> slope(2);
  std::vector<double> curvature(4);
  REQUIRE_FALSE(surface.fit(problem, std::vector<double>(2), slope, curvature));
  // f = b.w + w.C w/2; the mean of d G r u at w is b + C w.
  const std::array<double, 2> b{0.3, -0.2};
  const std::array<double, 4> c{0.8, 0.3, 0.3, 0.5};
  constexpr std::uint64_t kReports = 10'000'000;  // so that the prior weighs nothing
  for (std::uint64_t i = 0; i < 20; ++i) {
    const std::vector<double> w = random_vector(2, 0.7, i);
    std::array<double, 2> sum{};
    for (std::size_t j = 0; j < 2; ++j) {
      const double gradient = b[j] + c[2 * j] * w[0] + c[2 * j + 1] * w[1];
      sum[j] = gradient / 2 * kReports;
    }
    surface.add({kReports, sum, w, 0.1, {}}, problem);
  }
  const std::vector<double> at{0.5, 0.25};
  REQUIRE(surface.fit(problem, at, slope, curvature));
  for (std::size_t i = 0; i < 4; ++i) REQUIRE(curvature[i] == Approx(c[i]).margin(1e-5));
  REQUIRE(slope[0] == Approx(0.3 + 0.8 * 0.5 + 0.3 * 0.25).margin(1e-5));
  REQUIRE(slope[1] == Approx(-0.2 + 0.3 * 0.5 + 0.5 * 0.25).margin(1e-5));
}

}  // namespace ldp::test
