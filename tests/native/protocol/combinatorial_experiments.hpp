// Combinatorial experiments and reports that the tests of protocol/, client/ and server/ share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/decision_sets.hpp"
#include "protocol/report_bytes.hpp"

namespace ldp::test {

inline CombinatorialReportDecoder decoder_of(const CombinatorialExperiment& experiment) {
  return {experiment, largest_super_arm(experiment.set)};
}

inline Result<ReceivedSlateReport> decode_combinatorial_report(
    std::span<const std::uint8_t> bytes, const CombinatorialExperiment& experiment) {
  return decoder_of(experiment).decode_one(bytes);
}

inline Status decode_combinatorial_reports(std::span<const std::uint8_t> bytes,
                                           const CombinatorialExperiment& experiment,
                                           std::vector<ReceivedSlateReport>& reports) {
  return decoder_of(experiment).decode(bytes, reports);
}

// With what an algorithm that leaves a choice has as its default.
inline CombinatorialExperiment combinatorial(Algorithm algorithm, DecisionSet set,
                                             std::vector<double> levels = {1}) {
  CombinatorialExperiment experiment;
  experiment.reports.algorithm = algorithm;
  experiment.reports.arms = set.arms;
  experiment.reports.levels = std::move(levels);
  experiment.set = std::move(set);
  experiment.coordinate = coordinate_without_choice(algorithm);
  if (algorithm == Algorithm::cucb_ldp1) experiment.width = CombinatorialWidth::corrected;
  if (algorithm == Algorithm::cucb_ldp2) experiment.width = CombinatorialWidth::published;
  return experiment;
}

// Of `super_arms` super arms.
inline CombinatorialExperiment of_sums(DecisionSet set, std::uint32_t super_arms,
                                       std::vector<double> levels = {1}) {
  CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_sum, std::move(set), std::move(levels));
  experiment.reports.arms = super_arms;
  return experiment;
}

template <class Integer>
std::string spell_list(const std::vector<Integer>& values) {
  std::string text = "[";
  for (const Integer value : values) {
    if (text.size() > 1) text += ',';
    text += std::to_string(value);
  }
  return text + "]";
}

// A report about all arms of a slate.
inline std::string spell(const ReceivedSlateReport& report) {
  return "{\"v\":1,\"id\":\"" + spell_id(report.id) +
         "\",\"snapshot\":" + std::to_string(report.snapshot) +
         ",\"arms\":" + spell_list(report.arms) + ",\"level\":" + std::to_string(report.level) +
         ",\"noisy\":" + spell_list(report.values) + "}";
}

}  // namespace ldp::test
