// The linear family's part of the `learner` module, as server.cpp is the multi-armed one's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/serving/final_snapshot.hpp"
#include "server_learner.hpp"
#include "to_js.hpp"

namespace {

using emscripten::val;
using ldp::to_js;

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

// {codewords, near} of a codebook experiment, with what it left to the default; or an error. The
// manifest names them, so that devices search for nothing.
val codebook_of(const val& record) {
  const auto experiment = ldp::record_from<ldp::LinearLearnerLayout, ldp::LinearExperiment>(record);
  if (!experiment.ok()) return to_js(experiment.error());
  if (const ldp::Status status = ldp::validate(experiment.value()); !status.ok()) {
    return to_js(status);
  }
  const ldp::LinearExperiment full = ldp::with_codebook(experiment.value());
  val object = val::object();
  object.set("codewords", full.codewords);
  object.set("near", full.near);
  return object;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_linear) {
  ldp::bind_learner<Linear>("ServerLinearLearner");
  emscripten::function("codebookOf", &codebook_of);
  emscripten::function(
      "createServerLinearLearner",
      &ldp::create_learner<Linear, ldp::LinearLearnerLayout, ldp::LinearExperiment>);
}
