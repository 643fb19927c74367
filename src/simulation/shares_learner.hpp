// A rule of the server that publishes shares, in simulation: the server's own sums and shares, and
// a draw from them. Any rule with weights() plays like this, unless replicates.cpp knows a faster
// way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "server/learner/statistics.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/confidence.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

template <class Rule>
class SharesLearner final : public DeliveredLearner {
 public:
  static constexpr bool kTilted = false;

  /// The experiment must be valid.
  SharesLearner(Rule rule, const MultiArmedExperiment& experiment, SeededStream stream)
      : rule_(std::move(rule)), statistics_(experiment), stream_(stream) {}

  // For rounds in which everything arrives at once: an epoch is one round.

  class Pull {
   public:
    Pull(SharesLearner& learner, std::uint32_t arm) : learner_(learner), arm_(arm) {}
    void learn(std::uint32_t level, std::int32_t value) { learner_.add(arm_, level, value); }
    [[nodiscard]] static ArmEstimate estimate() { return {}; }

   private:
    SharesLearner& learner_;
    std::uint32_t arm_;
  };
  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    start_epoch(round, round);
    return {*draw(), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, arm); }
  void put(std::uint32_t, const Pull&) {}

  // For rounds with delayed reports.

  void learn(const SentReport& report) override {
    add(report.arm, report.level, static_cast<std::int32_t>(report.value));
  }
  ArmEstimate estimate(std::uint32_t arm, double) override {
    return rule_.estimate(ArmCounts(statistics_.of_arm(arm)));
  }
  bool must_play(std::uint32_t, double) const override { return false; }
  void start_epoch(std::uint64_t epoch, std::uint64_t) override {
    weights_ = rule_.weights(statistics_, std::max<std::uint64_t>(epoch, 2) - 1);
  }
  std::optional<std::uint32_t> draw() override {
    return draw_arm(weights_, open_uniform(stream_.next()));
  }

 private:
  // A simulation ends long before the sums are full.
  void add(std::uint32_t arm, std::uint32_t level, std::int32_t value) {
    ReceivedReport report;
    report.arm = arm;
    report.level = level;
    report.value = value;
    (void)statistics_.add(report);
  }

  Rule rule_;
  Statistics statistics_;
  SeededStream stream_;
  std::vector<double> weights_;
};

}  // namespace ldp
