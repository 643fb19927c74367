// The families whose reports are those of multi-armed bandits, in the `learner` module.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/statistics.hpp"
#include "server/serving/final_snapshot.hpp"
#include "server/serving/shown_arms.hpp"
#include "server_learner.hpp"

namespace ldp {

inline const MultiArmedExperiment& reports_of(const MultiArmedExperiment& experiment) {
  return experiment;
}

template <class LearnerOfFamily, class ExperimentOfFamily>
struct ScalarFamily {
  using Learner = LearnerOfFamily;
  using Received = ReceivedReport;
  struct Statistics : ldp::Statistics {
    explicit Statistics(const ExperimentOfFamily& experiment)
        : ldp::Statistics(reports_of(experiment)) {}
  };

  static ReportDecoder decoder(const ExperimentOfFamily& experiment) {
    return ReportDecoder(reports_of(experiment));
  }
  static auto shown_check(std::span<const std::uint8_t> shown, const ExperimentOfFamily& experiment,
                          std::uint32_t id) {
    return [shown, reported = reports_of(experiment), id](std::span<const Received> reports) {
      return check_shown(shown, reported, id, reports);
    };
  }
  // 1 for its count, the payload for its total; of a window its square too, which is below 2^22.
  static void append_terms(const Learner& learner, const Received& report,
                           std::vector<std::uint32_t>& indices, std::vector<std::int32_t>& values) {
    const auto& statistics = learner.statistics();
    const auto index = static_cast<std::uint32_t>(statistics.index_of(report.arm, report.level));
    indices.insert(indices.end(), {index, index + 1});
    values.insert(values.end(), {1, report.value});
    if (!statistics.has_squares()) return;
    const std::size_t square = statistics.square_index_of(report.arm, report.level);
    indices.push_back(static_cast<std::uint32_t>(square));
    values.push_back(report.value * report.value);
  }
  static double reports(const Learner& learner) {
    return static_cast<double>(learner.statistics().reports());
  }
  static auto publish(Learner& learner, std::uint64_t /*decisions*/) { return learner.publish(); }
  static Status make_final(MultiArmedSnapshot& snapshot, const ExperimentOfFamily& /*experiment*/,
                           double answer) {
    return ldp::make_final(snapshot, arm_of(answer));
  }
};

// What the reports say of each arm; `control` is an arm, or -1.
template <class Half>
emscripten::val results_of_arms(Half& half, double control) {
  const auto& learner = half.learner();
  return flat_results(arm_results(learner.statistics(),
                                  readings_of(reports_of(learner.experiment())), arm_of(control)));
}

}  // namespace ldp
