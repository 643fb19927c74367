// The combinatorial family's part of the `learner` module, as server.cpp is the multi-armed one's.
// It also publishes with the operator's own oracle, which is JavaScript.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_report.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "server/combinatorial/open_slates.hpp"
#include "server/serving/final_snapshot.hpp"
#include "server_learner.hpp"

namespace {

using emscripten::val;
using ldp::to_js;
using ldp::view;

struct Combinatorial : ldp::ShowsEverything {
  using Learner = ldp::CombinatorialLearner;
  using Received = ldp::ReceivedSlateReport;
  using Statistics = ldp::CombinatorialStatistics;
  using Snapshot = ldp::CombinatorialSnapshot;

  static ldp::CombinatorialReportDecoder decoder(const ldp::CombinatorialExperiment& experiment) {
    return {experiment, ldp::largest_super_arm(experiment.set)};
  }
  static ldp::ShownSlates shown_check(std::span<const std::uint8_t> shown,
                                      const ldp::CombinatorialExperiment& experiment,
                                      std::uint32_t id) {
    return {experiment, shown, id};
  }
  static void append_terms(const Learner& learner, const Received& report,
                           std::vector<std::uint32_t>& indices, std::vector<std::int32_t>& values) {
    learner.statistics().append_terms(report, indices, values);
  }
  static double reports(const Learner& learner) {
    return static_cast<double>(learner.statistics().reports());
  }
  static Snapshot publish(Learner& learner, std::uint64_t decisions) {
    return learner.publish(decisions);
  }
  static ldp::Status make_final(Snapshot& snapshot, const ldp::CombinatorialExperiment& experiment,
                                double /*answer*/) {
    return ldp::make_final(snapshot, experiment);
  }
  static val describe(const Snapshot& snapshot) {
    return ldp::described<ldp::CombinatorialSnapshotLayout>(snapshot);
  }
};

using Half = ldp::ServerLearner<Combinatorial>;

// What checkEpoch() needs of an open snapshot. It stands in the state, so epochCheck() is empty.
val shown(Half& half, std::uint32_t snapshot) {
  const std::vector<std::uint8_t> bytes = half.learner().shown(snapshot);
  return val::global("Uint8Array").new_(view(bytes));
}

// What the reports say of each arm of the set, of each super arm with sum reports; `control` is one
// of them, or -1.
val results(Half& half, double control) {
  const ldp::CombinatorialExperiment& experiment = half.learner().experiment();
  const bool is_slate = ldp::payload(experiment.reports) == ldp::Payload::slate;
  const auto readings =
      ldp::readings_of(experiment.reports, is_slate ? ldp::largest_super_arm(experiment.set) : 1);
  return ldp::flat_results(
      ldp::arm_results(half.learner().statistics().coordinates(), readings, ldp::arm_of(control)));
}

// publish() in steps, for an oracle elsewhere: arms for each nextWeights() until there are none.
void begin_publish(Half& half, double decisions) {
  half.learner().begin_publish(static_cast<std::uint64_t>(decisions));
}
val next_weights(Half& half) {
  const std::span<const double> weights = half.learner().next_weights();
  return val(emscripten::typed_memory_view(weights.size(), weights.data()));
}
val propose(Half& half, const val& arms) {
  return to_js(half.learner().propose(emscripten::convertJSArrayToNumberVector<unsigned>(arms)));
}
val finish(Half& half) { return half.keep(half.learner().finish()); }

// 64 bits are too many for a number.
std::string public_seed(Half& half) { return std::to_string(half.learner().public_seed()); }

val create_learner(const val& record) {
  auto experiment =
      ldp::record_from<ldp::CombinatorialLearnerLayout, ldp::CombinatorialExperiment>(record);
  if (!experiment.ok()) return to_js(experiment.error());
  ldp::CombinatorialExperiment given = std::move(experiment).value();
  given.reports.arms = given.set.arms;
  if (given.reports.algorithm == ldp::Algorithm::cucb_ldp_sum) {
    // A sum report names a super arm.
    const auto all = ldp::enumerate(given.set);
    if (!all.ok()) return to_js(all.error());
    given.reports.arms = static_cast<std::uint32_t>(all.value().size());
  }
  return ldp::make_learner<Combinatorial>(ldp::Result(std::move(given)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_combinatorial) {
  ldp::bind_learner<Combinatorial>("ServerCombinatorialLearner")
      .function("shown", &shown)
      .function("results", &results)
      .function("beginPublish", &begin_publish)
      .function("nextWeights", &next_weights)
      .function("propose", &propose)
      .function("finish", &finish)
      .function("publicSeed", &public_seed);
  emscripten::function("createServerCombinatorialLearner", &create_learner);
}
