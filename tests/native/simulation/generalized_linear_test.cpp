// Generalized linear worlds, their players, and both through Simulation.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/linear_score.hpp"
#include "server/linear/glm_learner.hpp"
#include "server/linear/linear_learner.hpp"
#include "simulation/generalized_linear/glm_players.hpp"
#include "simulation/generalized_linear/glm_report.hpp"
#include "simulation/generalized_linear/glm_world.hpp"
#include "simulation/generalized_linear/gloc_player.hpp"
#include "simulation/generalized_linear/ucb_glm_player.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

constexpr Algorithm kAll[] = {Algorithm::uniform,          Algorithm::gloc,
                              Algorithm::ucb_glm,          Algorithm::ldp_glm_newton,
                              Algorithm::ldp_glm_gloc,     Algorithm::ldp_glm_sgd,
                              Algorithm::ldp_glm_published};

SimulationSpec spec_of(Algorithm algorithm, double epsilon = 1) {
  SimulationSpec spec;
  spec.seed = 42;
  spec.record = {1, 10, 511, 512, 513, 900};
  GlmSpec& glm = spec.generalized_linear.emplace();
  glm.environment = {Link::logistic, 4, 10, false, 1, 0};
  LinearExperiment& experiment = glm.experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 4;
  const bool is_open = algorithm == Algorithm::uniform || algorithm == Algorithm::gloc ||
                       algorithm == Algorithm::ucb_glm;
  if (is_open) return spec;
  experiment.epsilon = epsilon;
  experiment.mechanism = mechanism_without_choice(algorithm);
  if (experiment.mechanism == LinearMechanism::gaussian) experiment.delta = 1e-5;
  return spec;
}

std::vector<double> played(const SimulationSpec& spec, std::uint32_t first,
                           std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, first, replicates).value();
  simulation.advance(spec.record.back());
  return {simulation.regrets().begin(), simulation.regrets().end()};
}

double final_mean(const SimulationSpec& spec, std::uint32_t replicates) {
  const std::vector<double> all = played(spec, 0, replicates);
  double sum = 0;
  for (auto regret = all.end() - replicates; regret != all.end(); ++regret) sum += *regret;
  return sum / replicates;
}

TEST_CASE("generalized linear: slices and splits of the replicates give the same bits") {
  for (const Algorithm algorithm : kAll) {
    for (const std::uint64_t epoch : {1, 7}) {
      SimulationSpec spec = spec_of(algorithm);
      spec.delivery.epoch = epoch;
      const std::vector<double> whole = played(spec, 0, 2);
      Simulation sliced = Simulation::create(spec, 0, 2).value();
      for (std::uint64_t slice = 1; !sliced.finished(); slice = slice * 3 + 1) {
        sliced.advance(slice);
      }
      REQUIRE(std::vector<double>(sliced.regrets().begin(), sliced.regrets().end()) == whole);
      const std::vector<double> alone = played(spec, 1, 1);
      for (std::size_t time = 0; time < alone.size(); ++time) {
        REQUIRE(alone[time] == whole[time * 2 + 1]);
      }
    }
  }
}

TEST_CASE(
    "generalized linear: all meet the same arms and the same luck, and lose the same at first") {
  const double first = played(spec_of(Algorithm::uniform), 0, 1)[0];
  CHECK(first > 0);
  for (const Algorithm algorithm : kAll) CHECK(played(spec_of(algorithm), 0, 1)[0] == first);
}

TEST_CASE("feedback has the mean of its link, in its range") {
  constexpr int kUniforms = 20'000;
  const GlmEnvironment environments[] = {{Link::identity, 3, 2, false, 2, 2.5},
                                         {Link::logistic, 3, 2, false, 2, 0},
                                         {Link::probit, 3, 2, false, 2, 0},
                                         {Link::poisson, 3, 2, false, 2, 60}};
  for (const GlmEnvironment& environment : environments) {
    for (const double a : {-2.0, -0.3, 0.0, 1.1, 2.0}) {
      double sum = 0;
      double largest = -1e9;
      double smallest = 1e9;
      // Every uniform number once: the mean is exact up to one of them at every jump.
      for (int i = 0; i < kUniforms; ++i) {
        const double y = draw_feedback(environment, a, (i + 0.5) / kUniforms);
        sum += y;
        largest = std::max(largest, y);
        smallest = std::min(smallest, y);
      }
      const double range = environment.link == Link::poisson ? 60 : 5;
      CHECK(sum / kUniforms ==
            Approx(link_mean(environment.link, a)).margin(2 * range / kUniforms));
      const LinkModel model(environment.link, 2, environment.largest, 1.5);
      CHECK(smallest >= model.lowest_feedback());
      CHECK(largest <= model.largest_feedback());
    }
  }
  // More than there can be counts as the most there can be.
  CHECK(draw_feedback({Link::poisson, 3, 2, false, 2, 3}, 2, 0.999999) == 3);
}

TEST_CASE("arms are unit vectors, theta has the norm that is stated, regret is that of the means") {
  const GlmEnvironment environment{Link::poisson, 5, 7, false, 1.5, 20};
  GlmWorld world(environment, false, 3, 0);
  double theta = 0;
  for (const double number : world.theta()) theta += number * number;
  CHECK(std::sqrt(theta) == Approx(1.5).epsilon(1e-12));
  double regret = 0;
  for (int round = 0; round < 50; ++round) {
    const FeatureBlock& block = world.next_round();
    std::vector<double> means;
    for (std::uint32_t arm = 0; arm < 7; ++arm) {
      double squared = 0;
      double product = 0;
      for (std::uint32_t i = 0; i < 5; ++i) {
        squared += block.at(arm, i) * block.at(arm, i);
        product += block.at(arm, i) * world.theta()[i];
      }
      REQUIRE(squared == Approx(1).epsilon(1e-12));
      means.push_back(std::exp(product));
    }
    const auto arm = static_cast<std::uint32_t>(round % 7);
    (void)world.draw(arm);
    regret += *std::max_element(means.begin(), means.end()) - means[arm];
    REQUIRE(world.regret() == Approx(regret).epsilon(1e-12));
  }
  GlmEnvironment fixed = environment;
  fixed.is_fixed = true;
  GlmWorld same(fixed, false, 3, 0);
  const std::vector<double> first(same.next_round().columns.begin(),
                                  same.next_round().columns.end());
  const FeatureBlock& later = same.next_round();
  CHECK(std::vector<double>(later.columns.begin(), later.columns.end()) == first);
}

// Of 4000 reports of one device the mean, and the mean square about it, of every coordinate.
struct Spread {
  std::vector<double> mean;
  std::vector<double> variance;
};

Spread spread_of(const LinearExperiment& experiment, const LinearSnapshot& snapshot,
                 const std::vector<double>& x, double feedback) {
  constexpr int kReports = 4000;
  GlmReports reports = GlmReports::create(experiment).value();
  Spread spread;
  for (int n = 0; n < kReports; ++n) {
    CounterWords words(5, 0, Purpose::noise, static_cast<std::uint64_t>(n));
    reports.add(snapshot, x, feedback, words);
    const ScoreSums sums = reports.close(snapshot, words);
    std::vector<double> all(sums.curvature.begin(), sums.curvature.end());
    all.insert(all.end(), sums.moment.begin(), sums.moment.end());
    all.insert(all.end(), sums.score.begin(), sums.score.end());
    spread.mean.resize(all.size());
    spread.variance.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      spread.mean[i] += all[i] / kReports;
      spread.variance[i] += all[i] * all[i] / kReports;
    }
  }
  for (std::size_t i = 0; i < spread.mean.size(); ++i) {
    spread.variance[i] -= spread.mean[i] * spread.mean[i];
  }
  return spread;
}

TEST_CASE("a simulated report has the mean of its score and the noise of its mechanism") {
  // x = (.6, .8), theta0 = (.3, .4), y = 1 of the golden values; 6 standard errors each: with 60
  // checks the fixed seed would fail by chance once in ten million times.
  const std::vector<double> x{0.6, 0.8};
  LinearSnapshot snapshot;
  snapshot.theta = {0.3, 0.4};
  snapshot.residual = link_mean(Link::logistic, 0.5);
  const double r = link_mean(Link::logistic, 0.5) - 1;
  for (const Algorithm algorithm : {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                    Algorithm::ldp_glm_sgd, Algorithm::ldp_glm_published}) {
    for (const LinearMechanism mechanism : {LinearMechanism::ball, LinearMechanism::gaussian}) {
      const bool is_ball = mechanism == LinearMechanism::ball;
      const bool is_published = algorithm == Algorithm::ldp_glm_published;
      if (is_published && is_ball) continue;
      LinearExperiment experiment;
      experiment.algorithm = algorithm;
      experiment.dimension = 2;
      experiment.epsilon = 2;
      experiment.mechanism = mechanism;
      experiment.delta = is_ball ? 0 : 1e-5;
      REQUIRE(validate(experiment).ok());
      const double w = algorithm == Algorithm::ldp_glm_newton ? link_slope(Link::logistic, 0.5) : 1;
      const double sigma = score_noise(experiment).value().sigma;
      std::vector<double> mean;
      std::vector<double> deviation;
      if (algorithm != Algorithm::ldp_glm_sgd) {
        const double diagonal = curvature_unit(experiment) * sigma;
        mean = {w * 0.36, w * 0.48, w * 0.64};
        deviation = {diagonal, is_published ? diagonal : diagonal * std::sqrt(0.5), diagonal};
      }
      if (is_published) {
        mean.insert(mean.end(), {0.5 * 0.6, 0.5 * 0.8});
        deviation.insert(deviation.end(), {sigma, sigma});
      }
      const double score = residual_unit(experiment, snapshot.residual) * sigma;
      mean.insert(mean.end(), {r * 0.6, r * 0.8});
      deviation.insert(deviation.end(), {score, score});
      const Spread spread = spread_of(experiment, snapshot, x, 1);
      REQUIRE(spread.mean.size() == mean.size());
      for (std::size_t i = 0; i < mean.size(); ++i) {
        CHECK(std::abs(spread.mean[i] - mean[i]) < 6 * deviation[i] / std::sqrt(4000.0));
        // Ball noise has sigma^2 less what the value has of it, along the value.
        const double expected = deviation[i] * deviation[i] - (is_ball ? mean[i] * mean[i] : 0);
        CHECK(spread.variance[i] == Approx(expected).epsilon(6 * std::sqrt(2.0 / 4000)));
      }
    }
  }
}

TEST_CASE("simulated parts of a coin average to score and curvature") {
  // As above: six standard errors each, with 10 means and 10 variances.
  const std::vector<double> x{0.6, 0.8};
  LinearSnapshot snapshot;
  snapshot.theta = {0.3, 0.4};
  snapshot.residual = link_mean(Link::logistic, 0.5);
  const double r = link_mean(Link::logistic, 0.5) - 1;
  const double w = link_slope(Link::logistic, 0.5);
  const std::vector<double> mean{w * 0.36, w * 0.48, w * 0.64, r * 0.6, r * 0.8};
  for (const LinearMechanism mechanism : {LinearMechanism::ball, LinearMechanism::codebook}) {
    LinearExperiment experiment;
    experiment.algorithm = Algorithm::ldp_glm_newton;
    experiment.dimension = 2;
    experiment.epsilon = 2;
    experiment.mechanism = mechanism;
    experiment.parts = ReportParts::coin;
    REQUIRE(validate(experiment).ok());
    const double diagonal = curvature_unit(experiment) *
                            score_noise(experiment, kCurvaturePart).value().sigma /
                            std::sqrt(1 - kScoreShare);
    const double score = residual_unit(experiment, snapshot.residual) *
                         score_noise(experiment, kScorePart).value().sigma / std::sqrt(kScoreShare);
    const std::vector<double> deviation{diagonal, diagonal * std::sqrt(0.5), diagonal, score,
                                        score};
    const Spread spread = spread_of(experiment, snapshot, x, 1);
    REQUIRE(spread.mean.size() == mean.size());
    for (std::size_t i = 0; i < mean.size(); ++i) {
      // The codebook's sigma leaves out what the value itself adds.
      const double most = deviation[i] + std::abs(mean[i]) / std::sqrt(1 - kScoreShare);
      CHECK(std::abs(spread.mean[i] - mean[i]) < 6 * most / std::sqrt(4000.0));
      if (mechanism != LinearMechanism::ball) continue;
      // Of a part with share p the fourth moment is at most 3/p of the squared second.
      const double share = i < 3 ? 1 - kScoreShare : kScoreShare;
      const double expected = deviation[i] * deviation[i] - mean[i] * mean[i];
      CHECK(spread.variance[i] == Approx(expected).epsilon(6 * std::sqrt(3 / share / 4000)));
    }
  }
}

TEST_CASE("feedback outside the range of the link counts as its end") {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_glm_newton;
  experiment.dimension = 2;
  experiment.epsilon = 1;
  // Of ball noise the direction is often the same for two values.
  experiment.mechanism = LinearMechanism::gaussian;
  experiment.delta = 1e-5;
  const LinearSnapshot snapshot = first_linear_snapshot(experiment);
  const auto reported = [&](double feedback) {
    GlmReports reports = GlmReports::create(experiment).value();
    CounterWords words(1, 2);
    const std::vector<double> x{0.6, 0.8};
    reports.add(snapshot, x, feedback, words);
    const ScoreSums sums = reports.close(snapshot, words);
    return std::vector<double>(sums.score.begin(), sums.score.end());
  };
  CHECK(reported(100) == reported(1));
  CHECK(reported(-3) == reported(0));
  CHECK(reported(0) != reported(1));
}

TEST_CASE("beta of GLOC is the golden one") {
  GlocRadius radius;
  radius.mu = link_slope(Link::logistic, 1);
  radius.noise = 0.5;
  radius.online = 3;
  radius.explained = 0.2;
  CHECK(gloc_beta(radius) == Approx(469.4516233744533).epsilon(1e-12));
}

TEST_CASE("the ridge fit has no gradient left, near the parameter that feedback came from") {
  const GlmEnvironment environment{Link::probit, 3, 5, false, 2, 0};
  GlmWorld world(environment, false, 9, 0);
  const LinkModel model(Link::probit, 2, 0, 1.5);
  RidgeFit fit(model, 3);
  std::vector<std::vector<double>> xs;
  std::vector<double> ys;
  std::vector<double> x(3);
  for (int round = 0; round < 1500; ++round) {
    const FeatureBlock& block = world.next_round();
    copy_features(block, 0, x);
    ys.push_back(world.draw(0));
    for (double& number : x) number = static_cast<double>(static_cast<float>(number));
    xs.push_back(x);
    fit.add(x, ys.back());
  }
  fit.fit();
  CHECK(fit.size() == 1500);
  for (std::size_t i = 0; i < 3; ++i) {
    double gradient = fit.theta()[i];
    for (std::size_t n = 0; n < xs.size(); ++n) {
      double a = 0;
      for (std::size_t j = 0; j < 3; ++j) a += xs[n][j] * fit.theta()[j];
      gradient += (link_mean(Link::probit, a) - ys[n]) * xs[n][i];
    }
    CHECK(std::abs(gradient) < 1e-6);
    CHECK(fit.theta()[i] == Approx(world.theta()[i]).margin(0.35));
  }
}

TEST_CASE("who sees raw feedback learns, and with little noise private learners do too") {
  // Means of two replicates with a fixed seed; the bounds are far from what is seen.
  SimulationSpec uniform = spec_of(Algorithm::uniform);
  uniform.record = {4000};
  const double lost = final_mean(uniform, 2);
  const auto share = [&](SimulationSpec spec) {
    spec.record = {4000};
    return final_mean(spec, 2) / lost;
  };
  CHECK(share(spec_of(Algorithm::gloc)) < 0.15);
  CHECK(share(spec_of(Algorithm::ucb_glm)) < 0.15);
  for (const Algorithm algorithm : {Algorithm::gloc, Algorithm::ucb_glm}) {
    SimulationSpec theory = spec_of(algorithm);
    theory.generalized_linear->experiment.radius = RadiusMode::theory;
    CHECK(share(theory) > share(spec_of(algorithm)));
  }
  CHECK(share(spec_of(Algorithm::ldp_glm_newton, 16)) < 0.5);
  CHECK(share(spec_of(Algorithm::ldp_glm_gloc, 16)) < 0.6);
  CHECK(share(spec_of(Algorithm::ldp_glm_sgd, 16)) < 0.5);
  for (const Link link : {Link::identity, Link::probit, Link::poisson}) {
    SimulationSpec spec = spec_of(Algorithm::ldp_glm_newton, 16);
    spec.record = {4000};
    auto& [environment, experiment] = *spec.generalized_linear;
    environment.link = experiment.link = link;
    environment.largest = experiment.largest = link == Link::identity  ? 1
                                               : link == Link::poisson ? 13
                                                                       : 0;
    SimulationSpec at_random = spec;
    at_random.generalized_linear->experiment.algorithm = Algorithm::uniform;
    CHECK(final_mean(spec, 2) < 0.7 * final_mean(at_random, 2));
  }
}

TEST_CASE("the simulated learner is the one that a server has") {
  // The numbers of simulated reports, as integers, to a server that publishes every 5 of them.
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_glm_gloc;
  experiment.dimension = 3;
  experiment.epsilon = 4;
  const double unit = score_noise(experiment).value().unit;
  LinearLearner server = LinearLearner::create(experiment).value();
  GlmLearner simulated = GlmLearner::create(experiment).value();
  GlmReports reports = GlmReports::create(experiment).value();
  LinearSnapshot snapshot = first_linear_snapshot(experiment);
  LinearSnapshot ours = snapshot;
  GlmWorld world({Link::logistic, 3, 4, false, 1, 0}, false, 8, 0);
  std::vector<double> x(3);
  for (int epoch = 0; epoch < 40; ++epoch) {
    std::vector<double> curvature(6);
    std::vector<double> score(3);
    for (int n = 0; n < 5; ++n) {
      copy_features(world.next_round(), 0, x);
      CounterWords words(5, 0, Purpose::noise, static_cast<std::uint64_t>(5 * epoch + n));
      reports.add(ours, x, world.draw(0), words);
      const ScoreSums sums = reports.close(ours, words);
      ReceivedLinearReport report;
      report.snapshot = snapshot.id;
      std::size_t entry = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j, ++entry) {
          curvature[entry] += sums.curvature[entry];
          const double stretch = i == j ? 1 : std::sqrt(2.0);
          report.values.push_back(
              static_cast<std::int32_t>(std::lround(sums.curvature[entry] * stretch / unit)));
        }
      }
      for (std::size_t i = 0; i < 3; ++i) {
        score[i] += sums.score[i];
        report.values.push_back(
            static_cast<std::int32_t>(std::lround(sums.score[i] / (0.75 * ours.residual) / unit)));
      }
      REQUIRE(server.ingest(report).ok());
    }
    simulated.ingest_epoch({curvature, {}, score, ours.point, 5});
    simulated.estimate(ours);
    snapshot = server.publish();
    server.fold(snapshot.id);
    REQUIRE(snapshot.reports == ours.reports);
    for (std::size_t i = 0; i < 3; ++i) {
      REQUIRE(snapshot.point[i] == Approx(ours.point[i]).margin(1e-3));
      REQUIRE(snapshot.theta[i] == Approx(ours.theta[i]).margin(1e-3));
    }
    REQUIRE(snapshot.radius == ours.radius);
    REQUIRE(snapshot.residual == Approx(ours.residual).margin(1e-3));
    // From here on both go on from the server's, so that rounding does not add up.
    ours.point = snapshot.point;
    ours.residual = snapshot.residual;
  }
}

TEST_CASE("what no generalized linear world could mean is refused by name") {
  const auto refused = [](const SimulationSpec& spec) {
    const auto made = Simulation::create(spec, 0, 1);
    REQUIRE(!made.ok());
    CHECK(made.error().code == ErrorCode::spec_invalid);
    return made.error().parameter;
  };
  const auto world = [&](auto change) {
    SimulationSpec spec = spec_of(Algorithm::uniform);
    change(spec.generalized_linear->environment);
    return refused(spec);
  };
  using World = GlmEnvironment;
  CHECK(world([](World& w) { w.dimension = 1; }) == "environment");
  CHECK(world([](World& w) { w.arms = 0; }) == "environment");
  CHECK(world([](World& w) { w.bound = std::nan(""); }) == "environment");
  CHECK(world([](World& w) { w.bound = 9; }) == "environment");
  CHECK(world([](World& w) { w.largest = 1; }) == "environment");
  CHECK(world([](World& w) { w.link = Link::poisson; }) == "environment");
  CHECK(world([](World& w) { w = {Link::identity, 4, 5, false, 2, 1}; }) == "environment");
  CHECK(world([](World& w) { w = {Link::poisson, 4, 5, false, 7, 100}; }) == "environment");
  const auto run = [&](Algorithm algorithm, auto change) {
    SimulationSpec spec = spec_of(algorithm);
    change(spec);
    return refused(spec);
  };
  CHECK(run(Algorithm::uniform, [](SimulationSpec& s) { s.delivery.delay = 1; }) == "delay");
  CHECK(run(Algorithm::uniform, [](SimulationSpec& s) { s.delivery.lost = 0.5; }) == "lost");
  CHECK(run(Algorithm::uniform,
            [](SimulationSpec& s) { s.delivery.serving = Serving::ticketed; }) == "serving");
  CHECK(run(Algorithm::ucb_glm, [](SimulationSpec& s) { s.record = {838'861}; }) == "horizon");
  CHECK(run(Algorithm::oful, [](SimulationSpec&) {}) == "algorithm");
  const auto glm = [&](Algorithm algorithm, auto change) {
    SimulationSpec spec = spec_of(algorithm);
    change(spec.generalized_linear->experiment);
    return refused(spec);
  };
  using Run = LinearExperiment;
  CHECK(glm(Algorithm::gloc, [](Run& e) { e.radius = RadiusMode::published; }) == "radius");
  CHECK(glm(Algorithm::gloc, [](Run& e) { e.bound = 0; }) == "bound");
  CHECK(glm(Algorithm::gloc, [](Run& e) { e.link = Link::identity; }) == "largest");
  CHECK(glm(Algorithm::ldp_glm_newton, [](Run& e) { e.link = Link::identity; }) == "largest");
  CHECK(glm(Algorithm::ldp_glm_newton, [](Run& e) { e.optimism = 4; }) == "optimism");
  CHECK(glm(Algorithm::ldp_glm_newton, [](Run& e) { e.dimension = 3; }) == "dimension");
}

}  // namespace
}  // namespace ldp
