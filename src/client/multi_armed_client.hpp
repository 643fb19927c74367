// The half of a multi-armed bandit that runs on the device: it chooses an arm from the public
// snapshot, and turns the feedback, which never leaves, into a report, which does.
// Ren, Zhou, Liu, Shroff 2020, "Multi-Armed Bandits with Local Differential Privacy", sections
// 4, 5.
#pragma once

#include <cstdint>
#include <variant>

#include "client/arm_choice.hpp"
#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_gaussian_mechanism.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "mechanisms/reward_transform.hpp"
#include "mechanisms/unit_reward.hpp"
#include "mechanisms/window_mechanism.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// A decision with all the randomness of its one report already drawn: the report for silence,
/// which is randomised at once, and the noise for an answer, which may serve for one answer only,
/// because two reports with the same noise reveal the difference of their feedback. So each has its
/// own noise, and that of the first is not kept: a device stores the report for silence before it
/// has the answer, and an attacker who finds both there (storage engines keep what was overwritten)
/// learns no more about the answer than from the report that left.
template <class... Mechanisms>
class ArmDecision {
 public:
  using Noise = std::variant<typename Mechanisms::Prepared...>;
  using Silence = std::variant<Released<std::uint8_t>, Released<std::int32_t>>;

  std::uint32_t arm() const { return arm_; }
  /// Position in the experiment's menu of levels.
  std::uint32_t level() const { return level_; }
  /// Id of the snapshot that was used; 0 for Policy::offline_uniform.
  std::uint32_t snapshot() const { return snapshot_; }
  Policy policy() const { return policy_; }
  /// The noise for an answer, for the page's own inspection. It must not leave the device.
  const Noise& noise() const { return noise_; }

 private:
  template <class...>
  friend class ArmClient;
  ArmDecision(std::uint32_t arm, std::uint32_t level, std::uint32_t snapshot, Policy policy,
              Silence silence, Noise noise)
      : arm_(arm),
        level_(level),
        snapshot_(snapshot),
        policy_(policy),
        silence_(silence),
        noise_(noise) {}

  std::uint32_t arm_;
  std::uint32_t level_;
  std::uint32_t snapshot_;
  Policy policy_;
  Silence silence_;
  Noise noise_;
};

/// A device whose reports one of `Mechanisms` randomises.
template <class... Mechanisms>
class ArmClient {
 public:
  using Decision = ArmDecision<Mechanisms...>;

  /// The client reports at the largest level of the menu that does not exceed `pinned_epsilon`.
  /// `neutral` is the feedback that an unanswered decision stands for, before `transform`.
  /// Errors: invalid_argument for an invalid experiment, a pinned epsilon outside [2^-10, 32], a
  /// neutral feedback that is not finite; manifest_mismatch if every level exceeds
  /// `pinned_epsilon`, or the experiment's delta exceeds `pinned_delta`.
  static Result<ArmClient> create(MultiArmedExperiment experiment, const RewardTransform& transform,
                                  double neutral, double pinned_epsilon, double pinned_delta = 0);

  const MultiArmedExperiment& experiment() const { return experiment_; }
  std::uint32_t level() const { return level_; }
  /// What one report costs, from the integers of the mechanism that will randomise it.
  Guarantee guarantee() const;

  /// Takes the snapshot that decisions are made from. Nothing in it can change the guarantee.
  /// O(arms). Errors: invalid_argument naming the field; the snapshot in use stays.
  Status set_snapshot(const MultiArmedSnapshot& snapshot);

  /// The arm that the snapshot says (ArmOdds::of); uniform over all arms before the first one.
  /// O(1), or O(log arms) where the snapshot has weights. Draws from `source` the arm (nothing if
  /// there is no choice), then the noise for an answer, then that of silence.
  /// Errors: insecure_randomness; no decision then exists.
  template <WordSource S>
  Result<Decision> choose(S& source) const {
    const std::uint32_t arm = arm_(source);
    return prepare(arm, snapshot_, policy_, source);
  }

  /// The same decision with fresh noise for an answer; all else stays, the report for silence too.
  /// Draws as choose() does after the arm. Errors: invalid_argument ("decision") for a decision of
  /// another client's mechanism or level; insecure_randomness.
  template <WordSource S>
  Result<Decision> redraw(const Decision& decision, S& source) const {
    if (!is_own(decision)) return not_own();
    Result<Decision> fresh = prepare(decision.arm_, decision.snapshot_, decision.policy_, source);
    if (fresh) fresh.value().silence_ = decision.silence_;
    return fresh;
  }

  /// A decision with these public parts and fresh noise: what a page kept of a decision whose noise
  /// it could not keep. Draws as redraw(). Errors: as redraw().
  template <WordSource S>
  Result<Decision> reopen(std::uint32_t arm, std::uint32_t level, std::uint32_t snapshot,
                          S& source) const {
    if (arm >= experiment_.arms || level != level_) return not_own();
    return prepare(arm, snapshot, Policy::snapshot, source);
  }

  /// The report for `feedback`, any finite number (out of range is clamped by the transform).
  /// Errors: invalid_argument ("reward") for NaN and infinities, without the value;
  /// invalid_argument ("decision") for a decision of another client's mechanism or level.
  Result<ArmReport> report(const Decision& decision, double feedback, const ReportId& id) const;

  /// The report for silence: a report() of the neutral feedback, but with noise of its own.
  /// Errors: invalid_argument ("decision") for a decision of another client's mechanism or level.
  Result<ArmReport> neutral_report(const Decision& decision, const ReportId& id) const;

 private:
  using Mechanism = std::variant<Mechanisms...>;

  ArmClient(MultiArmedExperiment experiment, const RewardTransform& transform, UnitReward neutral,
            std::uint32_t level, const Mechanism& mechanism);

  template <class M, class... Parameters>
  static Result<Mechanism> make(Parameters... parameters);
  static Result<Mechanism> make_mechanism(const MultiArmedExperiment& experiment, double epsilon);

  // One copy for its three callers: each page downloads it.
  template <WordSource S>
  [[gnu::noinline]] Result<Decision> prepare(std::uint32_t arm, std::uint32_t snapshot,
                                             Policy policy, S& source) const {
    return std::visit(
        [&](const auto& mechanism) -> Result<Decision> {
          const auto noise = mechanism.prepare(source);
          if (!noise) return noise.error();
          const auto forgotten = mechanism.prepare(source);
          if (!forgotten) return forgotten.error();
          return Decision(arm, level_, snapshot, policy,
                          mechanism.release(forgotten.value(), neutral_), noise.value());
        },
        mechanism_);
  }

  template <class M, class... Rest>
  ArmReport released(const Decision& decision, UnitReward reward, const ReportId& id) const;

  bool is_own(const Decision& decision) const;
  static Error not_own() {
    return {ErrorCode::invalid_argument, "decision", "belongs to another client", 0};
  }

  MultiArmedExperiment experiment_;
  RewardTransform transform_;
  UnitReward neutral_;
  std::uint32_t level_;
  Mechanism mechanism_;
  ArmChoice arm_;
  std::uint32_t snapshot_ = 0;
  Policy policy_ = Policy::offline_uniform;
};

using MultiArmedClient = ArmClient<ConvertToBernoulli, DiscreteLaplaceMechanism,
                                   DiscreteGaussianMechanism, WindowMechanism>;
using PreparedDecision = MultiArmedClient::Decision;
/// Refuses algorithms whose reports are not a bit.
using BitClient = ArmClient<ConvertToBernoulli>;

}  // namespace ldp
