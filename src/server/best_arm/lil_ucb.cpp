#include "server/best_arm/lil_ucb.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ldp {

LilUcb LilUcb::create(LilConstants constants, double arms, double error_probability) {
  if (constants == LilConstants::heuristic) {
    return {0, 0.5, 1 + 10 / arms, error_probability / 5, 2};
  }
  constexpr double a = 0.01;
  const double c = (2 + a) / a * std::pow(1 / std::log1p(a), 1 + a);
  const double root = std::sqrt(1 + error_probability) - 1;
  return {a, 1, 9, root * root / (4 * c), 0};
}

double LilUcb::bonus(double pulls, const ConfidenceBounds& bounds) const {
  const double inner = std::max(std::log((1 + a) * pulls + offset), 1e-9);
  const double z = std::max(std::log(inner / nu), 0.0);
  const double share = (1 + a) * z / pulls;
  return (1 + beta) * (1 + std::sqrt(a)) *
         (std::sqrt(2 * bounds.variance() * share) + bounds.scale() * share);
}

BestArmChoice choose_lil_ucb(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                             const LilUcb& constants) {
  BestArmChoice choice;
  choice.left = all_arms(evidence.arms());
  choice.answer = leading_arm(evidence, choice.left);
  choice.pull = unpulled_of(evidence, choice.left);
  if (!choice.pull.empty()) return choice;

  std::uint32_t largest = 0;
  double largest_index = 0;
  for (const std::uint32_t arm : choice.left) {
    const double index = evidence.mean[arm] + constants.bonus(evidence.pulls[arm], bounds);
    if (arm == 0 || index > largest_index) {
      largest = arm;
      largest_index = index;
    }
  }
  choice.pull = {largest};
  const double all = std::accumulate(evidence.pulls.begin(), evidence.pulls.end(), 0.0);
  choice.stops = constants.has_nearly_all(evidence.pulls[largest], all);
  if (choice.stops) choice.answer = static_cast<std::int32_t>(largest);
  return choice;
}

}  // namespace ldp
