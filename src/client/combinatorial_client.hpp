// The half of a combinatorial semi-bandit that runs on the device: it draws one of the public
// slates of the snapshot, and turns what the visitor did with it into a report, which leaves.
// Which coordinate that report is about stands in the snapshot (or is drawn here), before the
// visitor sees anything. Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially
// Private Combinatorial Semi-Bandits", Algorithms 1 and 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "client/policy.hpp"
#include "client/random_super_arm.hpp"
#include "client/slate_decision.hpp"
#include "foundation/result.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "mechanisms/reward_transform.hpp"
#include "mechanisms/slate_release.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class CombinatorialClient {
 public:
  /// The client reports at the largest level of the menu that does not exceed `pinned_epsilon`.
  /// `neutral` is the outcome that every arm of an unanswered decision stands for, before
  /// `transform`.
  /// Errors: invalid_argument for an invalid experiment, a decision set without a super arm, a
  /// pinned epsilon outside [2^-10, 32], a neutral outcome that is not finite; manifest_mismatch if
  /// every level exceeds `pinned_epsilon`. The reports are pure: `pinned_delta` limits nothing.
  static Result<CombinatorialClient> create(CombinatorialExperiment experiment,
                                            const RewardTransform& transform, double neutral,
                                            double pinned_epsilon, double pinned_delta = 0);

  const CombinatorialExperiment& experiment() const { return experiment_; }
  std::uint32_t level() const { return level_; }
  /// What one report costs, from the integers of the mechanism that will randomise it: of one
  /// coordinate the whole epsilon, of all K coordinates K times that of one.
  Guarantee guarantee() const;

  /// Takes the snapshot that decisions are made from, once each of its slates is a super arm of the
  /// pinned decision set and names an arm of its own. Nothing in it can change the guarantee.
  /// Errors: invalid_argument naming the field; the snapshot in use stays.
  Status set_snapshot(const CombinatorialSnapshot& snapshot);

  /// One of the slates of the snapshot, all alike; before the first one random_super_arm(). Draws
  /// from `source` the slate (nothing if there is one only) or the order of the arms, the arm to be
  /// reported where the snapshot leaves that to the device, then the noise for an answer, then that
  /// of silence. O(K).
  /// Errors: insecure_randomness; no decision then exists.
  template <WordSource S>
  Result<PreparedSlate> choose(S& source) const {
    SlateAnswer answer;
    if (policy_ == Policy::snapshot) {
      take_slate(static_cast<std::size_t>(uniform_below(source, snapshot_.ends.size())), answer);
    } else {
      answer.arms = random_super_arm(experiment_.set, source);
    }
    if (draws_coordinate()) {
      answer.reported =
          answer.arms[static_cast<std::size_t>(uniform_below(source, answer.arms.size()))];
    }
    return std::visit(
        [&](const auto& mechanism) { return prepare(mechanism, std::move(answer), source); },
        mechanism_);
  }

  /// Fresh noise for an answer, in place; all else stays. Errors: invalid_argument ("decision") for
  /// an answer of another client; insecure_randomness; the answer stays as it was.
  template <WordSource S>
  Status redraw(SlateAnswer& answer, S& source) const {
    if (!is_own(answer)) return not_own();
    return std::visit(
        [&](const auto& mechanism) -> Status {
          if constexpr (std::is_same_v<std::decay_t<decltype(mechanism)>, SlateRelease>) {
            Result<SlateRelease::Prepared> noise = mechanism.prepare(source, answer.arms.size());
            if (!noise) return noise.error();
            std::swap(answer.noise, noise.value());
            noise.value().wipe();
          } else {
            const auto noise = mechanism.prepare(source);
            if (!noise) return noise.error();
            answer.coin = noise.value();
          }
          return {};
        },
        mechanism_);
  }

  /// The canonical bytes of the report (combinatorial_report.hpp) for `outcomes`, one finite number
  /// for each arm that was shown, in their order (out of range is clamped by the transform). All of
  /// them are checked, and one is used: a report about a sum uses all of them, and so does that of
  /// CUCB-LDP1. Errors: invalid_argument ("outcomes") for another number of them, or with the
  /// position of one that is not finite, and never with its value; invalid_argument ("decision")
  /// for an answer of another client.
  Result<std::string> report(const SlateAnswer& answer, std::span<const double> outcomes,
                             const ReportId& id) const;

  /// The bytes of the report for silence: a report() of the neutral outcomes, but with noise of its
  /// own. Errors: invalid_argument ("decision") for a decision of another client.
  Result<std::string> neutral_report(const PreparedSlate& decision, const ReportId& id) const;

 private:
  using Mechanism = std::variant<ConvertToBernoulli, DiscreteLaplaceMechanism, SlateRelease>;

  CombinatorialClient(CombinatorialExperiment experiment, const RewardTransform& transform,
                      UnitReward neutral, std::uint32_t level, const Mechanism& mechanism,
                      std::uint32_t largest);

  bool reports_all() const { return std::holds_alternative<SlateRelease>(mechanism_); }
  bool reports_sum() const { return experiment_.reports.algorithm == Algorithm::cucb_ldp_sum; }
  // A public coin: no data of the device is in it.
  bool draws_coordinate() const {
    return !reports_all() && !reports_sum() && snapshot_.reported.empty();
  }

  void take_slate(std::size_t slate, SlateAnswer& answer) const;

  template <class M, WordSource S>
  Result<PreparedSlate> prepare(const M& mechanism, SlateAnswer answer, S& source) const {
    if constexpr (std::is_same_v<M, SlateRelease>) {
      Result<SlateRelease::Prepared> noise = mechanism.prepare(source, answer.arms.size());
      if (!noise) return noise.error();
      Result<SlateRelease::Prepared> forgotten = mechanism.prepare(source, answer.arms.size());
      if (!forgotten) return forgotten.error();
      const std::vector<UnitReward> neutral(answer.arms.size(), neutral_);
      auto silence = mechanism.release(forgotten.value(), neutral);
      forgotten.value().wipe();
      answer.noise = std::move(noise).value();
      return PreparedSlate{policy_, std::move(silence), std::move(answer)};
    } else {
      const auto noise = mechanism.prepare(source);
      if (!noise) return noise.error();
      const auto forgotten = mechanism.prepare(source);
      if (!forgotten) return forgotten.error();
      const std::vector<UnitReward> neutral(answer.arms.size(), neutral_);
      auto silence = mechanism.release(forgotten.value(), statement(answer, neutral));
      answer.coin = noise.value();
      return PreparedSlate{policy_, silence, std::move(answer)};
    }
  }

  bool is_own(const SlateAnswer& answer) const;
  static Error not_own() {
    return {ErrorCode::invalid_argument, "decision", "belongs to another client", 0};
  }
  // What a report about one number says before it gets its noise. `outcomes`: [arms].
  UnitReward statement(const SlateAnswer& answer, std::span<const UnitReward> outcomes) const;
  std::string about_one(const SlateAnswer& answer, const Released<std::uint8_t>& value,
                        const ReportId& id) const;
  std::string about_one(const SlateAnswer& answer, const Released<std::int32_t>& value,
                        const ReportId& id) const;
  std::string about_all(const SlateAnswer& answer,
                        const Released<std::vector<std::int32_t>>& values,
                        const ReportId& id) const;

  CombinatorialExperiment experiment_;
  RewardTransform transform_;
  UnitReward neutral_;
  std::uint32_t level_;
  Mechanism mechanism_;
  std::uint32_t largest_;  // K
  CombinatorialSnapshot snapshot_{};
  Policy policy_ = Policy::offline_uniform;
};

}  // namespace ldp
