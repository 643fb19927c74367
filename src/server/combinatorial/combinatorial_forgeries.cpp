#include "server/combinatorial/combinatorial_forgeries.hpp"

#include <cstddef>

#include "oracles/super_arm.hpp"
#include "privacy/laplace_scale.hpp"
#include "protocol/report_range.hpp"
#include "server/arms/weighted_ldp_ucb.hpp"
#include "server/forgeries/forgeable_menu.hpp"
#include "server/forgeries/forgeries.hpp"
#include "server/forgeries/super_arm_forgeries.hpp"
#include "server/forgeries/swaps.hpp"

namespace ldp {
namespace {

bool is_matroid(const DecisionSet& set) {
  return set.kind == SetKind::top_k || set.kind == SetKind::partition ||
         set.kind == SetKind::spanning_tree;
}

bool has_linear_rivals(const DecisionSet& set) {
  const bool has_them =
      set.kind == SetKind::path || set.kind == SetKind::matching || set.kind == SetKind::list;
  return has_them && (is_linear_reward(set.reward) || set.reward == SetReward::cost);
}

// Of one level: integer sums. What a number of a slate can be depends on how many there are.
ForgeableArms<int128> exact_arms(const CombinatorialExperiment& experiment,
                                 const Statistics& coordinates, std::uint32_t at_once) {
  ForgeableArms<int128> arms = forgeable_arms(experiment.reports, coordinates);
  if (payload(experiment.reports) == Payload::slate) {
    const ReportRange range = slate_range(experiment.reports.levels[0], at_once);
    arms.levels = {{{range.lowest, 1}, {range.highest, 1}}};
  }
  return arms;
}

ForgeableArms<double> menu_arms(const CombinatorialExperiment& experiment,
                                const Statistics& coordinates) {
  return forgeable_menu(WeightedLdpUcb(experiment.reports), experiment.reports, coordinates);
}

MeanParts<double> outcome_parts(const MeanParts<int128>& parts) {
  return {static_cast<double>(parts.value) / kRewardGrid, static_cast<double>(parts.weight)};
}

// Means of outcomes, whichever the payload, since super arms of different sizes are compared.
ForgeableArms<double> outcome_arms(const CombinatorialExperiment& experiment,
                                   const Statistics& coordinates, std::uint32_t at_once) {
  if (payload(experiment.reports) == Payload::bit) return menu_arms(experiment, coordinates);
  const ForgeableArms<int128> exact = exact_arms(experiment, coordinates, at_once);
  ForgeableArms<double> arms;
  for (const MeanParts<int128>& arm : exact.arms) arms.arms.push_back(outcome_parts(arm));
  arms.levels = {{outcome_parts(exact.levels[0].lowest), outcome_parts(exact.levels[0].highest)}};
  return arms;
}

}  // namespace

std::optional<std::uint64_t> combinatorial_forgeries(const CombinatorialExperiment& experiment,
                                                     const Statistics& coordinates, Oracle* oracle,
                                                     const SuperArms* all) {
  const DecisionSet& set = experiment.set;
  const bool is_single = experiment.reports.levels.size() == 1;
  const bool is_sum = experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
  // How many arms a report speaks of.
  const std::uint32_t at_once =
      payload(experiment.reports) == Payload::slate ? largest_super_arm(set) : 1;
  if (is_sum || (set.kind == SetKind::top_k && at_once == 1)) {
    const std::size_t chosen = is_sum ? 1 : set.choose;
    return is_single ? fewest_forgeries(exact_arms(experiment, coordinates, at_once), chosen)
                     : fewest_forgeries(menu_arms(experiment, coordinates), chosen);
  }
  if (is_matroid(set)) {
    const bool moves_both = at_once > 1;
    return is_single ? fewest_swap_forgeries(exact_arms(experiment, coordinates, at_once), set,
                                             moves_both)
                     : fewest_swap_forgeries(menu_arms(experiment, coordinates), set, moves_both);
  }
  if (!has_linear_rivals(set)) return std::nullopt;
  const ForgeableArms<double> arms = outcome_arms(experiment, coordinates, at_once);
  std::optional<std::uint64_t> moves;
  if (all != nullptr) {
    moves = least_forgeries(arms, set.reward, *all);
  } else if (set.kind == SetKind::list) {
    moves = least_forgeries(arms, set.reward, SuperArms{set.ends, set.members});
  } else if (oracle != nullptr) {
    moves = least_forgeries(arms, *oracle);
  }
  // A report makes no more moves than it has arms.
  if (moves) *moves = (*moves + at_once - 1) / at_once;
  return moves;
}

}  // namespace ldp
