#include "server/serving/frozen_log_queue.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

std::vector<std::uint32_t> shuffled(std::uint32_t arms, test::SplitMix64& random) {
  std::vector<std::uint32_t> order(arms);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = arms; i-- > 1;) std::swap(order[i], order[random.next() % (i + 1)]);
  return order;
}

ArmEstimate any_estimate(test::SplitMix64& random) {
  return {3 * random.real() - 1, random.real(), random.next() % 2 == 0 ? 0 : random.real()};
}

// The scan that the queue saves.
double largest_index(const std::vector<ArmEstimate>& estimates, double bound) {
  const double scale = std::sqrt(bound);
  double largest = -kNeverPulled;
  for (const ArmEstimate& e : estimates) {
    largest = std::max(largest, upper_index(e.mean, e.width, scale, e.tilt));
  }
  return largest;
}

TEST_CASE("the queue finds what a scan finds, whatever arms learn") {
  test::SplitMix64 random(51);
  for (int trial = 0; trial < 60; ++trial) {
    const auto arms = static_cast<std::uint32_t>(1 + random.next() % 200);
    FrozenLogQueue queue(shuffled(arms, random), Bound::la);
    std::vector<ArmEstimate> estimates(arms);
    double t = 1;
    for (int step = 0; step < 3000; ++step) {
      const std::uint32_t arm =
          queue.best(t, [&](std::uint32_t asked) { return estimates[asked]; });
      const bool all_pulled = std::none_of(estimates.begin(), estimates.end(),
                                           [](const auto& e) { return e.width == kNeverPulled; });
      const ArmEstimate& e = estimates[arm];
      if (all_pulled) {
        const double scale = std::sqrt(queue.frozen_bound());
        REQUIRE(upper_index(e.mean, e.width, scale, e.tilt) ==
                largest_index(estimates, queue.frozen_bound()));
      } else {
        REQUIRE(e.width == kNeverPulled);
      }
      // Mostly the arm that was played learns; sometimes a late report comes, or none at all.
      const std::uint64_t kind = random.next() % 4;
      if (kind < 3) {
        const auto learns = kind == 2 ? static_cast<std::uint32_t>(random.next() % arms) : arm;
        estimates[learns] = any_estimate(random);
        queue.update(learns, estimates[learns]);
      }
      t += static_cast<double>(random.next() % 3);
    }
  }
}

TEST_CASE("L is that of the end of an epoch of 1 % more rounds, never smaller than that of now") {
  FrozenLogQueue queue({0, 1}, Bound::l4);
  const auto estimate = [](std::uint32_t arm) { return ArmEstimate{0.5, 1.0 / (1 + arm), 0}; };
  for (std::uint32_t arm = 0; arm < 2; ++arm) queue.update(arm, estimate(arm));
  int epochs = 0;
  double frozen = 0;
  for (double t = 1; t <= 10000; ++t) {
    (void)queue.best(t, estimate);
    CHECK(queue.frozen_bound() >= bound_at(Bound::l4, t));
    CHECK(queue.frozen_bound() <= bound_at(Bound::l4, std::ceil(1.01 * t) + 1));
    if (queue.frozen_bound() != frozen) ++epochs;
    frozen = queue.frozen_bound();
  }
  CHECK(epochs < 600);  // some hundred at the beginning, then ln(10000/100)/ln(1.01) = 463
}

TEST_CASE("arms never pulled come in the given order, in turn until a report of them comes") {
  FrozenLogQueue queue({2, 0, 3, 1}, Bound::la);
  const auto never = [](std::uint32_t) { return ArmEstimate{}; };
  for (const std::uint32_t expected : {2u, 0u, 3u, 1u, 2u}) CHECK(queue.best(1, never) == expected);
  queue.update(0, {0.5, 1, 0});
  queue.update(3, ArmEstimate{});  // discarded: as if it had never come
  std::vector<std::uint32_t> served;
  for (int i = 0; i < 6; ++i) served.push_back(queue.best(2, never));
  std::sort(served.begin(), served.end());
  CHECK(served == std::vector<std::uint32_t>{1, 1, 2, 2, 3, 3});
}

TEST_CASE("an arm whose estimate has no width comes first, until it has one") {
  FrozenLogQueue queue({0, 1, 2}, Bound::la);
  std::vector<ArmEstimate> estimates{{0.9, 1, 0}, {0.1, 0.1, 0}, {0.2, 0.1, 0}};
  for (std::uint32_t arm = 0; arm < 3; ++arm) queue.update(arm, estimates[arm]);
  estimates[1].width = kNeverPulled;
  const auto estimate = [&](std::uint32_t arm) { return estimates[arm]; };
  CHECK(queue.best(10, estimate) == 1);
  queue.update(1, {0.1, 0.1, 0});
  CHECK(queue.best(10, estimate) == 0);
}

TEST_CASE("an arm costs 16 bytes, and 32 with the two sums of its policy") {
  CHECK(FrozenLogQueue::kBytesPerArm == 16);
  CHECK(FrozenLogQueue::kBytesPerArm + 2 * sizeof(double) <=
        36);  // docs/spec/multi-armed.md, section 10
}

}  // namespace
}  // namespace ldp
