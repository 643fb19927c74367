// Streams of arbitrary valid reports for property tests.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"

namespace ldp::test {

inline std::vector<ReceivedReport> random_reports(const MultiArmedExperiment& experiment,
                                                  std::size_t count, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<ReceivedReport> reports;
  for (std::size_t i = 0; i < count; ++i) {
    const auto arm = static_cast<std::uint32_t>(random.next() % experiment.arms);
    const auto level = static_cast<std::uint32_t>(random.next() % experiment.levels.size());
    const std::int32_t value = payload(experiment) == Payload::bit
                                   ? static_cast<std::int32_t>(random.next() & 1)
                               : payload(experiment) == Payload::window
                                   ? static_cast<std::int32_t>(random.next() % 1024)
                                   : static_cast<std::int32_t>(random.next() % 20001) - 10000;
    reports.push_back(report(arm, level, value));
  }
  return reports;
}

inline MultiArmedLearner learner_of(const MultiArmedExperiment& experiment,
                                    const std::vector<ReceivedReport>& reports = {}) {
  MultiArmedLearner learner = MultiArmedLearner::create(experiment).value();
  (void)learner.ingest(reports);
  return learner;
}

// The lowest arm of the largest index: the golden tie rule.
inline std::uint32_t lowest_best_arm(const MultiArmedSnapshot& snapshot) {
  if (snapshot.forced_arm >= 0) return static_cast<std::uint32_t>(snapshot.forced_arm);
  std::uint32_t best = 0;
  const auto index = [&](std::uint32_t arm) {
    const double tilt = snapshot.tilt.empty() ? 0 : snapshot.tilt[arm];
    return upper_index(snapshot.mean[arm], snapshot.width[arm], snapshot.scale, tilt);
  };
  for (std::uint32_t arm = 1; arm < snapshot.mean.size(); ++arm) {
    if (index(arm) > index(best)) best = arm;
  }
  return best;
}

}  // namespace ldp::test
