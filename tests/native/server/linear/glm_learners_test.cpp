// The learners of generalized linear models against the golden values of
// docs/spec/generalized-linear.md, section 8, and against its formulas, written out again.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "protocol/linear_score.hpp"
#include "server/linear/glm_algebra.hpp"
#include "server/linear/glm_learner.hpp"
#include "server/linear/plain_algebra.hpp"
#include "server/linear/shifted_gram.hpp"

namespace ldp {
namespace {

using test::SplitMix64;

using Numbers = std::vector<double>;

LinearExperiment glm_experiment(Algorithm algorithm, std::uint32_t d, double epsilon) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = d;
  experiment.epsilon = epsilon;
  experiment.mechanism = mechanism_without_choice(algorithm);
  if (experiment.mechanism == LinearMechanism::gaussian) experiment.delta = 1e-5;
  return experiment;
}

GlmSettings plain_settings(std::uint32_t d) {
  GlmSettings settings{d, LinkModel(Link::logistic, 1, 0, kDefaultClip)};
  settings.matrix_deviation = 0.25;
  settings.score_deviation = 0.5;
  return settings;
}

// A random epoch of `reports` reports, by value.
struct Epoch {
  Epoch(SplitMix64& words, std::size_t d, std::uint64_t count)
      : curvature(test::normals(words, d * (d + 1) / 2, 1)),
        moment(test::normals(words, d, 1)),
        score(test::normals(words, d, 1)),
        point(test::normals(words, d, 0.2)),
        reports(count) {}

  [[nodiscard]] ScoreSums sums() const { return {curvature, moment, score, point, reports}; }

  Numbers curvature;
  Numbers moment;
  Numbers score;
  Numbers point;
  std::uint64_t reports;
};

double norm(const Numbers& x) { return std::sqrt(squared_norm(x)); }

void project(Numbers& x, double radius) {
  const double length = norm(x);
  if (length <= radius) return;
  for (double& number : x) number *= radius / length;
}

void check_near(const Numbers& found, const Numbers& expected, double margin = 1e-12) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i] == Approx(expected[i]).margin(margin));
  }
}

// Column i of V^-1.
Numbers inverse_column(const test::Matrix& v, std::size_t i) {
  Numbers unit(v.size());
  unit[i] = 1;
  return test::gauss_solve(v, unit);
}

TEST_CASE("glm-newton takes the report of the golden values to their estimate and width") {
  // x = (.6, .8), theta0 = (.3, .4), y = 1: w and r as the specification has them.
  const Numbers x{0.6, 0.8};
  const Numbers point{0.3, 0.4};
  const double w = link_slope(Link::logistic, 0.5);
  const double r = link_mean(Link::logistic, 0.5) - 1;
  CHECK(w == Approx(0.2350037122015945).epsilon(1e-12));
  CHECK(r == Approx(-0.3775406687981454).epsilon(1e-12));
  const Numbers curvature{w * x[0] * x[0], w * x[0] * x[1], w * x[1] * x[1]};
  const Numbers score{r * x[0], r * x[1]};
  Numbers b(2);
  add_image(curvature, point, b);
  CHECK(b[0] - score[0] == Approx(0.29702551).margin(1e-8));
  CHECK(b[1] - score[1] == Approx(0.39603402).margin(1e-8));

  GlmNewton learner(plain_settings(2));  // sM sqrt(2 d) = 0.5 = c
  learner.ingest_epoch({curvature, {}, score, point, 1});
  LinearSnapshot snapshot;
  learner.estimate(snapshot);
  check_near(snapshot.theta, {0.40411431, 0.53881907}, 1e-8);
  CHECK(snapshot.radius == 0.5);  // kb sg sqrt t
  CHECK(snapshot.residual == Approx(link_mean(Link::logistic, norm(snapshot.theta))));
  CHECK(snapshot.exploration == 0);
  CHECK(snapshot.point.empty());
  // ||F e_i|| is the length of a column of Inv.
  const double first = std::hypot(1.76979344, -0.30694207);
  const double second = std::hypot(-0.30694207, 1.5907439);
  CHECK(std::sqrt(test::width_squared(snapshot.factor, Numbers{1, 0})) == Approx(first));
  CHECK(std::sqrt(test::width_squared(snapshot.factor, Numbers{0, 1})) == Approx(second));
}

TEST_CASE("the published constants are the golden ones") {
  const LinearExperiment experiment = glm_experiment(Algorithm::ldp_glm_published, 5, 1);
  const double sigma = score_noise(experiment).value().sigma;
  CHECK(sigma == Approx(30.399).margin(1e-3));
  GlmSettings settings = plain_settings(5);
  settings.sigma = 6 * std::sqrt(2 * std::log(3.75 / 1e-5));
  settings.horizon = 100'000;
  const GlmPublished published(settings);
  CHECK(published.ridge(10'000) == Approx(230798.59).margin(0.01));
  CHECK(published.radius(10'000) == Approx(185.937489).margin(1e-5));
  settings.is_tuned = true;
  CHECK(GlmPublished(settings).ridge(10'000) == Approx(23079.859).margin(0.001));
  CHECK(GlmPublished(settings).radius(10'000) == Approx(37.1874978).margin(1e-6));
}

TEST_CASE("the root and the square of a shifted matrix are those of its inverse") {
  SplitMix64 words(31);
  for (const std::uint32_t d : {1U, 2U, 3U, 5U, 6U, 7U, 12U}) {
    // A sum of d + 2 squares, and a ridge that is enough for it.
    Numbers gram(d * (d + 1) / 2);
    for (std::uint32_t n = 0; n < d + 2; ++n) {
      const Numbers x = test::normals(words, d, 1);
      std::size_t entry = 0;
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = i; j < d; ++j) gram[entry++] += x[i] * x[j];
      }
    }
    const Numbers u = test::normals(words, d, 1);
    ShiftedGram shifted(d);
    Numbers theta(d);
    REQUIRE(shifted.compute(gram, u, 0.5, theta) == 0.5);
    test::Matrix v = test::from_triangle(gram, d);
    for (std::size_t i = 0; i < d; ++i) v[i][i] += 0.5;
    check_near(theta, test::gauss_solve(v, u), 1e-10);
    Numbers factor(gram.size());
    shifted.square(factor);
    for (std::size_t i = 0; i < d; ++i) {
      Numbers unit(d);
      unit[i] = 1;
      const Numbers column = inverse_column(v, i);
      CHECK(test::width_squared(shifted.root(), unit) == Approx(column[i]).epsilon(1e-10));
      CHECK(test::width_squared(factor, unit) == Approx(squared_norm(column)).epsilon(1e-10));
    }
    const Numbers x = test::normals(words, d, 1);
    CHECK(test::width_squared(factor, x) ==
          Approx(squared_norm(test::gauss_solve(v, x))).epsilon(1e-10));
  }
}

TEST_CASE("the ridge doubles until the matrix is positive definite, and no further") {
  SplitMix64 words(32);
  for (const std::uint32_t d : {2U, 5U, 9U}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Numbers gram = test::normals(words, d * (d + 1) / 2, 10);
      const Numbers u = test::normals(words, d, 1);
      ShiftedGram shifted(d);
      Numbers theta(d);
      const double ridge = shifted.compute(gram, u, 0.25, theta);
      CHECK(std::exp2(std::round(std::log2(ridge))) == ridge);
      const Numbers values = test::jacobi(test::from_triangle(gram, d)).values;
      const double least = *std::min_element(values.begin(), values.end());
      CHECK(least + ridge > 0);
      if (ridge > 0.25) CHECK(least + ridge / 2 <= 1e-8);
      test::Matrix v = test::from_triangle(gram, d);
      for (std::size_t i = 0; i < d; ++i) v[i][i] += ridge;
      check_near(theta, test::gauss_solve(v, u), 1e-6 * norm(theta));
    }
  }
}

TEST_CASE("with the identity link glm-newton solves LDP-LinUCB's equation, whatever the points") {
  SplitMix64 words(33);
  constexpr std::size_t kDimension = 3;
  GlmSettings settings{kDimension, LinkModel(Link::identity, 4, 1, kDefaultClip)};
  settings.matrix_deviation = 0.25;
  GlmNewton learner(settings);
  Numbers gram(6);
  Numbers u(kDimension);
  for (int n = 0; n < 50; ++n) {
    const Numbers x = test::normals(words, kDimension, 0.5);
    const Numbers point = test::normals(words, kDimension, 1);
    const double y = test::normal(words);
    Numbers curvature;
    double z = 0;
    for (std::size_t i = 0; i < kDimension; ++i) {
      z += x[i] * point[i];
      u[i] += y * x[i];
      for (std::size_t j = i; j < kDimension; ++j) curvature.push_back(x[i] * x[j]);
    }
    Numbers score = x;
    for (double& number : score) number *= z - y;
    for (std::size_t i = 0; i < 6; ++i) gram[i] += curvature[i];
    learner.ingest_epoch({curvature, {}, score, point, 1});
  }
  LinearSnapshot snapshot;
  learner.estimate(snapshot);
  test::Matrix v = test::from_triangle(gram, kDimension);
  for (std::size_t i = 0; i < kDimension; ++i) v[i][i] += 0.25 * std::sqrt(2 * 3 * 50.0);
  check_near(snapshot.theta, test::gauss_solve(v, u), 1e-10);
}

TEST_CASE("greedy learners have no width, and any arm is played before the first report") {
  for (const Algorithm algorithm : {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                    Algorithm::ldp_glm_sgd, Algorithm::ldp_glm_published}) {
    LinearExperiment experiment = glm_experiment(algorithm, 3, 1);
    const bool has_choice =
        algorithm == Algorithm::ldp_glm_newton || algorithm == Algorithm::ldp_glm_gloc;
    if (has_choice) experiment.optimism = 0;
    GlmLearner learner = GlmLearner::create(experiment).value();
    LinearSnapshot snapshot;
    learner.estimate(snapshot);
    CHECK(snapshot.exploration == 1);
    CHECK(snapshot.theta == Numbers(3));
    CHECK(snapshot.factor.empty());
    CHECK(validate(snapshot, experiment).ok());
    SplitMix64 words(34);
    learner.ingest_epoch(Epoch(words, 3, 1).sums());
    learner.estimate(snapshot);
    CHECK(snapshot.exploration == 0);
    CHECK(snapshot.reports == 1);
    CHECK(snapshot.factor.empty() == (algorithm != Algorithm::ldp_glm_published));
    CHECK(validate(snapshot, experiment).ok());
  }
}

TEST_CASE("glm-gloc steps as AdaGrad of epochs does, and fits its own predictions") {
  SplitMix64 words(35);
  constexpr std::uint32_t kDimension = 4;
  GlmGloc learner(plain_settings(kDimension));
  Numbers th(kDimension);
  Numbers u(kDimension);
  Numbers gram(10);
  double squares = 0;
  std::uint64_t reports = 0;
  for (const std::uint64_t count : {1, 1, 7, 100, 1}) {
    const Epoch epoch(words, kDimension, count);
    learner.ingest_epoch(epoch.sums());
    add_image(epoch.curvature, epoch.point, u);
    squares += squared_norm(epoch.score);
    for (std::size_t i = 0; i < gram.size(); ++i) gram[i] += epoch.curvature[i];
    for (std::size_t i = 0; i < kDimension; ++i) th[i] -= epoch.score[i] / std::sqrt(squares);
    project(th, 1);
    reports += count;
    LinearSnapshot snapshot;
    learner.estimate(snapshot);
    check_near(snapshot.point, th);
    CHECK(snapshot.residual == Approx(link_mean(Link::logistic, norm(th))));
    const auto t = static_cast<double>(reports);
    CHECK(snapshot.radius ==
          Approx(std::sqrt(0.25 / 0.1966119332 * std::sqrt(kDimension * t))).epsilon(1e-8));
    ShiftedGram shifted(kDimension);
    Numbers theta(kDimension);
    shifted.compute(gram, u, 0.25 * std::sqrt(2 * kDimension * t), theta);
    check_near(snapshot.theta, theta);
    CHECK(snapshot.factor == Numbers(shifted.root().begin(), shifted.root().end()));
  }
}

TEST_CASE("glm-sgd: steps of one report are the paper's, those of n lead where their leader is") {
  SplitMix64 words(36);
  constexpr std::uint32_t kDimension = 5;
  GlmSettings settings = plain_settings(kDimension);
  settings.score_deviation = 1.9;
  GlmSgd learner(settings);
  CHECK(learner.curvature() == Approx(2 * 0.1966119332 / 5).epsilon(1e-9));
  CHECK(learner.delay() == Approx(1.9 * std::sqrt(5) / learner.curvature()));
  Numbers th(kDimension);
  double t = 0;
  for (const std::uint64_t count : {1, 1, 1, 20, 3000, 1}) {
    const Epoch epoch(words, kDimension, count);
    learner.ingest_epoch({{}, {}, epoch.score, epoch.point, count});
    const auto n = static_cast<double>(count);
    // The minimum of (t + t0)|theta - th|^2 + n |theta - (th - mean score/lambda)|^2.
    for (std::size_t i = 0; i < kDimension; ++i) {
      const double target = th[i] - epoch.score[i] / n / learner.curvature();
      th[i] = ((t + learner.delay()) * th[i] + n * target) / (t + n + learner.delay());
    }
    project(th, 1);
    t += n;
    LinearSnapshot snapshot;
    learner.estimate(snapshot);
    check_near(snapshot.theta, th);
    CHECK(snapshot.radius == 0);
  }
  // S = 3, d = 5: the specification's 0.03.
  settings.model = LinkModel(Link::logistic, 3, 0, kDefaultClip);
  CHECK(GlmSgd(settings).curvature() == Approx(0.03));
}

TEST_CASE("glm-published steps by 1/sqrt T, or tuned as AdaGrad does") {
  SplitMix64 words(37);
  constexpr std::uint32_t kDimension = 3;
  for (const bool is_tuned : {false, true}) {
    GlmSettings settings = plain_settings(kDimension);
    settings.sigma = 3;
    settings.horizon = 400;
    settings.is_tuned = is_tuned;
    GlmPublished learner(settings);
    Numbers th(kDimension);
    Numbers u(kDimension);
    double squares = 0;
    for (int n = 0; n < 30; ++n) {
      const Epoch epoch(words, kDimension, 1);
      learner.ingest_epoch(epoch.sums());
      squares += squared_norm(epoch.score);
      const double step = is_tuned ? 1 / std::sqrt(squares) : 0.05;
      for (std::size_t i = 0; i < kDimension; ++i) {
        th[i] -= step * epoch.score[i];
        u[i] += epoch.moment[i];
      }
      project(th, 1);
    }
    LinearSnapshot snapshot;
    learner.estimate(snapshot);
    check_near(snapshot.point, th);
    CHECK(snapshot.radius == Approx(learner.radius(30)));
    CHECK(norm(snapshot.theta) > 0);
    CHECK(norm(snapshot.theta) < norm(u));  // the ridge is far above 1
  }
}

TEST_CASE("the numbers of reports are worth what the score says they are") {
  SplitMix64 words(38);
  constexpr std::uint32_t kDimension = 3;
  for (const Algorithm algorithm : {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                    Algorithm::ldp_glm_sgd, Algorithm::ldp_glm_published}) {
    for (const LinearMechanism mechanism : {LinearMechanism::ball, LinearMechanism::gaussian}) {
      LinearExperiment experiment = glm_experiment(algorithm, kDimension, 1);
      if (algorithm == Algorithm::ldp_glm_published && mechanism == LinearMechanism::ball) continue;
      experiment.mechanism = mechanism;
      experiment.delta = mechanism == LinearMechanism::ball ? 0 : 1e-5;
      REQUIRE(validate(experiment).ok());
      const ScoreNoise noise = score_noise(experiment).value();
      const Epoch epoch(words, kDimension, 5);
      constexpr double kResidual = 0.6;
      std::vector<std::int64_t> totals;
      const auto send = [&](double value) { totals.push_back(std::llround(value / noise.unit)); };
      if (algorithm != Algorithm::ldp_glm_sgd) {
        const double q = algorithm == Algorithm::ldp_glm_newton ? 0.25 : 1;
        std::size_t entry = 0;
        for (std::size_t i = 0; i < kDimension; ++i) {
          for (std::size_t j = i; j < kDimension; ++j) {
            const double stretch =
                i != j && mechanism == LinearMechanism::ball ? std::sqrt(2.0) : 1;
            send(epoch.curvature[entry++] / q * stretch);
          }
        }
      }
      double scale = 0.75 * kResidual;
      if (algorithm == Algorithm::ldp_glm_sgd) scale = kResidual;
      if (algorithm == Algorithm::ldp_glm_published) {
        for (const double number : epoch.moment) send(number);
        scale = 1;
      }
      for (const double number : epoch.score) send(number / scale);

      GlmLearner by_numbers = GlmLearner::create(experiment).value();
      GlmLearner by_sums = GlmLearner::create(experiment).value();
      by_numbers.ingest_epoch(totals, {}, epoch.point, kResidual, 5);
      by_sums.ingest_epoch(epoch.sums());
      LinearSnapshot expected;
      LinearSnapshot found;
      by_sums.estimate(expected);
      by_numbers.estimate(found);
      check_near(found.theta, expected.theta, 1e-3);
      check_near(found.point, expected.point, 1e-3);
      CHECK(found.radius == expected.radius);
    }
  }
}

}  // namespace
}  // namespace ldp
