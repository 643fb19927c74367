// Tsallis-INF and EXP3 in simulation, with the server's own algorithms: every decision is drawn
// from weights, and a report teaches only beside the weights that its decision was drawn from.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "mechanisms/unit_reward.hpp"
#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"
#include "server/multi_armed/loss_sums.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/confidence.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// The loss in [0, 1] that a report stands for.
class BitLoss {
 public:
  explicit BitLoss(const MultiArmedExperiment& experiment) : rule_(experiment) {}
  [[nodiscard]] double operator()(std::uint32_t level, std::int64_t bit) const {
    return rule_.loss(level, bit != 0);
  }

 private:
  LossRule rule_;
};

/// Of a raw reward, in units of 2^-32.
struct RewardLoss {
  [[nodiscard]] double operator()(std::uint32_t, std::int64_t reward) const {
    return 1 - static_cast<double>(reward) * (1.0 / kUnitReward);
  }
};

template <class Algorithm>
void ingest_loss(Algorithm& algorithm, std::uint32_t arm, double loss,
                 std::span<const double> weights, double round) {
  if constexpr (std::is_same_v<Algorithm, TsallisInf>) {
    algorithm.ingest(arm, loss, weights, round);
  } else {
    algorithm.ingest(arm, loss, weights);
  }
}

/// Algorithm: TsallisInf or Exp3. Loss: BitLoss or RewardLoss.
template <class Algorithm, class Loss>
class AdversarialLearner {
 public:
  static constexpr bool kTilted = false;

  AdversarialLearner(Algorithm algorithm, Loss loss, SeededStream stream)
      : algorithm_(std::move(algorithm)), loss_(std::move(loss)), stream_(stream) {}

  class Pull {
   public:
    Pull(AdversarialLearner& learner, std::uint32_t arm) : learner_(learner), arm_(arm) {}

    void learn(std::uint32_t level, std::int64_t value) {
      ingest_loss(learner_.algorithm_, arm_, learner_.loss_(level, value), learner_.weights_,
                  learner_.round_);
    }
    [[nodiscard]] static ArmEstimate estimate() { return {}; }

   private:
    AdversarialLearner& learner_;
    std::uint32_t arm_;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    round_ = static_cast<double>(round);
    weights_ = algorithm_.weights(round_);
    return {draw_arm(weights_, open_uniform(stream_.next())), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, arm); }
  void put(std::uint32_t, const Pull&) {}

 private:
  Algorithm algorithm_;
  Loss loss_;
  SeededStream stream_;
  std::span<const double> weights_;  // of the algorithm, until its next ones
  double round_ = 0;
};

/// The same where reports travel: the weights of an epoch are kept until all its reports have come.
template <class Algorithm, class Loss>
class DeliveredAdversarial final : public DeliveredLearner {
 public:
  /// delay: how many rounds a report may be late.
  DeliveredAdversarial(Algorithm algorithm, Loss loss, SeededStream stream, std::uint64_t delay)
      : algorithm_(std::move(algorithm)), loss_(std::move(loss)), stream_(stream), delay_(delay) {}

  void learn(const SentReport& report) override {
    const Epoch& epoch = open_[static_cast<std::size_t>(report.epoch - open_.front().number)];
    ingest_loss(algorithm_, report.arm, loss_(report.level, report.value), epoch.weights,
                static_cast<double>(epoch.round));
  }

  ArmEstimate estimate(std::uint32_t, double) override { return {}; }
  bool must_play(std::uint32_t, double) const override { return false; }

  void start_epoch(std::uint64_t epoch, std::uint64_t round) override {
    // A report of the second epoch's predecessor arrives at the latest `delay` after its last
    // round.
    while (open_.size() > 1 && open_[1].round - 1 + delay_ < round) open_.pop_front();
    const std::span<const double> weights = algorithm_.weights(static_cast<double>(round));
    open_.push_back({epoch, round, {weights.begin(), weights.end()}});
  }

  std::optional<std::uint32_t> draw() override {
    return draw_arm(open_.back().weights, open_uniform(stream_.next()));
  }

 private:
  struct Epoch {
    std::uint64_t number = 0;
    std::uint64_t round = 0;
    std::vector<double> weights;
  };

  Algorithm algorithm_;
  Loss loss_;
  SeededStream stream_;
  std::uint64_t delay_;
  std::deque<Epoch> open_;
};

}  // namespace ldp
