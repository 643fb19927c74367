#include "server/best_arm/kl_lucb.hpp"

#include <algorithm>

namespace ldp {

BestArmChoice choose_kl_lucb(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                             double error_probability) {
  BestArmChoice choice;
  const std::vector<std::uint32_t> all = all_arms(evidence.arms());
  const std::vector<ConfidenceInterval> intervals =
      intervals_of(evidence, bounds, error_probability);
  choice.answer = leading_arm(evidence, all);
  choice.left = all;
  choice.pull = unpulled_of(evidence, all);
  if (!choice.pull.empty()) return choice;

  const auto best = static_cast<std::uint32_t>(choice.answer);
  std::uint32_t rival = best == 0 ? 1 : 0;
  for (const std::uint32_t arm : all) {
    if (arm != best && intervals[arm].upper > intervals[rival].upper) rival = arm;
  }
  const double lower = intervals[best].lower;
  choice.stops = lower >= intervals[rival].upper;
  choice.left.clear();
  for (const std::uint32_t arm : all) {
    if (arm == best || intervals[arm].upper > lower) choice.left.push_back(arm);
  }
  choice.pull = {std::min(best, rival), std::max(best, rival)};
  return choice;
}

}  // namespace ldp
