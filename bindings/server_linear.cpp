// The linear family's part of the `learner` module, as server.cpp is the multi-armed one's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_report.hpp"
#include "server/linear/linear_learner.hpp"
#include "server_learner.hpp"

namespace {

using emscripten::val;
using ldp::view;

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
  static val describe(const Snapshot& snapshot) {
    val object = val::object();
    object.set("id", snapshot.id);
    object.set("reports", static_cast<double>(snapshot.reports));
    object.set("theta", view(snapshot.theta));
    object.set("factor", view(snapshot.factor));
    object.set("radius", snapshot.radius);
    object.set("exploration", snapshot.exploration);
    object.set("base", snapshot.base);
    object.set("point", view(snapshot.point));
    object.set("residual", snapshot.residual);
    return object;
  }
};

// {algorithmIndex, dimension, epsilon, delta, mechanism, calibration, radius, horizon, learner,
// restarts, spread, link, bound, largest, clip, optimism, tuning}
ldp::LinearExperiment experiment_from(const val& spec) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = static_cast<ldp::Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.dimension = spec["dimension"].as<std::uint32_t>();
  experiment.epsilon = spec["epsilon"].as<double>();
  experiment.delta = spec["delta"].as<double>();
  experiment.mechanism = ldp::word_of<ldp::LinearMechanism>(spec["mechanism"]);
  experiment.calibration = ldp::word_of<ldp::Calibration>(spec["calibration"]);
  experiment.radius = ldp::word_of<ldp::RadiusMode>(spec["radius"]);
  experiment.horizon = static_cast<std::uint64_t>(spec["horizon"].as<double>());
  experiment.learner = ldp::word_of<ldp::OnlineLearnerKind>(spec["learner"]);
  experiment.restarts = spec["restarts"].as<std::string>() == "doubling";
  experiment.spread = spec["spread"].as<double>();
  experiment.link = ldp::word_of<ldp::Link>(spec["link"]);
  experiment.bound = spec["bound"].as<double>();
  experiment.largest = spec["largest"].as<double>();
  experiment.clip = spec["clip"].as<double>();
  experiment.optimism = spec["optimism"].as<double>();
  experiment.tuning = ldp::word_of<ldp::Tuning>(spec["tuning"]);
  return experiment;
}

val create_learner(const val& spec) { return ldp::make_learner<Linear>(experiment_from(spec)); }

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_linear) {
  ldp::bind_learner<Linear>("ServerLinearLearner");
  emscripten::function("createServerLinearLearner", &create_learner);
}
