#include "protocol/arm_odds.hpp"

#include <cmath>
#include <numeric>

namespace ldp {
namespace {

// A weight of 1 in tickets: what 53 bits of a double can say, and 4096 arms stay below 2^63.
constexpr double kTickets = 0x1p53;

// In integers the draw is exact, and an arm of weight 0 has no ticket. The largest weight has some,
// since the weights sum to 1.
ArmOdds weighted(const std::vector<double>& weights) {
  ArmOdds odds;
  std::uint64_t sum = 0;
  for (std::size_t arm = 0; arm < weights.size(); ++arm) {
    const auto tickets = static_cast<std::uint64_t>(std::floor(weights[arm] * kTickets));
    if (tickets == 0) continue;
    sum += tickets;
    odds.arms.push_back(static_cast<std::uint32_t>(arm));
    odds.cumulative.push_back(sum);
  }
  return odds;
}

ArmOdds leading(const MultiArmedSnapshot& snapshot) {
  ArmOdds best;
  double highest = 0;
  for (std::size_t arm = 0; arm < snapshot.mean.size(); ++arm) {
    const double tilt = snapshot.tilt.empty() ? 0 : snapshot.tilt[arm];
    const double index = upper_index(snapshot.mean[arm], snapshot.width[arm], snapshot.scale, tilt);
    if (best.arms.empty() || index > highest) {
      best.arms.clear();
      highest = index;
    }
    if (index == highest) best.arms.push_back(static_cast<std::uint32_t>(arm));
  }
  return best;
}

}  // namespace

ArmOdds ArmOdds::uniform(std::uint32_t arms) {
  ArmOdds odds;
  odds.arms.resize(arms);
  std::iota(odds.arms.begin(), odds.arms.end(), 0u);
  return odds;
}

ArmOdds ArmOdds::of(const MultiArmedSnapshot& snapshot, const MultiArmedExperiment& experiment,
                    double level) {
  if (snapshot.forced_arm >= 0) return {{static_cast<std::uint32_t>(snapshot.forced_arm)}};
  if (level < experiment.level_aware_from && snapshot.incumbent >= 0) {
    return {{static_cast<std::uint32_t>(snapshot.incumbent)}};
  }
  return snapshot.weights.empty() ? leading(snapshot) : weighted(snapshot.weights);
}

}  // namespace ldp
