// Runs of docs/spec/best-arm.md, section 9, in small.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

struct Runs {
  double mean = 0;
  double wrong = 0;
  int open = 0;  // that did not stop
};

SimulationSpec spec_of(const std::vector<double>& means, double epsilon, std::uint64_t epoch,
                       std::uint64_t horizon) {
  SimulationSpec spec;
  spec.seed = 23;
  for (const double mean : means) spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  BestArmExperiment& experiment = spec.best_arm.emplace().experiment;
  experiment.algorithm = Algorithm::ldp_duel;
  experiment.epsilon = epsilon;
  experiment.error_probability = 0.05;
  spec.delivery.epoch = epoch;
  spec.record = {horizon};
  return spec;
}

Runs runs_of(const SimulationSpec& spec, std::uint32_t replicates) {
  const std::uint64_t horizon = spec.record.back();
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(horizon);
  const auto stops = simulation.stops();
  Runs runs;
  for (std::uint32_t i = 0; i < replicates; ++i) {
    if (std::isnan(stops[i])) {
      ++runs.open;
      continue;
    }
    runs.mean += stops[i];
    runs.wrong += stops[2 * replicates + i];
  }
  runs.mean /= replicates - runs.open;
  return runs;
}

Runs runs_of(const std::vector<double>& means, double epsilon, std::uint64_t epoch,
             std::uint32_t replicates, std::uint64_t horizon, double error = 0.05,
             double indifference = 0) {
  SimulationSpec spec = spec_of(means, epsilon, epoch, horizon);
  spec.best_arm->experiment.error_probability = error;
  spec.best_arm->experiment.indifference = indifference;
  return runs_of(spec, replicates);
}

const std::vector<double> kSix{.7, .65, .6, .55, .5, .45};

}  // namespace

// Measured: 19,590 with a standard error of 246 over 2,000 runs, so 635 over 300. The band is 3.6
// of these to each side: a correct implementation misses it with a probability of 3e-4.
TEST_CASE("on six arms at epsilon 1 the duel needs an eighth of the reports of KL-LUCB") {
  const Runs runs = runs_of(kSix, 1, 100, 300, 200'000);
  CHECK(runs.open == 0);
  CHECK(runs.mean > 17'300);
  CHECK(runs.mean < 21'900);
  CHECK(runs.wrong <= 26);  // 15 and 3 standard deviations of Bin(300, 0.05)
}

// 15,580 +- 14 %: about 3.5 standard errors of the mean of 300 runs.
TEST_CASE("of two arms 0.05 apart at epsilon 1 the better one is found in 15,600 reports") {
  const Runs runs = runs_of({.55, .5}, 1, 200, 300, 200'000);
  CHECK(runs.open == 0);
  CHECK(runs.mean > 13'400);
  CHECK(runs.mean < 17'800);
  CHECK(runs.wrong <= 26);
}

// Each run stops with a probability of at most 2 * 0.2, and here hardly ever with both: in 200 runs
// 131/1000 of arm 0 were dropped, likewise of arm 1. More than 110 of Bin(200, 0.4): 1e-5.
TEST_CASE("two equal arms are seldom told apart, and with an indifference always are") {
  const Runs null = runs_of({.5, .5}, 1, 100, 200, 30'000, 0.2);
  CHECK(200 - null.open <= 110);
  const Runs margin = runs_of({.5, .5}, 1, 500, 50, 100'000, 0.05, 0.05);
  CHECK(margin.open == 0);
}

// A wide gap is clear long before a block of 16 reports for each arm would be small.
TEST_CASE("epochs of one report close blocks of sixteen for each arm") {
  const Runs runs = runs_of({.9, .1}, 8, 1, 20, 10'000);
  CHECK(runs.open == 0);
  CHECK(runs.mean >= 32);
  CHECK(runs.wrong == 0);
}

// An independent program: 15,010 +- 14 %, about 4 standard errors of the mean of 300 runs.
TEST_CASE("with a menu of three levels, alike, six arms take 15,000 reports") {
  SimulationSpec spec = spec_of(kSix, 2, 100, 150'000);
  const std::vector<double> levels{.5, 1, 2};
  spec.best_arm->experiment.levels = levels;
  spec.population = MenuOfLevels{levels, {1 / 3.0, 1 / 3.0, 1 / 3.0}};
  const Runs runs = runs_of(spec, 300);
  CHECK(runs.open == 0);
  CHECK(runs.mean > .86 * 15'010);
  CHECK(runs.mean < 1.14 * 15'010);
  CHECK(runs.wrong <= 26);
  spec.population = MenuOfLevels{{.5, 2}, {.5, .5}};
  CHECK(Simulation::create(spec, 0, 1).error().parameter == "levels");
  spec.population = MenuOfLevels{levels, {.5, .2, .2}};
  CHECK(Simulation::create(spec, 0, 1).error().parameter == "probabilities");
}

// Both means swing between .35 and .65, five times. As many stop as without the drift.
TEST_CASE("a drift that equal arms share does not tell them apart") {
  SimulationSpec spec = spec_of({.5, .5}, 40, 100, 30'000);
  spec.best_arm->experiment.error_probability = 0.2;
  spec.environment.drift = {.15, 5, true};
  CHECK(200 - runs_of(spec, 200).open <= 110);  // Bin(200, 0.4): 1e-5
  spec.environment.drift.is_common = false;
  CHECK(Simulation::create(spec, 0, 1).error().parameter == "environment");
}

// The regret of a run that has stopped goes on: it is the gap for every visitor of a worse arm.
TEST_CASE("with a common drift the best of two arms is found, and regret is that of the gap") {
  SimulationSpec spec = spec_of({.6, .4}, 4, 100, 20'000);
  spec.environment.drift = {.3, 2, true};
  Simulation simulation = Simulation::create(spec, 0, 50).value();
  simulation.advance(20'000);
  for (std::uint32_t i = 0; i < 50; ++i) {
    CHECK(simulation.stops()[i] < 20'000);
    CHECK(simulation.regrets()[i] ==
          Approx(.2 * static_cast<double>(simulation.plays(i, 1))).epsilon(1e-12));
  }
}

}  // namespace ldp
