// What change detection loses, against an independent simulation (docs/spec/drift.md, section 4).
// Seeds are fixed: what is within 4 standard errors once is so always. With a fresh seed a test
// fails once in 15,000.
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

SimulationSpec spec_of(std::vector<MeanChange> changes) {
  SimulationSpec spec;
  spec.seed = 11;
  spec.policy.algorithm = Algorithm::ldp_thompson_drift;
  spec.policy.horizon = 100'000;
  for (const double mean : {.6, .5, .5, .45, .4}) {
    spec.environment.arms.push_back(RewardLaw::bernoulli(mean));
  }
  spec.environment.changes = std::move(changes);
  spec.population = MenuOfLevels{{3}, {1}};
  spec.record = {100'000};
  return spec;
}

struct Loss {
  double mean;
  double error;
};

Loss loss_of(const SimulationSpec& spec, std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(spec.record.back());
  const auto regrets = simulation.regrets();
  const double count = replicates;
  const double mean = std::accumulate(regrets.begin(), regrets.end(), 0.0) / count;
  double square = 0;
  for (const double regret : regrets) square += (regret - mean) * (regret - mean);
  return {mean, std::sqrt(square / (count - 1) / count)};
}

// 4 standard errors of both, and 3 % of the reference.
void check_loss(const Loss& loss, double reference, double error) {
  INFO("regret " << loss.mean << " +- " << loss.error << ", reference " << reference);
  CHECK(std::abs(loss.mean - reference) <= 4 * std::hypot(loss.error, error) + .03 * reference);
}

const std::vector<MeanChange> kDrop{{.5, ChangeKind::means, {.4, .5, .5, .45, .4}}};
const std::vector<MeanChange> kSwap{
    {.25, ChangeKind::rotate}, {.5, ChangeKind::rotate}, {.75, ChangeKind::rotate}};

TEST_CASE("it loses what the reference loses where nothing changes, and where the best arm does") {
  check_loss(loss_of(spec_of({}), 8), 119, 8);
  check_loss(loss_of(spec_of(kDrop), 8), 218, 11);
  check_loss(loss_of(spec_of(kSwap), 8), 711, 24);
}

TEST_CASE("in epochs of 500 it notices as well; Thompson sampling without it does not") {
  SimulationSpec spec = spec_of(kDrop);
  spec.delivery.epoch = 500;
  const Loss loss = loss_of(spec, 8);
  CHECK(loss.mean < 350);  // the reference has 287 with twice the forced share
  spec.delivery.delay = 700;
  spec.delivery.lost = .1;
  CHECK(loss_of(spec, 4).mean < 2 * loss.mean);
  SimulationSpec plain = spec_of(kDrop);
  plain.policy.algorithm = Algorithm::ldp_thompson;
  plain.policy.horizon = 0;
  plain.policy.posterior = Posterior::beta;
  CHECK(loss_of(plain, 4).mean > 10 * loss.mean);
}

TEST_CASE("where an arm rises that is rarely shown, a discount is the better choice") {
  SimulationSpec spec = spec_of({{1.0 / 3, ChangeKind::means, {.6, .5, .5, .45, .8}}});
  spec.policy.discount = 20'000;
  check_loss(loss_of(spec, 4), 923, 141);
}

}  // namespace
}  // namespace ldp
