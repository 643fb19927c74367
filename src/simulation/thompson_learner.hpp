// Thompson sampling: a draw from the posterior of every arm, and the arm of the largest draw.
// Thompson 1933; Agrawal & Goyal 2013, "Further Optimal Regret Bounds for Thompson Sampling". The
// server publishes the probabilities of the arms (server/multi_armed); here every round draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "server/arms/weighted_ldp_ucb.hpp"
#include "simulation/beta_posteriors.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/normal_posteriors.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Normal posteriors N(m, 1/(4 W)) of the weighted estimates; arms without a report first, each
/// with equal probability.
class NormalThompsonLearner {
 public:
  static constexpr bool kTilted = false;

  NormalThompsonLearner(WeightedLdpUcb policy, std::uint32_t arms, SeededStream stream)
      : policy_(std::move(policy)), sums_(arms), posteriors_(arms, stream) {}

  class Pull {
   public:
    Pull(const WeightedLdpUcb& policy, const WeightedLdpUcb::Sums& sums)
        : policy_(policy), sums_(sums) {}

    template <class Value>
    void learn(std::uint32_t level, Value bit) {
      policy_.add(sums_, level, static_cast<std::int32_t>(bit));
    }
    [[nodiscard]] ArmEstimate estimate() const { return WeightedLdpUcb::estimate(sums_); }
    [[nodiscard]] const WeightedLdpUcb::Sums& sums() const { return sums_; }

   private:
    const WeightedLdpUcb& policy_;
    WeightedLdpUcb::Sums sums_;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    return {posteriors_.draw(), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) const { return Pull(policy_, sums_[arm]); }
  void put(std::uint32_t arm, const Pull& pull) {
    sums_[arm] = pull.sums();
    if (sums_[arm].weight > 0) {
      posteriors_.set(arm, sums_[arm].reward / sums_[arm].weight,
                      0.5 / std::sqrt(sums_[arm].weight));
    }
  }

 private:
  WeightedLdpUcb policy_;
  std::vector<WeightedLdpUcb::Sums> sums_;
  NormalPosteriors posteriors_;
};

/// Beta posteriors Beta(1 + ones, 1 + zeros) of bits that all have one law: responses of one level,
/// or rewards turned into bits by a coin of their own (kIsRaw; values in units of 2^-32).
template <bool kIsRaw>
class BetaThompsonLearner {
 public:
  static constexpr bool kTilted = false;

  BetaThompsonLearner(std::uint32_t arms, SeededStream stream, double theta)
      : counts_(arms), posteriors_(arms, stream), theta_(theta) {}

  struct Counts {
    double ones = 0;
    double zeros = 0;
  };

  class Pull {
   public:
    Pull(BetaThompsonLearner& learner, const Counts& counts) : learner_(learner), counts_(counts) {}

    template <class Value>
    void learn(std::uint32_t, Value value) {
      const bool bit = kIsRaw ? learner_.is_below(value) : value != 0;
      (bit ? counts_.ones : counts_.zeros) += 1;
    }
    /// That of Weighted LDP-UCB.
    [[nodiscard]] ArmEstimate estimate() const {
      const double count = counts_.ones + counts_.zeros;
      if (count == 0) return {};
      const double theta = learner_.theta_;
      return {0.5 + 0.5 * (counts_.ones - counts_.zeros) / (theta * count),
              std::sqrt(0.5 / count) / theta};
    }
    [[nodiscard]] const Counts& counts() const { return counts_; }

   private:
    BetaThompsonLearner& learner_;
    Counts counts_;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    return {posteriors_.draw(), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) { return Pull(*this, counts_[arm]); }
  void put(std::uint32_t arm, const Pull& pull) {
    counts_[arm] = pull.counts();
    posteriors_.set(arm, counts_[arm].ones, counts_[arm].zeros);
  }

 private:
  // The coin of a raw reward, of the learner's own stream.
  [[nodiscard]] bool is_below(std::int64_t reward) {
    return static_cast<std::int64_t>(posteriors_.word() >> 32) < reward;
  }

  std::vector<Counts> counts_;
  BetaPosteriors posteriors_;
  double theta_;
};

}  // namespace ldp
