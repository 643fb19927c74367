#include "server/best_arm/successive_elimination.hpp"

#include <algorithm>
#include <limits>

namespace ldp {

BestArmChoice choose_by_elimination(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                                    double error_probability,
                                    const std::vector<std::uint32_t>& left) {
  const std::vector<ConfidenceInterval> intervals =
      intervals_of(evidence, bounds, error_probability);
  double highest = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t arm : left) highest = std::max(highest, intervals[arm].lower);
  BestArmChoice choice;
  for (const std::uint32_t arm : left) {
    if (!(intervals[arm].upper < highest)) choice.left.push_back(arm);
  }
  choice.pull = choice.left;
  choice.answer = leading_arm(evidence, choice.left);
  choice.stops = choice.left.size() == 1 && choice.answer >= 0;
  return choice;
}

}  // namespace ldp
