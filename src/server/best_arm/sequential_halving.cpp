#include "server/best_arm/sequential_halving.hpp"

#include <algorithm>
#include <numeric>

namespace ldp {

std::uint64_t pulls_after_round(std::uint64_t budget, std::uint32_t arms, std::uint32_t left) {
  std::uint64_t rounds = 0;
  for (std::uint32_t size = arms; size > 1; size = (size + 1) / 2) ++rounds;
  std::uint64_t pulls = 0;
  for (std::uint32_t size = arms; size > 1 && size >= left; size = (size + 1) / 2) {
    pulls += budget / (size * rounds);
  }
  return pulls;
}

std::vector<std::uint32_t> better_half(const ArmEvidence& evidence,
                                       const std::vector<std::uint32_t>& left) {
  std::vector<std::uint32_t> order = left;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const bool is_known = evidence.pulls[a] > 0;
    if (is_known != (evidence.pulls[b] > 0)) return is_known;
    return evidence.mean[a] > evidence.mean[b];
  });
  order.resize((left.size() + 1) / 2);
  std::sort(order.begin(), order.end());
  return order;
}

BestArmChoice choose_by_halving(const ArmEvidence& evidence, std::uint64_t budget,
                                const std::vector<std::uint32_t>& left) {
  BestArmChoice choice;
  choice.left = left;
  const auto arms = static_cast<std::uint32_t>(evidence.arms());
  while (choice.left.size() > 1) {
    const auto quota = static_cast<double>(
        pulls_after_round(budget, arms, static_cast<std::uint32_t>(choice.left.size())));
    choice.pull.clear();
    for (const std::uint32_t arm : choice.left) {
      if (evidence.pulls[arm] < quota) choice.pull.push_back(arm);
    }
    if (!choice.pull.empty()) break;
    choice.left = better_half(evidence, choice.left);
  }
  choice.answer = leading_arm(evidence, choice.left);
  const double used = std::accumulate(evidence.pulls.begin(), evidence.pulls.end(), 0.0);
  choice.stops =
      choice.answer >= 0 && (choice.left.size() == 1 || used >= static_cast<double>(budget));
  if (choice.left.size() == 1) choice.pull = choice.left;
  return choice;
}

}  // namespace ldp
