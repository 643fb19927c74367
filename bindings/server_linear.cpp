// The linear family's part of the `learner` module, as server.cpp is the multi-armed one's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_report.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/serving/final_snapshot.hpp"
#include "server_learner.hpp"

namespace {

using emscripten::val;

struct Linear : ldp::ShowsEverything {
  using Learner = ldp::LinearLearner;
  using Received = ldp::ReceivedLinearReport;
  using Statistics = ldp::LinearStatistics;
  using Snapshot = ldp::LinearSnapshot;

  static ldp::LinearReportDecoder decoder(const ldp::LinearExperiment& experiment) {
    return ldp::LinearReportDecoder(experiment);
  }
  static void append_terms(const Learner& learner, const Received& report,
                           std::vector<std::uint32_t>& indices, std::vector<std::int32_t>& values) {
    ldp::LinearTerms terms;
    learner.append_terms(report, terms);
    indices.insert(indices.end(), terms.indices.begin(), terms.indices.end());
    values.insert(values.end(), terms.values.begin(), terms.values.end());
  }
  static double reports(const Learner& learner) { return static_cast<double>(learner.reports()); }
  static Snapshot publish(Learner& learner, std::uint64_t) { return learner.publish(); }
  static ldp::Status make_final(Snapshot& snapshot, const ldp::LinearExperiment& /*experiment*/,
                                double /*answer*/) {
    return ldp::make_final(snapshot);
  }
  static val describe(const Snapshot& snapshot) {
    return ldp::described<ldp::LinearSnapshotLayout>(snapshot);
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_linear) {
  ldp::bind_learner<Linear>("ServerLinearLearner");
  emscripten::function(
      "createServerLinearLearner",
      &ldp::create_learner<Linear, ldp::LinearLearnerLayout, ldp::LinearExperiment>);
}
