// The families of best arms and of the one-point reduction in the `learner` module; server.cpp has
// the multi-armed one. Their reports are those of the multi-armed family.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "server/best_arm/best_arm_learner.hpp"
#include "server/reduction/reduction_learner.hpp"
#include "server/serving/shown_arms.hpp"
#include "server_arms.hpp"
#include "server_learner.hpp"
#include "to_js.hpp"

namespace {

using emscripten::val;
using ldp::to_js;
using ldp::view;

struct BestArm : ldp::ScalarFamily<ldp::BestArmLearner, ldp::BestArmExperiment> {
  using Snapshot = ldp::BestArmSnapshot;

  static std::vector<std::uint8_t> shown(const ldp::BestArmExperiment& experiment,
                                         const Snapshot& snapshot) {
    return ldp::shown_arms(snapshot.arms, ldp::reports_of(experiment));
  }
  // The learner itself knows how it ended.
  static ldp::Status make_final(Snapshot& /*snapshot*/,
                                const ldp::BestArmExperiment& /*experiment*/, double /*answer*/) {
    return {};
  }
  static val describe(const Snapshot& snapshot) {
    val object = ldp::described<ldp::SnapshotLayout>(snapshot.arms);
    const ldp::BestArmState& best = snapshot.best;
    object.set("answer", best.answer);
    object.set("certified", best.certified);
    object.set("error", best.error);
    object.set("lower", view(best.lower));
    object.set("upper", view(best.upper));
    object.set("left", view(best.left));
    object.set("stopped", best.stopped);
    object.set("ended", best.ended);
    object.set("pulls", view(best.pulls));
    object.set("evidence", view(best.evidence));
    object.set("lift", view(best.lift));
    object.set("liftLower", view(best.lift_lower));
    object.set("liftUpper", view(best.lift_upper));
    return object;
  }
};

struct Reduction : ldp::ScalarFamily<ldp::ReductionLearner, ldp::ReductionExperiment> {
  using Snapshot = ldp::MultiArmedSnapshot;

  static std::vector<std::uint8_t> shown(const ldp::ReductionExperiment& experiment,
                                         const Snapshot& snapshot) {
    return ldp::shown_arms(snapshot, ldp::reports_of(experiment));
  }
  static val describe(const Snapshot& snapshot) {
    return ldp::described<ldp::SnapshotLayout>(snapshot);
  }
};

using BestArmHalf = ldp::ServerLearner<BestArm>;

// With this answer; -1: with that of the sums.
val end(BestArmHalf& half, double answer) { return to_js(half.learner().end(ldp::arm_of(answer))); }
void resume(BestArmHalf& half) { half.learner().resume(); }

// `control` is an arm, or -1.
val results(BestArmHalf& half, double control) {
  return ldp::flat_results(half.learner().results(ldp::arm_of(control)));
}

// -1: no such number.
double reports_left(BestArmHalf& half) { return half.learner().reports_left().value_or(-1); }

using ReductionHalf = ldp::ServerLearner<Reduction>;

// [arms][reports, mean loss], flat, for the learner that is reduced to.
val losses(ReductionHalf& half) {
  val flat = val::array();
  unsigned i = 0;
  for (const ldp::ArmLoss& arm : half.learner().losses()) {
    flat.set(i++, arm.reports);
    flat.set(i++, arm.mean_loss);
  }
  return flat;
}

// What it made of them, for the next publish().
val weigh(ReductionHalf& half, const val& weights) {
  return to_js(half.learner().weigh(emscripten::convertJSArrayToNumberVector<double>(weights)));
}

// 64 bits are too many for a number.
std::string public_seed(ReductionHalf& half) {
  return std::to_string(half.learner().public_seed());
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_best_arm) {
  ldp::bind_learner<BestArm>("ServerBestArmLearner")
      .function("end", &end)
      .function("reportsLeft", &reports_left)
      .function("results", &results)
      .function("resume", &resume);
  ldp::bind_learner<Reduction>("ServerReductionLearner")
      .function("results", &ldp::results_of_arms<ReductionHalf>)
      .function("losses", &losses)
      .function("weigh", &weigh)
      .function("publicSeed", &public_seed);
  emscripten::function(
      "createServerBestArmLearner",
      &ldp::create_learner<BestArm, ldp::BestArmLearnerLayout, ldp::BestArmExperiment>);
  emscripten::function(
      "createServerReductionLearner",
      &ldp::create_learner<Reduction, ldp::ReductionLearnerLayout, ldp::ReductionExperiment>);
}
