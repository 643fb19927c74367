#include "protocol/best_arm_snapshot.hpp"

#include <limits>
#include <vector>

#include "catch.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

BestArmExperiment experiment() {
  BestArmExperiment experiment;
  experiment.algorithm = Algorithm::ldp_successive_elimination;
  experiment.arms = 3;
  experiment.epsilon = 1;
  return experiment;
}

BestArmSnapshot good() {
  BestArmSnapshot snapshot;
  snapshot.arms = {12, 1204, 1, {0.5, 0.25, 0.75}, {0.1, 0.1, 0.1}};
  snapshot.arms.tilt = {0, 0, 0};
  snapshot.arms.weights = {0.5, 0, 0.5};
  snapshot.best.answer = 2;
  snapshot.best.error = 0.2;
  snapshot.best.lower = {0.4, 0.15, 0.65};
  snapshot.best.upper = {0.6, 0.35, 0.85};
  snapshot.best.left = {0, 2};
  return snapshot;
}

template <class Change>
std::string_view changed(Change change) {
  BestArmSnapshot snapshot = good();
  change(snapshot.arms, snapshot.best);
  return test::refused(snapshot, experiment());
}

TEST_CASE("a best-arm snapshot is refused field by field") {
  CHECK(changed([](MultiArmedSnapshot&, BestArmState&) {}) == "");
  CHECK(changed([](MultiArmedSnapshot& s, BestArmState&) { s.mean.pop_back(); }) == "mean");
  CHECK(changed([](MultiArmedSnapshot& s, BestArmState&) { s.weights.clear(); }) == "weights");
  for (const int arm : {-2, 3}) {
    CHECK(changed([&](MultiArmedSnapshot&, BestArmState& b) { b.answer = arm; }) == "best.answer");
  }
  for (const double bad : {kNaN, -0.01, 1.01}) {
    CHECK(changed([&](MultiArmedSnapshot&, BestArmState& b) { b.error = bad; }) == "best.error");
    CHECK(changed([&](MultiArmedSnapshot&, BestArmState& b) { b.lower[1] = bad; }) == "best.lower");
    CHECK(changed([&](MultiArmedSnapshot&, BestArmState& b) { b.upper[1] = bad; }) == "best.upper");
  }
  CHECK(changed([](MultiArmedSnapshot&, BestArmState& b) { b.upper[1] = 0.14; }) == "best.upper");
  CHECK(changed([](MultiArmedSnapshot&, BestArmState& b) { b.lower.pop_back(); }) == "best.lower");
  CHECK(changed([](MultiArmedSnapshot&, BestArmState& b) { b.upper.push_back(1); }) ==
        "best.upper");
  using Arms = std::vector<std::uint32_t>;
  for (const Arms& left : {Arms{}, Arms{0, 3}, Arms{2, 0}, Arms{1, 1}}) {
    CHECK(changed([&](MultiArmedSnapshot&, BestArmState& b) { b.left = left; }) == "best.left");
  }
}

TEST_CASE("without an answer no best-arm experiment is stopped, certified or ended") {
  const auto without = [](bool BestArmState::*end) {
    return changed([&](MultiArmedSnapshot&, BestArmState& best) {
      best.answer = -1;
      best.*end = true;
    });
  };
  CHECK(changed([](MultiArmedSnapshot&, BestArmState& b) { b.answer = -1; }) == "");
  CHECK(without(&BestArmState::stopped) == "best.stopped");
  CHECK(without(&BestArmState::certified) == "best.certified");
  CHECK(without(&BestArmState::ended) == "best.ended");
}

}  // namespace
}  // namespace ldp
