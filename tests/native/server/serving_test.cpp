// Decisions that know of the decisions before them: tickets, and distributions of tickets.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"
#include "server/random_reports.hpp"
#include "server/serving/decision_histogram.hpp"
#include "server/serving/ticket_office.hpp"

namespace ldp {
namespace {

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST_CASE("a pending report of Weighted LDP-UCB counts as W + h, and of HeLDP-UCB-B as N + p0") {
  const std::vector<double> levels{0.2, 1, 3};
  for (const bool is_weighted : {true, false}) {
    const MultiArmedExperiment experiment =
        is_weighted ? test::weighted(4, levels) : test::bernoulli(4, levels, 1);
    MultiArmedLearner learner =
        test::learner_of(experiment, test::random_reports(experiment, 500, 61));
    const MultiArmedSnapshot snapshot = learner.publish();
    const PendingIndex index(snapshot);
    const WeightedLdpUcb weighted(experiment);
    const HeLdpUcbBernoulli bernoulli(experiment);
    const auto samples = [&](std::uint32_t arm) {
      const ArmCounts counts(learner.statistics().of_arm(arm));
      return is_weighted ? weighted.fold(counts).weight : bernoulli.fold(counts).count;
    };
    double per_report = 0;
    for (std::uint32_t arm = 0; arm < 4; ++arm) per_report += samples(arm) / 500;
    for (std::uint32_t arm = 0; arm < 4; ++arm) {
      CHECK(index(arm, 0) == upper_index(snapshot.mean[arm], snapshot.width[arm], snapshot.scale));
      for (const double pending : {1.0, 7.0, 1000.0}) {
        const double n = samples(arm);
        const double width = snapshot.width[arm] * std::sqrt(n / (n + pending * per_report));
        const double expected = snapshot.mean[arm] + width * snapshot.scale;
        // Exact for weights; for counts up to the random levels of the arm's reports.
        CHECK(index(arm, pending) == Approx(expected).epsilon(is_weighted ? 1e-12 : 0.03));
      }
    }
  }
}

TEST_CASE("with pending reports the tilt shrinks like the square of the width") {
  MultiArmedSnapshot snapshot{1, 100, 2, {0.5, 0.5}, {0.1, 0.1}, {0.3, 0}, {}, -1, -1};
  const PendingIndex index(snapshot);
  // Each arm has 50 of the 100 typical reports.
  CHECK(index(0, 150) == Approx(0.5 + 0.1 * std::sqrt(0.25) * 2 + 0.3 * 0.25 * 4));
  CHECK(index(1, 50) == Approx(0.5 + 0.1 * std::sqrt(0.5) * 2));
}

TEST_CASE(
    "an arm never pulled comes before all others, and with reports under way takes its turn") {
  const MultiArmedSnapshot snapshot{1, 100, 2, {0.5, 0}, {0.1, kNeverPulled}, {}, {}, -1, -1};
  const PendingIndex index(snapshot);
  CHECK(index(1, 0) == kNeverPulled);
  // One typical report makes a width of 0.1 sqrt(100).
  CHECK(index(1, 1) == Approx(0.5 + 1.0 * 2));
  CHECK(index(1, 25) == Approx(0.5 + 0.2 * 2));
  const MultiArmedSnapshot nothing{1, 0, 0, {0, 0}, {kNeverPulled, kNeverPulled}, {}, {}, -1, -1};
  CHECK(PendingIndex(nothing)(0, 3) == kNeverPulled);
}

MultiArmedSnapshot any_snapshot(const MultiArmedExperiment& experiment, std::size_t reports,
                                std::uint64_t seed) {
  return test::learner_of(experiment, test::random_reports(experiment, reports, seed)).publish();
}

TEST_CASE("a histogram of decisions is a law, and equal arms have equal shares") {
  for (const std::uint32_t arms : {1u, 3u, 50u}) {
    const MultiArmedExperiment experiment = test::weighted(arms, {0.5, 2});
    for (const std::uint64_t decisions : {1ull, 2ull, 10ull, 1000ull, 100'001ull, 1ull << 52}) {
      const auto nothing = decision_histogram(any_snapshot(experiment, 0, 1), decisions);
      for (const double share : nothing) CHECK(share == Approx(1.0 / arms).epsilon(1e-12));
      MultiArmedSnapshot learnt = any_snapshot(experiment, 40, 62);
      learnt.weights = decision_histogram(learnt, decisions);
      CHECK(sum(learnt.weights) == Approx(1).margin(1e-12));
      CHECK(validate(learnt, experiment).ok());
    }
  }
}

TEST_CASE("whatever algorithm published a snapshot, its histogram is a law that devices accept") {
  for (const MultiArmedExperiment& experiment : test::of_every_rule(5, {0.5, 2})) {
    REQUIRE(validate(experiment).ok());
    for (const std::size_t reports : {0u, 1u, 4u, 30u, 3000u}) {
      const MultiArmedSnapshot published = any_snapshot(experiment, reports, 71);
      for (const std::uint64_t decisions : {1u, 3u, 100u, 10000u}) {
        MultiArmedSnapshot served = published;
        served.weights = decision_histogram(published, decisions);
        CHECK(validate(served, experiment).ok());
        if (!published.weights.empty()) CHECK(served.weights == published.weights);
      }
    }
  }
}

TEST_CASE("one decision is the best arm; a burst is spread over the arms in doubt") {
  // Arm 0 is ahead of 1 by little and of 2 by much.
  const MultiArmedSnapshot snapshot{1,  300, 3, {0.52, 0.5, 0.1}, {0.03, 0.03, 0.03}, {},
                                    {}, -1,  -1};
  CHECK(decision_histogram(snapshot, 1) == std::vector<double>{1, 0, 0});
  const auto burst = decision_histogram(snapshot, 300);
  CHECK(burst[0] > burst[1]);
  CHECK(burst[1] > 0.2);
  CHECK(burst[2] == 0);
}

TEST_CASE("the histogram is that of tickets given out one after the other") {
  const MultiArmedExperiment experiment = test::weighted(7, {0.5, 2});
  for (const std::size_t reports : {0u, 5u, 60u, 2000u}) {
    const MultiArmedSnapshot snapshot = any_snapshot(experiment, reports, 63);
    for (const std::uint64_t decisions : {7u, 140u, 700u}) {
      TicketOffice office(experiment, snapshot, 1);
      test::SplitMix64 random(64);
      std::vector<double> shares(7);
      for (std::uint64_t i = 0; i < decisions; ++i) {
        shares[office.assign(0, 1, random.real()).arm] += 1.0 / static_cast<double>(decisions);
      }
      const auto histogram = decision_histogram(snapshot, decisions);
      for (std::size_t arm = 0; arm < 7; ++arm) {
        CHECK(histogram[arm] == Approx(shares[arm]).margin(1.0 / static_cast<double>(decisions)));
      }
    }
  }
}

TEST_CASE("a forced arm stays forced, and weights stay what they are") {
  MultiArmedSnapshot snapshot{1, 10, 2, {0.5, 0.9}, {0.1, 0.1}, {}, {0.25, 0.75}, -1, -1};
  CHECK(decision_histogram(snapshot, 10) == snapshot.weights);
  snapshot.forced_arm = 0;
  CHECK(decision_histogram(snapshot, 10) == std::vector<double>{1, 0});
}

TEST_CASE("a ticket ends once: redeemed, dropped or timed out") {
  const MultiArmedExperiment experiment = test::weighted(3, {1});
  TicketOffice office(experiment, any_snapshot(experiment, 30, 65), 10);
  const Ticket redeemed = office.assign(0, 1, 0.5);
  const Ticket dropped = office.assign(1, 1, 0.5);
  const Ticket late = office.assign(2, 1, 0.5);
  const Ticket fresh = office.assign(3, 1, 0.5);
  CHECK(redeemed.id == 1);
  CHECK(fresh.id == 4);
  CHECK(office.open() == 4);
  const auto refused = [&](std::uint64_t id, double now) {
    const Status redeem = office.redeem(id, now);
    const Status drop = office.drop(id, now);
    return !redeem.ok() && !drop.ok() && redeem.error().code == ErrorCode::invalid_argument &&
           redeem.error().parameter == "ticket";
  };
  for (const std::uint64_t never : {0ull, 5ull, ~0ull}) CHECK(refused(never, 4));
  REQUIRE(office.redeem(redeemed.id, 4).ok());
  CHECK(refused(redeemed.id, 4));
  REQUIRE(office.drop(dropped.id, 4).ok());
  CHECK(refused(dropped.id, 4));
  CHECK(office.open() == 2);
  CHECK(refused(late.id, 12.5));
  CHECK(office.open() == 1);
  CHECK(office.redeem(fresh.id, 13).ok());
  CHECK(office.open() == 0);
  CHECK(office.expire(100) == 0);
  CHECK(office.assign(100, 1, 0).id == 5);
  CHECK(office.expire(110) == 0);
  CHECK(office.expire(110.5) == 1);
}

TEST_CASE("what was redeemed stays pending until a snapshot can know of it") {
  const MultiArmedExperiment experiment = test::weighted(2, {1});
  MultiArmedSnapshot snapshot = any_snapshot(experiment, 30, 66);
  TicketOffice office(experiment, snapshot, 10);
  const Ticket a = office.assign(0, 1, 0);
  REQUIRE(office.redeem(a.id, 1).ok());
  CHECK(office.pending(a.arm) == 1);
  office.update(snapshot);  // the same
  CHECK(office.pending(a.arm) == 1);
  const Ticket b = office.assign(2, 1, 0);
  snapshot.id += 1;
  office.update(snapshot);
  CHECK(office.pending(a.arm) == (a.arm == b.arm ? 1 : 0));
  CHECK(office.pending(b.arm) == 1);
}

TEST_CASE("the books are exact after any history") {
  const MultiArmedExperiment experiment = test::weighted(5, {1});
  test::SplitMix64 random(67);
  MultiArmedSnapshot snapshot = any_snapshot(experiment, 10, 68);
  TicketOffice office(experiment, snapshot, 50);
  struct Issued {
    std::uint32_t arm;
    double at;
  };
  std::map<std::uint64_t, Issued> open;
  std::vector<std::uint64_t> redeemed(5);
  double now = 0;
  std::uint64_t last = 0;
  for (int step = 0; step < 20000; ++step) {
    now += static_cast<double>(random.next() % 3);
    for (auto it = open.begin(); it != open.end();) {
      it = now - it->second.at > 50 ? open.erase(it) : std::next(it);
    }
    const std::uint64_t kind = random.next() % 8;
    const std::uint64_t id = last - std::min<std::uint64_t>(last, random.next() % 60);
    const auto known = open.find(id);
    if (kind < 4) {
      const Ticket ticket = office.assign(now, 1, random.real());
      REQUIRE(ticket.id == ++last);
      open[ticket.id] = {ticket.arm, now};
    } else if (kind < 7) {
      const bool redeem = kind < 6;
      const Status status = redeem ? office.redeem(id, now) : office.drop(id, now);
      REQUIRE(status.ok() == (known != open.end()));
      if (!status.ok()) continue;
      if (redeem) redeemed[known->second.arm] += 1;
      open.erase(known);
    } else {
      office.expire(now);
      if (random.next() % 10 == 0) {
        snapshot.id += 1;
        office.update(snapshot);
        std::fill(redeemed.begin(), redeemed.end(), 0);
      }
    }
    REQUIRE(office.open() == open.size());
    for (std::uint32_t arm = 0; arm < 5; ++arm) {
      const auto held = std::count_if(open.begin(), open.end(),
                                      [&](const auto& entry) { return entry.second.arm == arm; });
      REQUIRE(office.pending(arm) == static_cast<std::uint64_t>(held) + redeemed[arm]);
    }
  }
}

TEST_CASE("a ticket follows the rule of the devices: forced, incumbent, weights, index") {
  MultiArmedExperiment experiment = test::weighted(3, {0.5, 2});
  experiment.level_aware_from = 1;
  MultiArmedSnapshot snapshot = any_snapshot(experiment, 0, 69);
  snapshot.weights = {0.5, 0, 0.5};
  snapshot.incumbent = 1;
  TicketOffice office(experiment, snapshot, 1);
  CHECK(office.assign(0, 0.5, 0.9).arm == 1);
  CHECK(office.assign(0, 2, 0).arm == 0);
  CHECK(office.assign(0, 2, 0.49).arm == 0);
  CHECK(office.assign(0, 2, 0.5).arm == 2);
  CHECK(office.assign(0, 2, 1 - 0x1p-53).arm == 2);
  snapshot.id = 2;
  snapshot.weights.clear();
  snapshot.forced_arm = 2;
  office.update(snapshot);
  CHECK(office.assign(0, 0.5, 0).arm == 2);
  CHECK(office.assign(0, 2, 0).arm == 2);
}

TEST_CASE("ties are broken at random, among the arms with least under way") {
  const MultiArmedExperiment experiment = test::weighted(4, {1});
  test::SplitMix64 random(70);
  std::vector<int> first(4);
  for (int trial = 0; trial < 4000; ++trial) {
    TicketOffice office(experiment, any_snapshot(experiment, 0, 1), 1);
    std::vector<std::uint32_t> arms;
    for (int i = 0; i < 4; ++i) arms.push_back(office.assign(0, 1, random.real()).arm);
    first[arms.front()] += 1;
    std::sort(arms.begin(), arms.end());
    REQUIRE(arms == std::vector<std::uint32_t>{0, 1, 2, 3});
  }
  // Chi-square with 3 degrees of freedom; 27.0 has a false alarm rate below 1e-5.
  double chi_square = 0;
  for (const int count : first) chi_square += std::pow(count - 1000, 2) / 1000.0;
  CHECK(chi_square < 27);
}

}  // namespace
}  // namespace ldp
