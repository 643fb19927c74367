#include "privacy/score_scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/gram_layout.hpp"
#include "privacy/sensitivity.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

ScoreShape joint(std::uint32_t d, double least_weight = 1) {
  return {.dimension = d, .residual = 4.0 / 3, .least_weight = least_weight};
}

ScoreShape gradient(std::uint32_t d) { return {.kind = ScoreKind::gradient, .dimension = d}; }

ScoreShape published(std::uint32_t d, double residual = 1, double point = 1) {
  return {.kind = ScoreKind::published, .dimension = d, .residual = residual, .point = point};
}

// Two users in a plane: an angle, a length, a weight and a residual each; the point lies along an
// angle of its own.
struct Pair {
  double angle[2], length[2], weight[2], residual[2], point;
};

double squared_distance(const Pair& pair, const ScoreShape& shape) {
  double matrix[3] = {};
  double along[2] = {};
  double vector[2] = {};
  const double point[2] = {shape.point * std::cos(pair.point), shape.point * std::sin(pair.point)};
  for (int user = 0; user < 2; ++user) {
    const double sign = user == 0 ? 1 : -1;
    const double x[2] = {pair.length[user] * std::cos(pair.angle[user]),
                         pair.length[user] * std::sin(pair.angle[user])};
    matrix[0] += sign * pair.weight[user] * x[0] * x[0];
    matrix[1] += sign * pair.weight[user] * x[0] * x[1];
    matrix[2] += sign * pair.weight[user] * x[1] * x[1];
    for (int i = 0; i < 2; ++i) {
      along[i] += sign * (x[0] * point[0] + x[1] * point[1]) * x[i];
      vector[i] += sign * pair.residual[user] * x[i];
    }
  }
  double sum = vector[0] * vector[0] + vector[1] * vector[1];
  if (shape.kind == ScoreKind::gradient) return sum;
  sum += matrix[0] * matrix[0] + 2 * matrix[1] * matrix[1] + matrix[2] * matrix[2];
  if (shape.kind == ScoreKind::published) sum += along[0] * along[0] + along[1] * along[1];
  return sum;
}

// The largest distance that random starts with shrinking random steps find.
double found_maximum(const ScoreShape& shape, std::uint64_t seed) {
  SplitMix64 random(seed);
  const double least = shape.kind == ScoreKind::published ? 1 : shape.least_weight;
  const auto clamp = [&](Pair& pair) {
    for (int user = 0; user < 2; ++user) {
      pair.length[user] = std::clamp(pair.length[user], 0.0, 1.0);
      pair.weight[user] = std::clamp(pair.weight[user], least, 1.0);
      pair.residual[user] = std::clamp(pair.residual[user], -shape.residual, shape.residual);
    }
  };
  const auto moved = [&](const Pair& pair, double step) {
    Pair next = pair;
    const auto move = [&](double& value) { value += step * (2 * random.real() - 1); };
    for (int user = 0; user < 2; ++user) {
      move(next.angle[user]);
      move(next.length[user]);
      move(next.weight[user]);
      move(next.residual[user]);
    }
    move(next.point);
    clamp(next);
    return next;
  };
  double best = 0;
  for (int start = 0; start < 8; ++start) {
    Pair pair = moved({}, 4);
    double value = squared_distance(pair, shape);
    for (double step = 1; step > 1e-5; step *= 0.98) {
      for (int tries = 0; tries < 6; ++tries) {
        const Pair next = moved(pair, step);
        const double candidate = squared_distance(next, shape);
        if (candidate > value) {
          value = candidate;
          pair = next;
        }
      }
    }
    best = std::max(best, value);
  }
  return std::sqrt(best);
}

}  // namespace

TEST_CASE("the sensitivity of a score has its known values") {
  // k = 3/4 without weights (docs/spec/generalized-linear.md, section 4).
  CHECK(score_sensitivity(4.0 / 3, 1) == Approx(2.671292284482513).epsilon(1e-14));
  CHECK(score_sensitivity(1, 1) == gram_sensitivity(1));
  // No weight at all: ||x x^T||^2 = 1 beside opposite residuals.
  CHECK(score_sensitivity(4.0 / 3, 0) == Approx(std::sqrt(1 + 64.0 / 9)).epsilon(1e-14));
  // docs/spec/privacy.md, section 6, P3: the paper's three releases.
  CHECK(published_score_sensitivity(1, 1) == Approx(std::sqrt(16.0 / 3)).epsilon(1e-14));
  // P4: residuals up to 2 C + 1 = 3.
  CHECK(published_score_sensitivity(1, 3) == 6);
}

TEST_CASE("no two users' scores are further apart than the sensitivity, and some are as far") {
  std::uint64_t seed = 11;
  for (const double least : {1.0, 0.9, 0.786, 0.18, 0.1353, 0.0}) {
    CAPTURE(least);
    const double bound = score_sensitivity(4.0 / 3, least);
    const double found = found_maximum(joint(2, least), ++seed);
    CHECK(found <= bound * (1 + 1e-12));
    CHECK(found >= bound * 0.999);
  }
  for (const double residual : {0.5, 1.0, 1.5, 3.0}) {
    for (const double point : {0.5, 1.0, 3.0}) {
      CAPTURE(residual, point);
      const double bound = published_score_sensitivity(point, residual);
      const double found = found_maximum(published(2, residual, point), ++seed);
      CHECK(found <= bound * (1 + 1e-12));
      CHECK(found >= bound * 0.999);
    }
  }
  CHECK(found_maximum(gradient(2), 3) == Approx(2).epsilon(1e-3));
}

TEST_CASE("a score has the noise that its sensitivity asks for, and little more") {
  // kappa(epsilon, 1e-5) of the analytic calibration, docs/spec/generalized-linear.md, section 4.
  const std::vector<double> epsilons{0.5, 1, 2, 5, 10};
  const std::vector<double> kappas{7.031827, 3.730632, 1.993812, 0.891868, 0.499889};
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    for (const std::uint32_t d : {1u, 5u, 20u}) {
      CAPTURE(epsilons[i], d);
      const double least = 0.786;
      const double exact = kappas[i] * score_sensitivity(4.0 / 3, least);
      const ScoreScale scale = ScoreScale::create(epsilons[i], 1e-5, joint(d, least)).value();
      CHECK(scale.sigma() >= exact * (1 - 1e-6));
      CHECK(scale.sigma() <= exact * 1.005);
      CHECK(scale.sigma_off_diagonal() == Approx(scale.sigma() / std::sqrt(2)).epsilon(1e-5));
      CHECK(scale.guarantee().epsilon() <= epsilons[i]);
      CHECK(scale.guarantee().epsilon() > 0.999 * epsilons[i]);
      CHECK(scale.guarantee().delta() <= 1e-5);
      const ScoreScale slope = ScoreScale::create(epsilons[i], 1e-5, gradient(d)).value();
      CHECK(slope.sigma() == Approx(2 * kappas[i]).epsilon(5e-3));
    }
  }
}

TEST_CASE("the published releases are labelled with what they truly keep") {
  // docs/spec/privacy.md, section 6, P3: 0.253 at claim 1, 3.19 at claim 10, with sigma 30.399.
  const ScoreScale one = ScoreScale::create(1, 1e-5, published(5)).value();
  CHECK(one.sigma() == Approx(30.399).epsilon(1e-4));
  CHECK(one.guarantee().epsilon() == Approx(0.253).margin(1e-3));
  CHECK(one.s_off_diagonal() == one.s());
  CHECK(ScoreScale::create(10, 1e-5, published(5)).value().guarantee().epsilon() ==
        Approx(3.19).epsilon(2e-3));
  // P4 with C = 1: residuals up to 3.
  CHECK(ScoreScale::create(1, 1e-5, published(5, 3)).value().guarantee().epsilon() ==
        Approx(0.715).epsilon(2e-3));
  // Residuals up to 5: the claim is false, and the label says so.
  CHECK(ScoreScale::create(1, 1e-5, published(5, 5)).value().guarantee().epsilon() > 1.2);
}

TEST_CASE("a scale of scores refuses what it cannot keep") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double epsilon : {0.0, -1.0, 0x1p-11, 16.001, nan}) {
    CHECK(ScoreScale::create(epsilon, 1e-5, joint(5)).error().parameter == "epsilon");
    CHECK(ScoreScale::create(epsilon, 1e-5, published(5)).error().parameter == "epsilon");
  }
  for (const double delta : {0.0, 9e-13, 0.1001, nan}) {
    CHECK(ScoreScale::create(1, delta, joint(5)).error().parameter == "delta");
  }
  for (const std::uint32_t d : {0u, 129u}) {
    CHECK(ScoreScale::create(1, 1e-5, gradient(d)).error().parameter == "dimension");
  }
  for (const double residual : {0.0, -1.0, 0x1p23, nan}) {
    CHECK(ScoreScale::create(1, 1e-5, published(5, residual)).error().parameter == "residual");
  }
  // So large a residual that the published noise keeps nothing up to epsilon 32.
  CHECK(ScoreScale::create(16, 1e-5, published(5, 100)).error().parameter == "epsilon");
  for (const std::uint32_t d : {1u, 128u}) {
    CHECK(ScoreScale::create(kMinEpsilon, 1e-12, joint(d, 0.1)).ok());
    CHECK(ScoreScale::create(16, 0.1, joint(d)).ok());
    CHECK(ScoreScale::create(kMinEpsilon, 1e-12, published(d, 3, 8)).ok());
  }
}
