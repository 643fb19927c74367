// The contract of all learners: equal reports give equal bits, and foreign bytes change nothing.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "server/learner/open_epochs.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/learner_families.hpp"

namespace ldp::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class Snapshot>
auto& number_of(Snapshot& snapshot) {
  return snapshot.id;
}
const std::uint32_t& number_of(const BestArmSnapshot& snapshot) { return snapshot.arms.id; }
std::uint32_t& number_of(BestArmSnapshot& snapshot) { return snapshot.arms.id; }

template <class Snapshot>
bool is_same(const Snapshot& a, const Snapshot& b) {
  return a == b;
}
bool is_same(const MultiArmedSnapshot& a, const MultiArmedSnapshot& b) {
  return a.id == b.id && a.reports == b.reports && a.scale == b.scale && a.mean == b.mean &&
         a.width == b.width && a.tilt == b.tilt && a.weights == b.weights &&
         a.forced_arm == b.forced_arm && a.incumbent == b.incumbent && a.alarms == b.alarms &&
         a.last_alarm == b.last_alarm;
}
bool is_same(const BestArmSnapshot& a, const BestArmSnapshot& b) {
  return is_same(a.arms, b.arms) && a.best.answer == b.best.answer && a.best.left == b.best.left &&
         a.best.error == b.best.error && a.best.certified == b.best.certified &&
         a.best.stopped == b.best.stopped && a.best.ended == b.best.ended &&
         a.best.lower == b.best.lower && a.best.upper == b.best.upper &&
         a.best.evidence == b.best.evidence && a.best.lift_lower == b.best.lift_lower &&
         a.duel == b.duel;
}
bool is_same(const LinearSnapshot& a, const LinearSnapshot& b) {
  return a.id == b.id && a.reports == b.reports && a.theta == b.theta && a.factor == b.factor &&
         a.radius == b.radius && a.exploration == b.exploration && a.base == b.base &&
         a.point == b.point && a.residual == b.residual;
}

template <class Family, class Experiment>
typename Family::Learner learner_of(const Experiment& experiment) {
  auto learner = Family::Learner::create(experiment);
  REQUIRE(learner.ok());
  return std::move(learner).value();
}

// After `epochs` snapshots, each with reports.
template <class Family, class Experiment>
typename Family::Learner learned(const Experiment& experiment, std::uint32_t epochs) {
  auto learner = learner_of<Family>(experiment);
  typename Family::Snapshot snapshot{};
  for (std::uint32_t epoch = 0; epoch <= epochs; ++epoch) {
    if (epoch > 0) snapshot = learner.publish();
    REQUIRE(learner.ingest(Family::reports(experiment, snapshot, 9, epoch + 1)).ok());
  }
  return learner;
}

template <class Family, class Experiment>
typename Family::Sums sums_of(const Experiment& experiment) {
  using Sums = typename Family::Sums;
  if constexpr (std::is_constructible_v<Sums, Experiment>) {
    return Sums(experiment);
  } else {
    return Sums(reports_of(experiment));
  }
}

}  // namespace

#define LDP_FAMILIES \
  MultiArmedFamily, ReductionFamily, BestArmFamily, LinearFamily, CombinatorialFamily, ConvexFamily

TEMPLATE_TEST_CASE("order, sharding, sums and the moment of folding leave no trace", "",
                   LDP_FAMILIES) {
  for (const auto& experiment : TestType::experiments()) {
    auto whole = learner_of<TestType>(experiment);
    auto left = learner_of<TestType>(experiment);
    auto right = learner_of<TestType>(experiment);
    auto late = learner_of<TestType>(experiment);
    auto by_sums = learner_of<TestType>(experiment);
    std::vector<decltype(TestType::reports(experiment, {}, 0, 0))> epochs;
    typename TestType::Snapshot snapshot{};
    for (std::uint32_t epoch = 0; epoch < 5; ++epoch) {
      epochs.push_back(TestType::reports(experiment, snapshot, 40, epoch + 1));
      auto reports = epochs.back();
      REQUIRE(whole.ingest(reports).ok());
      auto sums = sums_of<TestType>(experiment);
      REQUIRE(sums.add(reports).ok());
      if (!reports.empty()) REQUIRE(by_sums.ingest(number_of(snapshot), sums).ok());
      // Every other report at the other server, backwards.
      std::reverse(reports.begin(), reports.end());
      for (std::size_t i = 0; i < reports.size(); ++i) {
        REQUIRE((i % 2 == 0 ? left : right).ingest(reports[i]).ok());
      }
      snapshot = whole.publish();
      for (auto* other : {&left, &right, &late, &by_sums}) REQUIRE(other->adopt(snapshot).ok());
      if (epoch == 2) whole.fold(2);
    }
    // All of it at the end, the last epoch first.
    for (std::size_t epoch = 5; epoch-- > 0;) REQUIRE(late.ingest(epochs[epoch]).ok());
    REQUIRE(left.merge(right).ok());
    for (auto* learner : {&whole, &left, &late, &by_sums}) learner->fold(6);
    const auto next = whole.publish();
    CHECK(number_of(next) == 6);
    for (auto* learner : {&left, &late, &by_sums}) {
      CHECK(is_same(learner->publish(), next));
      CHECK(learner->save() == whole.save());
    }
  }
}

TEMPLATE_TEST_CASE("a learner that was saved and loaded goes on with the same bits", "",
                   LDP_FAMILIES) {
  for (const auto& experiment : TestType::experiments()) {
    auto learner = learner_of<TestType>(experiment);
    typename TestType::Snapshot snapshot{};
    for (std::uint32_t epoch = 0; epoch < 70; ++epoch) {  // more than are kept open
      REQUIRE(learner.ingest(TestType::reports(experiment, snapshot, 5, epoch)).ok());
      if (epoch == 20) learner.fold(10);
      if (epoch % 23 != 0) {
        snapshot = learner.publish();
        continue;
      }
      auto loaded = learner_of<TestType>(experiment);
      REQUIRE(loaded.load(learner.save()).ok());
      CHECK(loaded.save() == learner.save());
      CHECK(loaded.snapshot_id() == learner.snapshot_id());
      snapshot = learner.publish();
      CHECK(is_same(loaded.publish(), snapshot));
      CHECK(loaded.save() == learner.save());
      learner = std::move(loaded);
    }
  }
}

TEMPLATE_TEST_CASE("a state that was saved after folding ahead of the snapshots loads again", "",
                   LDP_FAMILIES) {
  for (const auto& experiment : TestType::experiments()) {
    auto learner = learner_of<TestType>(experiment);
    learner.fold(1000);
    const auto snapshot = learner.publish();
    constexpr bool needs_open =
        std::is_same_v<TestType, CombinatorialFamily> || std::is_same_v<TestType, ConvexFamily>;
    if (needs_open) CHECK_FALSE(learner.ingest(TestType::reports(experiment, snapshot, 1, 1)).ok());
    auto loaded = learner_of<TestType>(experiment);
    REQUIRE(loaded.load(learner.save()).ok());
    CHECK(loaded.save() == learner.save());
  }
}

TEMPLATE_TEST_CASE(
    "only reports to open snapshots are taken, and no more are open than there is room", "",
    MultiArmedFamily, LinearFamily, CombinatorialFamily, ConvexFamily) {
  for (const auto& experiment : TestType::experiments()) {
    if (!TestType::keeps_places(experiment)) continue;
    auto learner = learner_of<TestType>(experiment);
    std::vector<typename TestType::Snapshot> snapshots;
    for (std::size_t i = 0; i <= kMaximumOpenEpochs; ++i) snapshots.push_back(learner.publish());
    CHECK_FALSE(learner.ingest(TestType::reports(experiment, snapshots[0], 1, 1)).ok());
    CHECK(learner.ingest(TestType::reports(experiment, snapshots[1], 1, 1)).ok());
    learner.fold(10);
    const Bytes before = learner.save();
    for (const std::uint32_t id : {0u, 9u, 68u, 0xffffffffu}) {
      auto reports = TestType::reports(experiment, snapshots[20], 2, 1);
      reports[1].snapshot = id;
      const Status status = learner.ingest(reports);
      REQUIRE_FALSE(status.ok());
      CHECK(status.error().code == ErrorCode::report_rejected);
      CHECK(status.error().parameter == "snapshot");
      const Status sums = learner.ingest(id, sums_of<TestType>(experiment));
      REQUIRE_FALSE(sums.ok());
      CHECK(sums.error().code == ErrorCode::invalid_argument);
      CHECK(sums.error().parameter == "epoch");
    }
    CHECK(learner.save() == before);
  }
}

TEMPLATE_TEST_CASE("steps from different places have no sum", "", LinearFamily, ConvexFamily) {
  for (const auto& experiment : TestType::experiments()) {
    if (!TestType::keeps_places(experiment)) continue;
    auto one = learner_of<TestType>(experiment);
    auto two = learner_of<TestType>(experiment);
    REQUIRE(one.ingest(TestType::reports(experiment, {}, 9, 1)).ok());
    REQUIRE(two.ingest(TestType::reports(experiment, {}, 9, 2)).ok());
    REQUIRE(two.adopt(one.publish()).ok());
    one.fold(1);
    const Bytes before = one.save();
    CHECK(one.merge(two).error().parameter == "state");  // two has reports that one is past
    two.fold(1);
    CHECK(one.merge(two).error().parameter == "state");  // both have taken steps, different ones
    CHECK(one.save() == before);
  }
}

TEMPLATE_TEST_CASE("the last of all numbers is never taken over: no snapshot could follow", "",
                   LDP_FAMILIES) {
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  for (const auto& experiment : TestType::experiments()) {
    auto learner = learner_of<TestType>(experiment);
    auto snapshot = learner_of<TestType>(experiment).publish();
    number_of(snapshot) = kLast;
    CHECK(learner.adopt(snapshot).error().parameter == "id");
    number_of(snapshot) = kLast - 1;
    REQUIRE(learner.adopt(snapshot).ok());
    CHECK(learner.adopt(snapshot).error().parameter == "id");
    const Bytes before = learner.save();
    auto next = learner_of<TestType>(experiment);
    REQUIRE(next.load(before).ok());
    const auto last = next.publish();
    CHECK(number_of(last) == kLast);
    CHECK(learner.load(next.save()).error().parameter == "state");
    CHECK(learner.save() == before);
  }
}

TEMPLATE_TEST_CASE("damage, cuts and additions are refused, and the learner is as it was", "",
                   LDP_FAMILIES) {
  for (const auto& experiment : TestType::experiments()) {
    const Bytes saved = learned<TestType>(experiment, 1).save();
    auto learner = learned<TestType>(experiment, 2);
    const Bytes before = learner.save();
    for (std::size_t i = 0; i < saved.size(); ++i) {
      // Every other value of the byte; of a long state one.
      for (unsigned change = saved.size() < 300 ? 1 : 255; change < 256; ++change) {
        Bytes damaged = saved;
        damaged[i] ^= static_cast<std::uint8_t>(change);
        REQUIRE_FALSE(learner.load(damaged).ok());
      }
      REQUIRE_FALSE(learner.load(std::span(saved).first(i)).ok());
    }
    Bytes longer = saved;
    longer.push_back(0);
    REQUIRE_FALSE(learner.load(longer).ok());
    CHECK(learner.save() == before);
    CHECK(learner.load(saved).ok());
    CHECK(learner.save() == saved);
  }
}

TEMPLATE_TEST_CASE("the state of another experiment is a mismatch, to load and to merge", "",
                   LDP_FAMILIES) {
  const auto all = TestType::experiments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto other = learned<TestType>(all[i], 2);
    const Bytes saved = other.save();
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (i == j) continue;
      auto learner = learner_of<TestType>(all[j]);
      const Bytes before = learner.save();
      CHECK(learner.load(saved).error().code == ErrorCode::manifest_mismatch);
      CHECK(learner.merge(other).error().code == ErrorCode::manifest_mismatch);
      CHECK(learner.save() == before);
    }
  }
}

// Reports to the first snapshot are integers and so portable; what is learnt from them is not.
TEMPLATE_TEST_CASE("saved states have the bytes that they always had", "", LDP_FAMILIES) {
  constexpr bool is_of_slates = std::is_same_v<TestType, CombinatorialFamily>;
  Bytes all;
  auto experiments = TestType::experiments();
  if constexpr (requires { TestType::kListed; }) experiments.resize(TestType::kListed);
  for (const auto& experiment : experiments) {
    const Bytes saved = learned<TestType>(experiment, is_of_slates ? 1 : 0).save();
    all.insert(all.end(), saved.begin(), saved.end());
  }
  CHECK(crc32(all) == TestType::kDigest);
}

}  // namespace ldp::test
