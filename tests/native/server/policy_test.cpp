// Where the three learners equal each other, UCB1 and the corrected listing.
#include <cmath>

#include "catch.hpp"
#include "privacy/randomized_response.hpp"
#include "server/arms/bound.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

// Rounds of three or more learners side by side on the same bits.
constexpr int kRounds = 4000;
constexpr std::uint32_t kArms = 8;

// The bit that a visitor of arm `arm` reports in some round: any law does, so an uneven one.
bool bit_of(std::uint32_t arm, std::uint64_t word) { return word % 16 < 6 + arm; }

// UCB1 of Auer et al. 2002 with radius sqrt(2 ln t/N), on bits, lowest arm of the largest index.
class Ucb1OnBits {
 public:
  std::uint32_t choose(double t) const {
    std::uint32_t best = 0;
    double best_index = -1;
    for (std::uint32_t arm = 0; arm < kArms; ++arm) {
      if (count_[arm] == 0) return arm;
      const double index = total_[arm] / count_[arm] + std::sqrt(2 * std::log(t) / count_[arm]);
      if (index > best_index) {
        best_index = index;
        best = arm;
      }
    }
    return best;
  }
  void learn(std::uint32_t arm, bool bit) {
    count_[arm] += 1;
    total_[arm] += bit ? 1 : 0;
  }

 private:
  double count_[kArms] = {};
  double total_[kArms] = {};
};

TEST_CASE("with one level, HeLDP-UCB-B makes the choices of UCB1 on the raw bits") {
  for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 8.0, 32.0}) {
    MultiArmedLearner learner = test::learner_of(test::bernoulli(kArms, {epsilon}, epsilon));
    Ucb1OnBits ucb1;
    test::SplitMix64 random(11);
    int differences = 0;
    for (int t = 1; t <= kRounds; ++t) {
      const std::uint32_t arm = test::lowest_best_arm(learner.publish());
      differences += arm == ucb1.choose(t) ? 0 : 1;
      const bool bit = bit_of(arm, random.next());
      REQUIRE(learner.ingest(test::report(arm, 0, bit ? 1 : 0)).ok());
      ucb1.learn(arm, bit);
    }
    CAPTURE(epsilon);
    CHECK(differences == 0);
  }
}

TEST_CASE("with one level, the weighted learner is HeLDP-UCB-B: same estimates, same choices") {
  for (const double epsilon : {0.2, 1.0, 4.0}) {
    MultiArmedLearner published = test::learner_of(test::bernoulli(kArms, {epsilon}, epsilon));
    MultiArmedLearner weighted = test::learner_of(test::weighted(kArms, {epsilon}));
    test::SplitMix64 random(12);
    int differences = 0;
    double error = 0;
    for (int t = 1; t <= kRounds; ++t) {
      const MultiArmedSnapshot a = published.publish();
      const MultiArmedSnapshot b = weighted.publish();
      const std::uint32_t arm = test::lowest_best_arm(a);
      differences += arm == test::lowest_best_arm(b) ? 0 : 1;
      for (std::uint32_t i = 0; i < kArms; ++i) {
        if (a.width[i] == kNeverPulled) continue;
        error =
            std::max({error, std::abs(a.mean[i] - b.mean[i]), std::abs(a.width[i] - b.width[i])});
      }
      const ReceivedReport report = test::report(arm, 0, bit_of(arm, random.next()) ? 1 : 0);
      REQUIRE(published.ingest(report).ok());
      REQUIRE(weighted.ingest(report).ok());
    }
    CAPTURE(epsilon);
    CHECK(differences == 0);
    CHECK(error < 1e-13 / std::tanh(epsilon / 2));
  }
}

TEST_CASE("the weighted width is never larger than that of HeLDP-UCB-B with any threshold") {
  const std::vector<double> menu{0.05, 0.2, 0.7, 1, 2, 5, 32};
  const MultiArmedExperiment experiment = test::weighted(1, menu);
  const WeightedLdpUcb weighted(experiment);
  test::SplitMix64 random(13);
  double largest_ratio = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<std::int64_t> row;
    for (std::size_t level = 0; level < menu.size(); ++level) {
      const auto count = static_cast<std::int64_t>(random.next() % (1u << (random.next() % 12)));
      row.insert(row.end(), {count, count / 2});
    }
    const double width = weighted.estimate(ArmCounts(row)).width;
    for (const double epsilon_min : menu) {
      const HeLdpUcbBernoulli published(test::bernoulli(1, menu, epsilon_min));
      const double other = published.estimate(ArmCounts(row)).width;
      if (other != kNeverPulled) largest_ratio = std::max(largest_ratio, width / other);
    }
  }
  CHECK(largest_ratio <= 1 + 1e-12);
  CHECK(largest_ratio > 0.99);  // rows with one level only: equality
}

TEST_CASE("the debiased mean of HeLDP-UCB-B leaves [0, 1] and is not clipped") {
  MultiArmedLearner learner = test::learner_of(test::bernoulli(2, {0.5}, 0.5));
  REQUIRE(learner.ingest(test::report(0, 0, 1)).ok());
  REQUIRE(learner.ingest(test::report(1, 0, 0)).ok());
  const MultiArmedSnapshot snapshot = learner.publish();
  const double theta = RandomizedResponse::create(0.5).value().theta();
  CHECK(snapshot.mean[0] == Approx(0.5 + 0.5 / theta));  // 2.54
  CHECK(snapshot.mean[1] == Approx(0.5 - 0.5 / theta));  // -1.54
}

TEST_CASE("reports below the threshold change nothing but t") {
  for (const MultiArmedExperiment& experiment :
       {test::bernoulli(2, {0.2, 1}, 1), test::laplace(2, {0.2, 1}, 1)}) {
    MultiArmedLearner learner = test::learner_of(experiment);
    REQUIRE(learner.ingest(test::report(0, 1, 1)).ok());
    const MultiArmedSnapshot before = learner.publish();
    for (int i = 0; i < 5; ++i) REQUIRE(learner.ingest(test::report(1, 0, 1)).ok());
    const MultiArmedSnapshot after = learner.publish();
    CHECK(after.mean == before.mean);
    CHECK(after.width == before.width);
    CHECK(after.width[1] == kNeverPulled);
    CHECK(after.reports == 6);
    CHECK(after.scale == std::sqrt(bound_at(Bound::l4, 7)));
  }
}

// Homogeneous case of the corrected listing: at round t the lowest arm with N <= 4 ln t after round
// t - 1 is forced, and the threshold is looked at again in every round.
TEST_CASE("HeLDP-UCB-L forces the lowest arm with N <= 4 ln t, again whenever ln t has grown") {
  MultiArmedLearner learner = test::learner_of(test::laplace(3, {0.5}, 0.5));
  int counts[3] = {};
  int forced_after_a_free_round = 0;
  bool was_free = false;
  test::SplitMix64 random(14);
  for (int t = 1; t <= 3000; ++t) {
    std::int32_t expected = -1;
    for (std::int32_t arm = 2; arm >= 0; --arm) {
      if (counts[arm] <= 4 * std::log(t)) expected = arm;
    }
    const MultiArmedSnapshot snapshot = learner.publish();
    REQUIRE(snapshot.forced_arm == expected);
    was_free |= expected < 0;
    forced_after_a_free_round += was_free && expected >= 0 ? 1 : 0;
    const std::uint32_t arm = test::lowest_best_arm(snapshot);
    counts[arm] += 1;
    const auto value = static_cast<std::int32_t>(random.next() % 4096);
    REQUIRE(learner.ingest(test::report(arm, 0, arm == 0 ? value : 0)).ok());
  }
  CHECK(forced_after_a_free_round > 0);
}

}  // namespace
}  // namespace ldp
