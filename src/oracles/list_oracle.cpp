#include "oracles/list_oracle.hpp"

#include <algorithm>

namespace ldp {

void ListOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  const auto members = [this](std::size_t position) {
    const std::uint32_t begin = position == 0 ? 0 : set_.ends[position - 1];
    return std::span<const std::uint32_t>(set_.members).subspan(begin, set_.ends[position] - begin);
  };
  std::size_t best = 0;
  double best_value = -1;
  double best_sum = -1;  // which of those that share their worst arm
  for (std::size_t position = 0; position < set_.ends.size(); ++position) {
    double sum = 0;
    double least = 2;
    for (const std::uint32_t arm : members(position)) {
      sum += keys[arm];
      least = std::min(least, keys[arm]);
    }
    const double value = set_.reward == SetReward::minimum ? least
                         : set_.reward == SetReward::mean
                             ? sum / static_cast<double>(members(position).size())
                             : sum;
    if (value < best_value || (value == best_value && sum <= best_sum)) continue;
    best = position;
    best_value = value;
    best_sum = sum;
  }
  const auto arms_of_best = members(best);
  arms.assign(arms_of_best.begin(), arms_of_best.end());
}

}  // namespace ldp
