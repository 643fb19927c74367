#include <vector>

#include "catch.hpp"
#include "simulation/reduction/bounded_learners.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

SimulationSpec reduction_spec(const Environment& environment, BlackBox learner, double epsilon,
                              std::uint64_t horizon) {
  SimulationSpec spec;
  spec.seed = 23;
  spec.environment = environment;
  spec.reduction.emplace().learner = learner;
  spec.reduction->experiment.epsilon = epsilon;
  spec.record = {horizon / 8, horizon};
  return spec;
}

Environment stochastic() {
  Environment environment;
  environment.arms.assign(10, RewardLaw::bernoulli(0.3));
  environment.arms[4] = RewardLaw::bernoulli(0.7);
  return environment;
}

std::vector<double> regrets_of(const SimulationSpec& spec, std::uint32_t replicates = 4) {
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(simulation.horizon());
  return {simulation.regrets().begin(), simulation.regrets().end()};
}

double mean_of(const std::vector<double>& values, std::size_t first, std::size_t count) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i) sum += values[i];
  return sum / static_cast<double>(count);
}

constexpr BlackBox kAll[] = {BlackBox::tsallis_inf, BlackBox::exp3, BlackBox::ucb1,
                             BlackBox::kl_ucb, BlackBox::thompson};

}  // namespace

TEST_CASE(
    "the reduction to Tsallis-INF and to EXP3 on bits is the learner of the catalog, to the bit") {
  for (const BlackBox learner : {BlackBox::tsallis_inf, BlackBox::exp3}) {
    for (const LossEstimator estimator :
         {LossEstimator::reduced_variance, LossEstimator::importance_weighting}) {
      SimulationSpec reduced = reduction_spec(Environment::switching(5), learner, 1, 4'000);
      reduced.reduction->estimator = estimator;
      SimulationSpec own = reduced;
      own.reduction.reset();
      own.policy.algorithm =
          learner == BlackBox::exp3 ? Algorithm::ldp_exp3 : Algorithm::ldp_tsallis_inf;
      own.policy.estimator =
          learner == BlackBox::exp3 ? LossEstimator::reduced_variance : estimator;
      own.population = MenuOfLevels{{1}, {1}};
      CHECK(regrets_of(reduced) == regrets_of(own));
    }
  }
}

TEST_CASE("every black box learns through every mechanism") {
  for (const BlackBox learner : kAll) {
    for (const ScalarMechanism mechanism :
         {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
      SimulationSpec spec = reduction_spec(stochastic(), learner, 5, 24'000);
      spec.reduction->experiment.mechanism = mechanism;
      if (mechanism == ScalarMechanism::gaussian) spec.reduction->experiment.delta = 1e-5;
      const std::vector<double> regrets = regrets_of(spec, 2);
      const double early = mean_of(regrets, 0, 2);
      const double late = mean_of(regrets, 2, 2);
      INFO(static_cast<int>(learner) << " " << static_cast<int>(mechanism));
      // A learner that plays at random loses .36 in every round.
      CHECK(late < 0.8 * 0.36 * 24'000);
      CHECK(late < 7 * early);
    }
  }
}

// docs/spec/convex-and-reductions.md, section 3.3: the counter-example that motivates Tsallis-INF.
// Linear: eight times the rounds, about eight times the regret.
TEST_CASE("on the switching adversary UCB1 goes on losing where Tsallis-INF learns") {
  const Environment adversary = Environment::switching(10);
  const auto regrets = [&](BlackBox learner) {
    return regrets_of(reduction_spec(adversary, learner, 3, 160'000));
  };
  const std::vector<double> ucb1 = regrets(BlackBox::ucb1);
  const std::vector<double> tsallis = regrets(BlackBox::tsallis_inf);
  CHECK(mean_of(ucb1, 4, 4) > 2 * mean_of(tsallis, 4, 4));
  CHECK(mean_of(ucb1, 4, 4) > 4 * mean_of(ucb1, 0, 4));
}

TEST_CASE(
    "with epochs the law of the arms is that of their start, and still leads to the best one") {
  for (const BlackBox learner : kAll) {
    SimulationSpec spec = reduction_spec(stochastic(), learner, 3, 24'000);
    const double single = mean_of(regrets_of(spec, 2), 2, 2);
    spec.delivery.epoch = 50;
    const double epochs = mean_of(regrets_of(spec, 2), 2, 2);
    CHECK(epochs < 6 * single);
    CHECK(epochs < 0.5 * 0.36 * 24'000);
  }
}

TEST_CASE("black boxes of losses in [0, 1] get losses in [0, 1], however noisy they come") {
  const BoundedLoss noisy = BoundedLoss::of_gaussian(3, 1000);
  const UnitLoss unit(noisy);
  for (const double reward : {-1e6, -1.0, 0.0, 0.3, 1.0, 2.0, 1e6}) {
    CHECK(unit(noisy(reward)) >= 0);
    CHECK(unit(noisy(reward)) <= 1);
  }
  CHECK(unit(noisy(0.5)) == Approx(0.5));
}

TEST_CASE("reductions are the same bits however they are split, and refuse what has no meaning") {
  SimulationSpec spec = reduction_spec(stochastic(), BlackBox::thompson, 2, 2'000);
  const std::vector<double> all = regrets_of(spec, 3);
  for (std::uint32_t replicate = 0; replicate < 3; ++replicate) {
    Simulation one = Simulation::create(spec, replicate, 1).value();
    while (!one.finished()) one.advance(123);
    CHECK(one.regrets()[1] == all[3 + replicate]);
    CHECK(one.stops().empty());
  }
  const auto refused = [&](auto change) {
    SimulationSpec changed = spec;
    change(changed);
    const auto made = Simulation::create(changed, 0, 1);
    REQUIRE_FALSE(made.ok());
    return made.error().parameter;
  };
  CHECK(refused([](SimulationSpec& s) { s.delivery.delay = 1; }) == "delay");
  CHECK(refused([](SimulationSpec& s) { s.reduction->experiment.epsilon = 0; }) == "epsilon");
  CHECK(refused([](SimulationSpec& s) { s.reduction->experiment.delta = 0.1; }) == "delta");
  CHECK(refused([](SimulationSpec& s) { s.reduction->learner = static_cast<BlackBox>(9); }) ==
        "learner");
}

}  // namespace ldp
