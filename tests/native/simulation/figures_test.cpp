// Small fixed-seed versions of the experiments of Ren et al. 2020, section 6: 20 Bernoulli arms
// with means .9, .8 x5, .7 x5, .6 x5, .5 x4, at T = 10^5. Seeds are fixed, so these are
// deterministic; the bands are about three standard errors of 20 replicates around independently
// computed references.
#include "catch.hpp"
#include "simulation/regret_curve.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kReplicates = 20;
constexpr double kMeans[] = {.9, .8, .8, .8, .8, .8, .7, .7, .7, .7,
                             .7, .6, .6, .6, .6, .6, .5, .5, .5, .5};

double final_regret(Algorithm algorithm, Bound bound, double epsilon_min,
                    const std::vector<double>& levels, const std::vector<double>& shares) {
  SimulationSpec spec;
  spec.seed = 2020;
  spec.policy.algorithm = algorithm;
  spec.policy.bound = bound;
  spec.policy.epsilon_min = epsilon_min;
  for (const double mean : kMeans) spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  spec.population = MenuOfLevels{levels, shares};
  spec.record = {100'000};
  Simulation simulation = Simulation::create(spec, 0, kReplicates).value();
  simulation.advance(100'000);
  return regret_curve(simulation.regrets(), kReplicates).mean[0];
}

double ucb1() { return final_regret(Algorithm::ucb1, Bound::l4, 0, {}, {}); }
double published_b(double epsilon_min, std::vector<double> levels, std::vector<double> shares) {
  return final_regret(Algorithm::he_ldp_ucb_bernoulli, Bound::l4, epsilon_min, levels, shares);
}
double published_l(double epsilon_min, std::vector<double> levels, std::vector<double> shares) {
  return final_regret(Algorithm::he_ldp_ucb_laplace, Bound::l4, epsilon_min, levels, shares);
}
double weighted(Bound bound, std::vector<double> levels, std::vector<double> shares) {
  return final_regret(Algorithm::weighted_ldp_ucb, bound, 0, levels, shares);
}

TEST_CASE("epsilon 2: B costs 1.6 times UCB1, L 5.3 times") {
  const double reference = ucb1();
  CHECK(reference == Approx(1900).epsilon(0.05));
  CHECK(published_b(2, {2}, {1}) / reference == Approx(1.6).margin(0.1));
  CHECK(published_l(2, {2}, {1}) / reference == Approx(5.3).margin(0.3));
}

TEST_CASE("epsilon 0.2: B costs 10 times UCB1, L 11 times") {
  const double reference = ucb1();
  CHECK(published_b(0.2, {0.2}, {1}) / reference == Approx(10).margin(1));
  CHECK(published_l(0.2, {0.2}, {1}) / reference == Approx(11).margin(1));
}

TEST_CASE("with one level the weighted learner loses what B loses, and La saves more than half") {
  const double b = published_b(2, {2}, {1});
  CHECK(weighted(Bound::l4, {2}, {1}) == Approx(b).epsilon(1e-9));
  CHECK(weighted(Bound::la, {2}, {1}) < 0.5 * b);
}

TEST_CASE("uniform levels {0, .2, 1, 2, 100}: no threshold of B reaches the weighted learner") {
  const std::vector<double> levels{0, 0.2, 1, 2, 100};
  const std::vector<double> shares(5, 0.2);
  const double reference = weighted(Bound::l4, levels, shares);
  const double at_2 = published_b(2, levels, shares);
  CHECK(published_b(0.2, levels, shares) > published_b(1, levels, shares));
  CHECK(published_b(1, levels, shares) > at_2);
  CHECK(published_b(100, levels, shares) > at_2);
  CHECK(reference / at_2 == Approx(0.82).margin(0.06));  // 2.7724/3.4051 of the theory is 0.81
}

}  // namespace
}  // namespace ldp
