// A simulated visitor is a real one: the fast loop makes the same choices as a learner that is fed
// with the bytes of real reports and publishes a snapshot after every one of them.
#include "simulation/round_loop.hpp"

#include "catch.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "protocol/report_bytes.hpp"
#include "server/random_reports.hpp"
#include "simulation/confidence.hpp"
#include "simulation/private_player.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kSeed = 77;
const std::vector<double> kMeans{0.9, 0.8, 0.3, 0.5, 0.85, 0.1};
const std::vector<double> kLevels{0.5, 1, 3};
const std::vector<double> kShares{0.25, 0.25, 0.5};

Report make_report(std::uint32_t arm, std::uint32_t level, const Released<std::uint8_t>& value) {
  return Report::bit({}, 0, arm, level, value);
}
Report make_report(std::uint32_t arm, std::uint32_t level, const Released<std::int32_t>& value) {
  return Report::noisy({}, 0, arm, level, value);
}

template <class Learning, class Mechanism>
void check_same_path(const Experiment& experiment) {
  const Population population = Population::create(kLevels, kShares).value();
  std::vector<Mechanism> mechanisms;
  for (const double level : kLevels) mechanisms.push_back(Mechanism::create(level).value());
  using Player = PrivatePlayer<Learning, Mechanism>;
  RoundLoop<Player> loop(BernoulliWorld(kMeans, kSeed, 0),
                         Player(experiment, population, mechanisms, kSeed, 0));

  // The slow path, from the same streams.
  BernoulliWorld world(kMeans, kSeed, 0);
  SeededStream levels(kSeed, 0, Purpose::levels);
  SeededStream noise(kSeed, 0, Purpose::noise);
  Learner learner = Learner::create(experiment).value();
  std::vector<std::uint64_t> plays(kMeans.size());
  ConfidenceBlock confidence(experiment.bound);
  for (std::uint64_t t = 1; t <= 12'000;) {
    confidence.start(t, 1 + static_cast<std::size_t>(t % 600));
    loop.play(confidence);
    for (; t <= confidence.last(); ++t) {
      const std::uint32_t arm = test::lowest_best_arm(learner.publish());
      ++plays[world.arm_at(arm)];
      const bool reward = world.draw(arm);
      const std::uint32_t level = population.draw(levels).value();
      const auto prepared = mechanisms[level].prepare(noise).value();
      const auto released =
          mechanisms[level].release(prepared, UnitReward::from(reward ? 1.0 : 0.0).value());
      const std::string body = make_report(arm, level, released).encode();
      const auto received = decode_report(test::bytes_of(body), experiment);
      REQUIRE(received.ok());
      REQUIRE(learner.ingest(received.value()).ok());
    }
    for (std::uint32_t i = 0; i < kMeans.size(); ++i) REQUIRE(loop.plays(i) == plays[i]);
  }
  const auto simulated = loop.player().sums();
  const auto learned = learner.statistics().sums();
  CHECK(std::equal(simulated.begin(), simulated.end(), learned.begin(), learned.end()));
}

TEST_CASE("the loop plays what the whole path through report bytes and snapshots plays") {
  SECTION("weighted, La") {
    check_same_path<WeightedLdpUcb, ConvertToBernoulli>(test::weighted(6, kLevels, Bound::la));
  }
  SECTION("HeLDP-UCB-B, L4, discarding a level") {
    check_same_path<HeLdpUcbBernoulli, ConvertToBernoulli>(test::bernoulli(6, kLevels, 1));
  }
  SECTION("HeLDP-UCB-L, L4, discarding two levels") {
    check_same_path<HeLdpUcbLaplace, DiscreteLaplaceMechanism>(test::laplace(6, kLevels, 3));
  }
}

}  // namespace
}  // namespace ldp
