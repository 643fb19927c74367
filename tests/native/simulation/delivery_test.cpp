// Reports on their way: none is learnt from early, twice or never, and what serving does to regret.
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "simulation/comparators.hpp"
#include "simulation/delivered_learners.hpp"
#include "simulation/delivery_loop.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/simulation.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kSeed = 21;

Environment environment(const std::vector<double>& means) {
  Environment environment;
  for (const double mean : means) environment.arms.push_back(RewardLaw::bernoulli(mean));
  return environment;
}

World world(const std::vector<double>& means) {
  return World(environment(means), RewardTransform::unit(), false, kSeed, 0);
}

// Writes down what it learns and when; plays arm by arm.
class Notebook final : public DeliveredLearner {
 public:
  struct Entry {
    SentReport report;
    std::uint64_t known_from;  // the first round whose decision knows it
  };
  struct Notes {
    std::vector<SentReport> learnt;  // since the last epoch began
    std::vector<Entry> entries;
    std::vector<std::uint64_t> epochs;  // their first rounds
  };

  explicit Notebook(Notes& notes) : notes_(notes) {}

  void learn(const SentReport& report) override { notes_.learnt.push_back(report); }
  ArmEstimate estimate(std::uint32_t, double) override { return {}; }
  bool must_play(std::uint32_t, double) const override { return false; }
  void start_epoch(std::uint64_t, std::uint64_t round) override {
    for (const SentReport& report : notes_.learnt) notes_.entries.push_back({report, round});
    notes_.learnt.clear();
    notes_.epochs.push_back(round);
  }
  std::optional<std::uint32_t> draw() override { return next_++ % 3; }

 private:
  Notes& notes_;
  std::uint32_t next_ = 0;
};

// Half of them are silent.
std::unique_ptr<DeliveredVisitors> visitors() {
  const std::vector<double> levels{0, 1};
  const std::vector<double> shares{0.5, 0.5};
  const auto crowd = std::make_shared<const Crowd<SimulatedBit>>(Crowd<SimulatedBit>{
      Population::create(levels, shares).value(), {SimulatedBit::create(1).value()}});
  return std::make_unique<DeliveredAs<Visitors<SimulatedBit>>>(
      Visitors<SimulatedBit>(crowd, kSeed, 0));
}

MultiArmedExperiment weighted(std::uint32_t arms) {
  MultiArmedExperiment experiment;
  experiment.arms = arms;
  experiment.levels = {1};
  return experiment;
}

void play(DeliveryLoop& loop, std::uint64_t first, std::uint64_t rounds) {
  ConfidenceBlock block(Bound::la);
  block.start(first, static_cast<std::size_t>(rounds));
  loop.play(block);
}

TEST_CASE("every report is lost, or known once: at the first snapshot after its delay") {
  constexpr std::uint64_t kRounds = 40'000;
  constexpr std::uint64_t kDelay = 25;
  constexpr std::uint64_t kEpoch = 7;
  Notebook::Notes notes;
  DeliveryLoop loop(world({0.5, 0.5, 0.5}), std::make_unique<Notebook>(notes), visitors(),
                    weighted(3), {kEpoch, kDelay, 0.125, Serving::dense}, kSeed, 0);
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    play(loop, round, 1);
    const DeliveryCount& count = loop.count();
    REQUIRE(count.played == round);
    REQUIRE(count.played == count.silent + count.lost + count.on_way + count.ingested);
  }
  for (std::size_t i = 0; i < notes.epochs.size(); ++i) REQUIRE(notes.epochs[i] == 1 + kEpoch * i);
  CHECK(loop.count().ingested == notes.entries.size());
  std::map<std::uint64_t, int> late;
  std::vector<int> seen(kRounds + 1);
  for (const auto& [report, known_from] : notes.entries) {
    REQUIRE(++seen[report.round] == 1);
    REQUIRE(report.arrival >= report.round);
    REQUIRE(report.arrival <= report.round + kDelay);
    REQUIRE(known_from > report.arrival);
    REQUIRE(known_from <= report.arrival + kEpoch);
    REQUIRE((known_from - 1) % kEpoch == 0);
    REQUIRE(report.epoch == 1 + (report.round - 1) / kEpoch);
    ++late[report.arrival - report.round];
  }
  // Delays are uniform, losses and silence have their shares. Seeds are fixed.
  const double sent = static_cast<double>(notes.entries.size());
  CHECK(late.size() == kDelay + 1);
  for (const auto& [delay, count] : late) CHECK(count == Approx(sent / 26).epsilon(0.15));
  CHECK(static_cast<double>(loop.count().silent) == Approx(kRounds / 2.0).epsilon(0.03));
  CHECK(static_cast<double>(loop.count().lost) == Approx(kRounds / 16.0).epsilon(0.07));
}

TEST_CASE("without a report the learner learns nothing, and plays on") {
  Notebook::Notes notes;
  DeliveryLoop loop(world({0.5, 0.5, 0.5}), std::make_unique<Notebook>(notes), visitors(),
                    weighted(3), {1, 0, 1, Serving::dense}, kSeed, 0);
  play(loop, 1, 1000);
  CHECK(notes.entries.empty());
  CHECK(loop.count().lost + loop.count().silent == 1000);
  for (std::uint32_t arm = 0; arm < 3; ++arm) CHECK(loop.plays(arm) >= 333);
}

SimulationSpec spec(Algorithm algorithm, std::uint64_t horizon) {
  SimulationSpec spec;
  spec.seed = 5;
  spec.environment =
      environment({.9, .8, .8, .8, .8, .8, .7, .7, .7, .7, .7, .6, .6, .6, .6, .6, .5, .5, .5, .5});
  spec.policy.algorithm = algorithm;
  const auto& entry = kCatalog[static_cast<std::size_t>(algorithm)];
  spec.policy.bound = bound_without_choice(algorithm);
  if (entry.trust_model == TrustModel::local) spec.population = MenuOfLevels{{2}, {1.0}};
  if (entry.takes.epsilon_min) spec.policy.epsilon_min = 2;
  if (entry.takes.delta) spec.policy.delta = 1e-6;
  spec.record = {horizon};
  return spec;
}

double mean_regret(const SimulationSpec& spec, std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(spec.record.back());
  double sum = 0;
  for (const double regret : simulation.regrets()) sum += regret;
  return sum / replicates;
}

std::vector<Algorithm> multi_armed(bool is_drawn) {
  std::vector<Algorithm> all;
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family != Family::multi_armed) continue;
    if (has_trait(entry.algorithm, Trait::draws) == is_drawn) all.push_back(entry.algorithm);
  }
  return all;
}
const std::vector<Algorithm> kIndexed = multi_armed(false);
const std::vector<Algorithm> kDrawn = multi_armed(true);

// Common random numbers, 30 replicates: the difference of two means has a standard error of about
// 1 % where the two play alike.
TEST_CASE("the loop in which reports travel at once loses what the fast loop loses") {
  for (const Algorithm algorithm : kIndexed) {
    SimulationSpec direct = spec(algorithm, 30'000);
    SimulationSpec travelling = direct;
    travelling.delivery.lost = 1e-12;  // so that it takes the other loop
    const double reference = mean_regret(direct, 30);
    CHECK(mean_regret(travelling, 30) == Approx(reference).epsilon(0.04));
  }
}

TEST_CASE("with the logarithm frozen for 1 % of the rounds the regret changes by about 1 %") {
  for (const Algorithm algorithm :
       {Algorithm::ucb1, Algorithm::weighted_ldp_ucb, Algorithm::he_ldp_ucb_laplace}) {
    SimulationSpec frozen = spec(algorithm, 200'000);
    const double dense = mean_regret(frozen, 24);
    frozen.delivery.serving = Serving::frozen_log;
    CHECK(mean_regret(frozen, 24) == Approx(dense).epsilon(0.025));
  }
}

TEST_CASE("every indexed learner is served in every way, and learns") {
  for (const Algorithm algorithm : kIndexed) {
    for (const Serving serving :
         {Serving::dense, Serving::frozen_log, Serving::ticketed, Serving::distribution}) {
      SimulationSpec served = spec(algorithm, 20'000);
      served.environment = environment({0.95, 0.3, 0.3, 0.2});
      served.delivery = {20, 30, 0.05, serving};
      CHECK(mean_regret(served, 4) < 0.25 * 20'000 * 0.51);  // half of what uniform play loses
    }
  }
}

TEST_CASE("every learner that draws its decisions waits for its reports, and has no index") {
  for (const Algorithm algorithm : kDrawn) {
    SimulationSpec served = spec(algorithm, 20'000);
    served.environment = environment({0.95, 0.3, 0.3, 0.2});
    served.delivery = {20, 30, 0.05, Serving::dense};
    const double uniform = 20'000 * 0.5125;
    if (algorithm == Algorithm::uniform) {
      CHECK(mean_regret(served, 4) == Approx(uniform).epsilon(0.02));
    } else {
      CHECK(mean_regret(served, 4) < 0.35 * uniform);
    }
    served.delivery.serving = Serving::ticketed;
    const auto refused = Simulation::create(served, 0, 1);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().parameter == "serving");
  }
}

TEST_CASE("a burst that is spread over arms loses less than one that is spent on the best guess") {
  SimulationSpec spread = spec(Algorithm::weighted_ldp_ucb, 40'000);
  spread.delivery = {2000, 0, 0, Serving::dense};
  const double dense = mean_regret(spread, 10);
  spread.delivery.serving = Serving::distribution;
  CHECK(mean_regret(spread, 10) < dense);
  spread.delivery.serving = Serving::ticketed;
  CHECK(mean_regret(spread, 10) < dense);
}

TEST_CASE("a million arms: every arm is pulled once before any is pulled twice") {
  SimulationSpec many = spec(Algorithm::ucb1, 1'000'000);
  many.environment.arms.assign(1'000'000, RewardLaw::bernoulli(0.5));
  many.environment.arms[77] = RewardLaw::bernoulli(1);
  many.delivery.serving = Serving::frozen_log;
  many.record = {1'000'000, 1'100'000};
  Simulation simulation = Simulation::create(many, 0, 1).value();
  simulation.advance(1'000'000);
  CHECK(simulation.regrets()[0] == 0.5 * 999'999);
  simulation.advance(100'000);
  CHECK(simulation.regrets()[1] == 0.5 * static_cast<double>(1'100'000 - simulation.plays(0, 77)));
  many.delivery.serving = Serving::dense;
  CHECK(Simulation::create(many, 0, 1).error().parameter == "serving");
}

TEST_CASE("a delivery that makes no sense is refused by name") {
  const auto refused = [](const Delivery& delivery, Algorithm algorithm = Algorithm::ucb1) {
    SimulationSpec changed = spec(algorithm, 100);
    changed.delivery = delivery;
    const auto made = Simulation::create(changed, 0, 1);
    return made.ok() ? std::string_view("") : made.error().parameter;
  };
  CHECK(refused({0, 0, 0, Serving::dense}) == "epoch");
  CHECK(refused({kMaximumRounds + 1, 0, 0, Serving::dense}) == "epoch");
  CHECK(refused({kMaximumRounds, 0, 0, Serving::dense}) == "");  // longer than what is played
  SimulationSpec patient = spec(Algorithm::ucb1, kMaximumEpochRounds + 1);
  patient.delivery.epoch = kMaximumEpochRounds;
  CHECK(Simulation::create(patient, 0, 1).ok());
  patient.delivery.epoch = kMaximumRounds;
  CHECK(Simulation::create(patient, 0, 1).error().parameter == "epoch");
  CHECK(refused({1, kMaximumDelay + 1, 0, Serving::dense}) == "delay");
  CHECK(refused({1, 0, -0.1, Serving::dense}) == "lost");
  CHECK(refused({1, 0, 1.1, Serving::dense}) == "lost");
  CHECK(refused({1, 0, std::nan(""), Serving::dense}) == "lost");
  CHECK(refused({1, 0, 0, static_cast<Serving>(4)}) == "serving");
  CHECK(refused({1, kMaximumDelay, 0, Serving::dense}) == "");
  CHECK(refused({1, kMaximumDelay, 0, Serving::dense}, Algorithm::tsallis_inf) == "delay");
}

}  // namespace
}  // namespace ldp
