// The convex family's part of the `learner` module, as server.cpp is the multi-armed one's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_report.hpp"
#include "server/convex/convex_learner.hpp"
#include "server/serving/final_snapshot.hpp"
#include "server/serving/shown_arms.hpp"
#include "server_learner.hpp"

namespace {

using emscripten::val;
using ldp::view;

struct Convex {
  using Learner = ldp::ConvexLearner;
  using Received = ldp::ReceivedConvexReport;
  using Statistics = ldp::ConvexStatistics;
  using Snapshot = ldp::ConvexSnapshot;

  static ldp::ConvexReportDecoder decoder(const ldp::ConvexExperiment& experiment) {
    return ldp::ConvexReportDecoder(experiment);
  }
  static std::vector<std::uint8_t> shown(const ldp::ConvexExperiment& /*experiment*/,
                                         const Snapshot& snapshot) {
    return ldp::shown_points(snapshot);
  }
  static auto shown_check(std::span<const std::uint8_t> shown,
                          const ldp::ConvexExperiment& /*experiment*/, std::uint32_t id) {
    return [shown, id](std::span<const Received> reports) {
      return ldp::check_shown(shown, id, reports);
    };
  }
  static void append_terms(const Learner& learner, const Received& report,
                           std::vector<std::uint32_t>& indices, std::vector<std::int32_t>& values) {
    learner.append_terms(report, indices, values);
  }
  static double reports(const Learner& learner) { return static_cast<double>(learner.reports()); }
  static Snapshot publish(Learner& learner, std::uint64_t) { return learner.publish(); }
  // The device plays the snapshot's answer.
  static ldp::Status make_final(Snapshot& snapshot, const ldp::ConvexExperiment& /*experiment*/,
                                double /*answer*/) {
    return ldp::check_has_reports(snapshot.reports);
  }
  // What the algorithm does not have is empty, or a radius of 0.
  static val describe(const Snapshot& snapshot) {
    val object = ldp::described<ldp::ConvexSnapshotLayout>(snapshot);
    object.set("slope", view(snapshot.slope));
    object.set("curvature", view(snapshot.curvature));
    return object;
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_convex) {
  ldp::bind_learner<Convex>("ServerConvexLearner");
  emscripten::function(
      "createServerConvexLearner",
      &ldp::create_learner<Convex, ldp::ConvexLearnerLayout, ldp::ConvexExperiment>);
}
