// How a snapshot gets its slates: decisions made one after the other, each as if those before it
// had already been reported. An epoch has many visitors and one snapshot; without the plan all of
// them would report the arm that was the least known when the epoch began.
//
// A plan for D decisions makes min(D, kMaximumSlates) slates, or fewer of long ones, each of which
// stands for as many reports. They add to the weight W of what is reported, in the typical weight
// of a report, and to the round t; means stay as they are, and an arm about which nothing is known,
// but reports are planned, counts as 1/2, the middle of all outcomes. With D = 1 it is the
// algorithm of the paper.
//
// Which arm of a slate is reported depends on counts and public coins alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oracles/public_coins.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "server/combinatorial/arm_index.hpp"
#include "server/combinatorial/kl_index.hpp"
#include "server/combinatorial/kl_menu_index.hpp"

namespace ldp {

/// The arm of a slate with the smallest weight; of equal ones that with the smallest public coin.
/// `weight_of(arm)` is W, or n. `arms` must not be empty.
template <class WeightOf>
[[nodiscard]] std::uint32_t least_reported(std::span<const std::uint32_t> arms,
                                           std::uint64_t public_seed, WeightOf weight_of) {
  std::uint32_t least = arms[0];
  for (const std::uint32_t arm : arms.subspan(1)) {
    const double weight = weight_of(arm);
    const double best = weight_of(least);
    if (weight < best ||
        (weight == best && public_uniform(public_seed, arm) < public_uniform(public_seed, least))) {
      least = arm;
    }
  }
  return least;
}

/// What a learner knows when it begins a plan.
struct PlanStart {
  std::vector<ArmSums> sums;  // [arms of a report]
  double typical_weight = 1;
  std::uint64_t reports = 0;
  std::uint32_t snapshot = 0;            // the number that the snapshot will have
  std::optional<KlMenuIndex> kl_menu{};  // of CUCB-LDP-KL with several levels
};

class SlatePlan {
 public:
  /// The experiment must be valid; it and the index must outlive the plan. decisions >= 1.
  SlatePlan(const CombinatorialExperiment& experiment, const ArmIndex& index,
            std::uint64_t public_seed, PlanStart start, std::uint64_t decisions);

  [[nodiscard]] bool is_complete() const { return snapshot_.ends.size() == slates_; }

  /// The decision round of the next slate.
  [[nodiscard]] double round() const { return round_; }

  /// [arms] in [0, 1]: what the oracle is asked for the next slate. Valid until it is taken.
  std::span<const double> next_weights();

  /// What is believed of an arm, or of a super arm if reports are about those, as the next slate
  /// sees it. Weight 0: nothing, and nothing planned.
  [[nodiscard]] const std::vector<double>& means() const { return means_; }
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }

  /// The next slate; `arms` is a super arm. Of sum reports with its position.
  void take(std::span<const std::uint32_t> arms, std::uint32_t position = 0);

  /// The snapshot, once the plan is complete.
  [[nodiscard]] CombinatorialSnapshot finish() &&;

 private:
  void expect(std::uint32_t arm, double reports);
  /// The indices of CUCB-LDP-KL: of all arms when t has grown by 0.5 %, else of those whose weight
  /// has changed. A bisection costs more than all else that a plan does for an arm.
  void refresh_kl_weights();
  [[nodiscard]] double kl_weight(std::uint32_t arm) const;

  const CombinatorialExperiment& experiment_;
  const ArmIndex& index_;
  std::uint64_t public_seed_;
  double typical_weight_;
  std::size_t slates_;
  double share_;  // reports that a slate stands for
  double round_;
  std::vector<double> means_;
  std::vector<double> weights_;  // with the reports that are planned
  std::vector<double> upper_;
  KlIndexLaw kl_;  // of the indices in upper_; t = 0: there are none yet
  std::optional<KlMenuIndex> kl_menu_;
  std::vector<std::uint32_t> moved_;  // arms whose weight has changed since
  CombinatorialSnapshot snapshot_;
};

}  // namespace ldp
