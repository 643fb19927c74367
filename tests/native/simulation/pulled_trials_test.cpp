// Learners and worlds outside of the library: what they meet is what those inside meet.
#include "simulation/pulled_trials.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "simulation/given_rounds.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kHorizon = 600;
constexpr std::uint32_t kReplicates = 3;
const std::vector<double> kMeans{.9, .5, .2};

SimulationSpec spec_of(const std::vector<double>& levels = {}) {
  SimulationSpec spec;
  spec.seed = 11;
  for (const double mean : kMeans) spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  spec.policy.algorithm = Algorithm::ucb1;
  spec.policy.delta = 1e-6;
  spec.population =
      MenuOfLevels{levels, std::vector<double>(levels.size(), 1. / double(levels.size()))};
  spec.record = {kHorizon};
  return spec;
}

PulledTrials trials_of(const SimulationSpec& spec, PulledReport report) {
  return PulledTrials::create(spec, report, 0, kReplicates).value();
}

// A world from outside, with a block for all of its rounds and the same means in each.
std::shared_ptr<GivenRounds> given(double reward = -1) {
  auto rounds = std::make_shared<GivenRounds>();
  rounds->rounds = kHorizon;
  for (std::size_t i = 0; i < kReplicates * kHorizon; ++i) {
    rounds->means.insert(rounds->means.end(), kMeans.begin(), kMeans.end());
  }
  if (reward >= 0) rounds->rewards.assign(rounds->means.size(), reward);
  return rounds;
}

TEST_CASE("a learner outside pays for each position what the arm there falls short of the best") {
  PulledTrials trials = trials_of(spec_of(), PulledReport::raw);
  for (std::uint32_t round = 1; round <= kHorizon; ++round) {
    for (std::uint32_t i = 0; i < kReplicates; ++i) trials.arms()[i] = round % 3;
    trials.play();
    for (const double report : trials.reports()) REQUIRE((report == 0 || report == 1));
  }
  for (std::uint32_t i = 0; i < kReplicates; ++i) {
    REQUIRE(trials.regret(i) == Approx(200 * (.4 + .7)).epsilon(1e-12));
  }
}

TEST_CASE("reports have the mean of the reward, whatever the device adds") {
  const double level = 4;
  for (const PulledReport report :
       {PulledReport::raw, PulledReport::bit, PulledReport::laplace, PulledReport::gaussian}) {
    const bool is_raw = report == PulledReport::raw;
    SimulationSpec spec = spec_of(is_raw ? std::vector<double>{} : std::vector<double>{level});
    spec.environment.arms = {RewardLaw::bernoulli(.7)};
    PulledTrials trials = trials_of(spec, report);
    double sum = 0;
    double squares = 0;
    for (std::uint64_t round = 0; round < kHorizon; ++round) {
      trials.play();
      for (const double value : trials.reports()) {
        const double unbiased =
            report == PulledReport::bit ? .5 + (value - .5) / trials.thetas()[0] : value;
        sum += unbiased;
        squares += unbiased * unbiased;
      }
    }
    const double count = double(kHorizon) * kReplicates;
    const double mean = sum / count;
    const double error = std::sqrt((squares / count - mean * mean) / count);
    CAPTURE(static_cast<int>(report), mean, error);
    REQUIRE(std::abs(mean - .7) < 5 * error);
    REQUIRE(trials.menu().size() == (is_raw ? 0 : 1));
  }
}

TEST_CASE("a visitor of level 0 is silent") {
  PulledTrials trials = trials_of(spec_of({0, 1}), PulledReport::bit);
  std::size_t silent = 0;
  for (std::uint64_t round = 0; round < kHorizon; ++round) {
    trials.play();
    silent += std::size_t(std::count(trials.levels().begin(), trials.levels().end(), -1));
  }
  REQUIRE(std::abs(double(silent) / (kHorizon * kReplicates) - .5) < .06);
}

TEST_CASE("a world from outside with the means of a Bernoulli world is that world") {
  SimulationSpec outside = spec_of();
  outside.environment.given = given();
  Simulation again = Simulation::create(outside, 0, kReplicates).value();
  Simulation inside = Simulation::create(spec_of(), 0, kReplicates).value();
  again.advance(kHorizon);
  inside.advance(kHorizon);
  for (std::uint32_t i = 0; i < kReplicates; ++i) {
    REQUIRE(again.regrets()[i] == Approx(inside.regrets()[i]).epsilon(1e-12));
    for (std::uint32_t arm = 0; arm < 3; ++arm)
      REQUIRE(again.plays(i, arm) == inside.plays(i, arm));
  }
}

TEST_CASE("a world from outside with rewards pays them, and regret is of the means") {
  SimulationSpec spec = spec_of();
  spec.environment.given = given(.25);
  PulledTrials trials = trials_of(spec, PulledReport::raw);
  for (std::uint64_t round = 0; round < kHorizon; ++round) {
    trials.play();
    for (const double report : trials.reports()) REQUIRE(report == .25);
  }
  for (std::uint32_t i = 0; i < kReplicates; ++i) {
    const double gap = trials.regret(i) / double(kHorizon);
    REQUIRE(std::min({gap, std::abs(gap - .4), std::abs(gap - .7)}) < 1e-12);
  }
}

TEST_CASE("what has no meaning outside is refused") {
  SimulationSpec unit = spec_of();
  unit.environment.arms = {{RewardLaw::Kind::gaussian, 1, 0, 0}};
  REQUIRE_FALSE(PulledTrials::create(unit, PulledReport::raw, 0, 1).ok());
  REQUIRE_FALSE(PulledTrials::create(spec_of({-1}), PulledReport::bit, 0, 1).ok());
  REQUIRE_FALSE(PulledTrials::create(spec_of(), PulledReport::raw, 0, 0).ok());
  SimulationSpec many = spec_of();
  many.environment.given = given();
  many.environment.arms.assign(5000, RewardLaw::bernoulli(.5));
  REQUIRE_FALSE(PulledTrials::create(many, PulledReport::raw, 0, 1).ok());
}

}  // namespace
}  // namespace ldp
