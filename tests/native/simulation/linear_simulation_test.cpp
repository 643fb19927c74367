// Linear worlds through Simulation: the same bits however the work is cut, and learners that do
// what their papers say of them.
#include <cmath>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "server/linear/gram_radius.hpp"
#include "server/linear/linear_factor.hpp"
#include "server/linear/rank_one_factor.hpp"
#include "simulation/linear/oful_player.hpp"
#include "simulation/linear/publish_schedule.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

constexpr Algorithm kAll[] = {Algorithm::uniform,
                              Algorithm::oful,
                              Algorithm::ldp_linucb,
                              Algorithm::online_ldp_linucb,
                              Algorithm::jdp_linucb,
                              Algorithm::private_bandits_combiner,
                              Algorithm::ldp_linear_moments,
                              Algorithm::shuffle_linucb};

SimulationSpec spec_of(Algorithm algorithm, double epsilon = 1) {
  SimulationSpec spec;
  spec.seed = 42;
  spec.record = {1, 10, 511, 512, 513, 1500};
  LinearSpec& linear = spec.linear.emplace();
  linear.environment = {5, 30, false, 1};
  LinearExperiment& experiment = linear.experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 5;
  experiment.mechanism = mechanism_without_choice(algorithm);
  if (algorithm == Algorithm::uniform || algorithm == Algorithm::oful) return spec;
  experiment.epsilon = epsilon;
  const Takes& takes = kCatalog[static_cast<std::size_t>(algorithm)].takes;
  if (takes.delta && !takes.mechanism) experiment.delta = 0.1;
  if (takes.learner) experiment.learner = OnlineLearnerKind::ogd;
  return spec;
}

SimulationSpec gaussian_linucb(double epsilon) {
  SimulationSpec spec = spec_of(Algorithm::ldp_linucb, epsilon);
  spec.linear->experiment.mechanism = LinearMechanism::gaussian;
  spec.linear->experiment.delta = 0.1;
  return spec;
}

std::vector<double> regrets_of(Simulation& simulation) {
  return {simulation.regrets().begin(), simulation.regrets().end()};
}

std::vector<double> played(const SimulationSpec& spec, std::uint32_t first,
                           std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, first, replicates).value();
  simulation.advance(spec.record.back());
  return regrets_of(simulation);
}

double final_mean(const SimulationSpec& spec, std::uint32_t replicates) {
  const std::vector<double> all = played(spec, 0, replicates);
  double sum = 0;
  for (auto regret = all.end() - replicates; regret != all.end(); ++regret) sum += *regret;
  return sum / replicates;
}

TEST_CASE("slices of any length and any split of the replicates give the same bits") {
  for (const Algorithm algorithm : kAll) {
    for (const std::uint64_t epoch : {1, 7}) {
      SimulationSpec spec = spec_of(algorithm);
      spec.delivery.epoch = epoch;
      const std::vector<double> whole = played(spec, 0, 3);
      Simulation sliced = Simulation::create(spec, 0, 3).value();
      for (std::uint64_t slice = 1; !sliced.finished(); slice = slice * 3 + 1)
        sliced.advance(slice);
      REQUIRE(regrets_of(sliced) == whole);
      for (std::uint32_t replicate = 0; replicate < 3; ++replicate) {
        const std::vector<double> alone = played(spec, replicate, 1);
        for (std::size_t time = 0; time < alone.size(); ++time) {
          REQUIRE(alone[time] == whole[time * 3 + replicate]);
        }
      }
    }
  }
}

TEST_CASE("regret never falls, and every round is a play") {
  for (const Algorithm algorithm : kAll) {
    const SimulationSpec spec = spec_of(algorithm);
    Simulation simulation = Simulation::create(spec, 0, 1).value();
    simulation.advance(spec.record.back());
    double last = 0;
    for (const double regret : simulation.regrets()) {
      REQUIRE(regret >= last);
      last = regret;
    }
    std::uint64_t plays = 0;
    for (std::uint32_t arm = 0; arm < 30; ++arm) plays += simulation.plays(0, arm);
    CHECK(plays == spec.record.back());
  }
}

TEST_CASE("all algorithms meet the same arms and random draws: they lose the same at first") {
  // Before the first snapshot every device plays any arm, drawn from the same stream.
  const double first = played(spec_of(Algorithm::uniform), 0, 1)[0];
  for (const Algorithm algorithm :
       {Algorithm::oful, Algorithm::ldp_linucb, Algorithm::online_ldp_linucb}) {
    CHECK(played(spec_of(algorithm), 0, 1)[0] == first);
  }
}

TEST_CASE("with fixed arms all is as with fresh ones") {
  for (const Algorithm algorithm : kAll) {
    SimulationSpec spec = spec_of(algorithm);
    spec.linear->environment.is_fixed = true;
    CHECK(played(spec, 0, 2).back() > 0);
  }
}

TEST_CASE("without noise the sums of LDP-LinUCB give the estimate and the widths of OFUL") {
  const GramRadius radius = gram_radius({0, 0}, 500, 5, 1e-4, {0, 1});
  CHECK(radius.shift == 1);
  LinearWorld world({5, 20, false, 1}, false, 7, 0);
  RankOneFactor exact(5, 1);
  GramFactor noisy(5);
  std::vector<double> gram(15);
  std::vector<double> u(5);
  std::vector<double> x(5);
  for (int round = 0; round < 500; ++round) {
    const FeatureBlock& block = world.next_round();
    const auto arm = static_cast<std::uint32_t>(round % 20);
    copy_features(block, arm, x);
    exact.add(x);
    const double reward = world.draw(arm);
    double* entry = gram.data();
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = i; j < 5; ++j) *entry++ += x[i] * x[j];
      u[i] += reward * x[i];
    }
  }
  std::vector<double> theta(5);
  std::vector<double> factor(15);
  noisy.compute(gram, u, radius.shift, radius.floor, theta, factor);
  std::vector<double> exact_theta(5);
  exact.solve(u, exact_theta);
  for (std::size_t i = 0; i < 5; ++i) CHECK(theta[i] == Approx(exact_theta[i]).epsilon(1e-9));
  for (std::size_t i = 0; i < 15; ++i) {
    CHECK(factor[i] == Approx(exact.factor()[i]).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("the radius of OFUL has the value of the spec") {
  // d = 2, lambda0 = 1, x = (1, 0) twice, (0, 1) once: V = diag(3, 2).
  CHECK(oful_radius(1, 0.05, std::log(6.0)) == Approx(2.39492150463).epsilon(1e-11));
}

TEST_CASE("snapshots are made after each report at first, later after every hundredth of them") {
  PublishSchedule often(1);
  PublishSchedule seldom(25);
  std::vector<std::uint64_t> times;
  for (std::uint64_t reports = 1; reports <= 2000; ++reports) {
    const bool is_due = often.is_due(reports);
    if (reports <= 200) REQUIRE(is_due);
    if (is_due && reports > 1500) times.push_back(reports);
    REQUIRE(seldom.is_due(reports) == (reports % 25 == 0));
  }
  REQUIRE(times.size() == 50);
  for (std::size_t i = 1; i < times.size(); ++i) REQUIRE(times[i] - times[i - 1] == 10);
}

// docs/spec/linear.md, section 8, on a reduced run: who knows more loses less.
TEST_CASE("raw features beat noisy ones, and a large epsilon a small one") {
  const auto mean = [](SimulationSpec spec) {
    spec.linear->environment.arms = 100;
    spec.record = {5000};
    return final_mean(spec, 8);
  };
  const double uniform = mean(spec_of(Algorithm::uniform));
  const double oful = mean(spec_of(Algorithm::oful));
  const double ten = mean(gaussian_linucb(10));
  const double online = mean(spec_of(Algorithm::online_ldp_linucb, 10));
  const double one = mean(gaussian_linucb(1));
  CHECK(std::abs(uniform / 5000 - 0.4705) < 0.01);
  CHECK(oful * 5 < ten);
  CHECK(oful * 5 < online);
  CHECK(ten < one);
  CHECK(ten * 2 < uniform);
  CHECK(online * 2 < uniform);
}

TEST_CASE("the published constants of LDP-LinUCB are no better than chance") {
  SimulationSpec spec = gaussian_linucb(1);
  spec.linear->experiment.calibration = Calibration::published;
  spec.linear->experiment.radius = RadiusMode::published;
  spec.linear->environment.arms = 100;
  spec.record = {3000};
  CHECK(final_mean(spec, 6) > 0.8 * 0.4705 * 3000);
}

TEST_CASE("what has no meaning in a linear world is refused by name") {
  const auto refused = [](auto change) {
    SimulationSpec spec = spec_of(Algorithm::ldp_linucb);
    change(spec);
    const auto made = Simulation::create(spec, 0, 1);
    REQUIRE_FALSE(made.ok());
    CHECK(made.error().code == ErrorCode::spec_invalid);
    return made.error().parameter;
  };
  CHECK(refused([](auto& s) { s.linear->environment.dimension = 1; }) == "environment");
  CHECK(refused([](auto& s) { s.linear->environment.arms = 0; }) == "environment");
  CHECK(refused([](auto& s) { s.linear->environment.arms = 4097; }) == "environment");
  CHECK(refused([](auto& s) { s.linear->environment.spread = 0; }) == "environment");
  CHECK(refused([](auto& s) { s.linear->environment.spread = std::nan(""); }) == "environment");
  CHECK(refused([](auto& s) { s.linear->experiment.algorithm = Algorithm::ucb1; }) == "algorithm");
  CHECK(refused([](auto& s) { s.linear->experiment.epsilon = 0; }) == "epsilon");
  CHECK(refused([](auto& s) { s.linear->experiment.delta = 0.1; }) == "delta");
  CHECK(refused([](auto& s) { s.delivery.delay = 1; }) == "delay");
  CHECK(refused([](auto& s) { s.delivery.lost = 0.5; }) == "lost");
  CHECK(refused([](auto& s) { s.delivery.serving = Serving::ticketed; }) == "serving");
  CHECK(refused([](auto& s) { s.delivery.epoch = 0; }) == "epoch");
  CHECK(refused([](auto& s) { s = spec_of(Algorithm::jdp_linucb, 17); }) == "epsilon");
  CHECK(refused([](auto& s) {
          s = spec_of(Algorithm::jdp_linucb);
          s.linear->experiment.delta = 0;
        }) == "delta");
  CHECK(refused([](auto& s) {
          s = spec_of(Algorithm::shuffle_linucb);
          s.linear->batch = 0;
        }) == "batch");
}

}  // namespace
}  // namespace ldp
