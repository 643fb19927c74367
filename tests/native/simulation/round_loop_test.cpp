// Simulated visitors act as real ones: the fast loop makes the same choices as a learner that reads
// the bytes of real reports and publishes a snapshot after every one of them.
#include "simulation/round_loop.hpp"

#include <memory>

#include "catch.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "protocol/report_bytes.hpp"
#include "server/random_reports.hpp"
#include "simulation/confidence.hpp"
#include "simulation/index_learner.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kSeed = 77;
const std::vector<double> kMeans{0.9, 0.8, 0.3, 0.5, 0.85, 0.1};
const std::vector<double> kLevels{0.5, 1, 3};
const std::vector<double> kShares{0.25, 0.25, 0.5};

Environment environment() {
  Environment environment;
  for (const double mean : kMeans) environment.arms.push_back(RewardLaw::bernoulli(mean));
  return environment;
}

World world() { return World(environment(), RewardTransform::unit(), false, kSeed, 0); }

// The simulated mechanism's payload on the wire, and read from it.
ReceivedReport sent(const MultiArmedExperiment& experiment, std::uint32_t arm, std::uint32_t level,
                    std::int32_t value) {
  const ReceivedReport report{{}, 0, arm, level, value};
  const std::string body = test::spell(report, payload(experiment));
  return decode_report(test::bytes_of(body), experiment).value();
}

template <class Policy, class Mechanism>
void check_same_path(const MultiArmedExperiment& experiment) {
  const Population population = Population::create(kLevels, kShares).value();
  std::vector<Mechanism> mechanisms;
  for (const double level : kLevels) mechanisms.push_back(Mechanism::create(level).value());
  const auto crowd =
      std::make_shared<const Crowd<Mechanism>>(Crowd<Mechanism>{population, mechanisms});
  using Fast = IndexLearner<Policy, CountedSums>;
  RoundLoop<Fast, Visitors<Mechanism>> loop(
      world(), Fast(Policy(experiment), kLevels.size(), experiment.arms),
      Visitors<Mechanism>(crowd, kSeed, 0));

  // The slow path, from the same streams.
  World slow = world();
  SeededStream levels(kSeed, 0, Purpose::levels);
  SeededStream noise(kSeed, 0, Purpose::noise);
  MultiArmedLearner learner = MultiArmedLearner::create(experiment).value();
  std::vector<std::uint64_t> plays(kMeans.size());
  ConfidenceBlock confidence(experiment.bound);
  for (std::uint64_t t = 1; t <= 12'000;) {
    confidence.start(t, 1 + static_cast<std::size_t>(t % 600));
    loop.play(confidence);
    for (; t <= confidence.last(); ++t) {
      const std::uint32_t arm = test::lowest_best_arm(learner.publish());
      ++plays[slow.arm_at(arm)];
      const UnitReward reward = slow.draw(arm);
      const std::uint32_t level = population.draw(levels).value();
      const std::int32_t value = mechanisms[level](noise, reward);
      REQUIRE(learner.ingest(sent(experiment, arm, level, value)).ok());
    }
    for (std::uint32_t i = 0; i < kMeans.size(); ++i) REQUIRE(loop.plays(i) == plays[i]);
  }
}

TEST_CASE("the loop plays what the whole path through report bytes and snapshots plays") {
  SECTION("weighted, La") {
    check_same_path<WeightedLdpUcb, SimulatedBit>(test::weighted(6, kLevels, Bound::la));
  }
  SECTION("HeLDP-UCB-B, L4, discarding a level") {
    check_same_path<HeLdpUcbBernoulli, SimulatedBit>(test::bernoulli(6, kLevels, 1));
  }
  SECTION("weighted Laplace, La") {
    MultiArmedExperiment experiment = test::weighted(6, kLevels, Bound::la);
    experiment.algorithm = Algorithm::weighted_ldp_ucb_laplace;
    check_same_path<WeightedLdpUcbLaplace, SimulatedLaplace>(experiment);
  }
  SECTION("HeLDP-UCB-L, L4, discarding two levels") {
    check_same_path<HeLdpUcbLaplace, SimulatedLaplace>(test::laplace(6, kLevels, 3));
  }
}

}  // namespace
}  // namespace ldp
