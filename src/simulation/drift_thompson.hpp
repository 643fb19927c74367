// Thompson sampling with change detection in simulation: what the server believes of the arms
// (server/multi_armed/changing_arms.hpp), and a draw from it in place of its shares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "server/learner/statistics.hpp"
#include "server/multi_armed/changing_arms.hpp"
#include "simulation/beta_posteriors.hpp"
#include "simulation/confidence.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Draws an arm by the shares that the server would publish.
class DriftDraws {
 public:
  DriftDraws(std::uint32_t arms, SeededStream stream) : arms_(arms), posteriors_(arms, stream) {}

  [[nodiscard]] std::uint32_t draw() {
    if (posteriors_.word() >= forced_below_) return posteriors_.draw();
    const auto arm = static_cast<std::uint32_t>(open_uniform(posteriors_.word()) * arms_);
    return std::min(arm, arms_ - 1);
  }

  void set(const ChangingArms& arms) {
    for (std::uint32_t arm = 0; arm < arms_; ++arm) set(arms, arm);
    set_forced(arms);
  }
  /// After reports of one arm that changed nothing about the others.
  void set(const ChangingArms& arms, std::uint32_t arm) {
    const BetaBelief belief = arms.belief(arm);
    posteriors_.set(arm, belief.ones, belief.zeros);
    if (arms.reports() > same_until_) set_forced(arms);
  }

 private:
  void set_forced(const ChangingArms& arms) {
    forced_below_ = word_bound(arms.forced_share());
    same_until_ = arms.same_share_until();
  }

  std::uint32_t arms_;
  BetaPosteriors posteriors_;
  std::uint64_t forced_below_ = 0;
  std::uint64_t same_until_ = 0;
};

/// Rounds in which everything arrives at once: an epoch is one round.
class DriftThompsonLearner {
 public:
  static constexpr bool kTilted = false;

  /// The experiment must be valid.
  DriftThompsonLearner(const MultiArmedExperiment& experiment, SeededStream stream)
      : arms_(experiment), draws_(experiment.arms, stream) {
    draws_.set(arms_);
  }

  class Pull {
   public:
    void learn(std::uint32_t, std::int64_t bit) { bit_ = bit; }
    [[nodiscard]] static ArmEstimate estimate() { return {}; }
    [[nodiscard]] std::int64_t bit() const { return bit_; }

   private:
    std::int64_t bit_ = -1;  // no report
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    return {draws_.draw(), Lead::none(round)};
  }
  [[nodiscard]] static Pull pull(std::uint32_t) { return {}; }
  void put(std::uint32_t arm, const Pull& pull) {
    if (pull.bit() < 0) return;
    arms_.add(arm, 1, pull.bit());
    if (arms_.end_epoch()) {
      draws_.set(arms_);
    } else {
      draws_.set(arms_, arm);
    }
  }

  [[nodiscard]] const ChangingArms& arms() const { return arms_; }

 private:
  ChangingArms arms_;
  DriftDraws draws_;
};

/// The same where reports travel: the sums of an epoch are kept until all its reports have come, as
/// DriftLearner keeps them.
class DeliveredDrift final : public DeliveredLearner {
 public:
  /// delay: how many rounds a report may be late.
  DeliveredDrift(const MultiArmedExperiment& experiment, SeededStream stream, std::uint64_t delay)
      : experiment_(experiment),
        delay_(delay),
        folded_(experiment),
        known_(experiment),
        draws_(experiment.arms, stream) {}

  void learn(const SentReport& report) override {
    ReceivedReport received;
    received.arm = report.arm;
    received.level = report.level;
    received.value = static_cast<std::int32_t>(report.value);
    const auto at = static_cast<std::size_t>(report.epoch - open_.front().number);
    (void)open_[at].sums.add(received);
  }

  ArmEstimate estimate(std::uint32_t arm, double) override { return known_.estimate(arm); }
  bool must_play(std::uint32_t, double) const override { return false; }

  void start_epoch(std::uint64_t epoch, std::uint64_t round) override {
    while (!open_.empty() && end_of_front(round) + delay_ < round) {
      take(folded_, open_.front());
      open_.pop_front();
    }
    known_ = folded_;
    for (const Epoch& open : open_) take(known_, open);
    draws_.set(known_);
    open_.push_back({epoch, round, Statistics(experiment_)});
  }

  std::optional<std::uint32_t> draw() override { return draws_.draw(); }

 private:
  struct Epoch {
    std::uint64_t number;
    std::uint64_t round;  // the first
    Statistics sums;
  };

  static void take(ChangingArms& arms, const Epoch& epoch) {
    if (epoch.sums.reports() > 0) arms.take(epoch.sums);
  }
  // The last round of the oldest open epoch; one that begins with `round` comes next.
  [[nodiscard]] std::uint64_t end_of_front(std::uint64_t round) const {
    return (open_.size() > 1 ? open_[1].round : round) - 1;
  }

  MultiArmedExperiment experiment_;
  std::uint64_t delay_;
  ChangingArms folded_;
  ChangingArms known_;
  DriftDraws draws_;
  std::deque<Epoch> open_;
};

}  // namespace ldp
