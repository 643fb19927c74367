#include "client/arm_choice.hpp"

#include <cmath>
#include <numeric>

namespace ldp {
namespace {

// A weight of 1 in tickets: what 53 bits of a double can say, and 4096 arms stay below 2^63.
constexpr double kTickets = 0x1p53;

}  // namespace

ArmChoice ArmChoice::uniform(std::uint32_t arms) {
  std::vector<std::uint32_t> all(arms);
  std::iota(all.begin(), all.end(), 0u);
  return ArmChoice(std::move(all));
}

ArmChoice ArmChoice::of(const Snapshot& snapshot, const Experiment& experiment, double level) {
  if (snapshot.forced_arm >= 0) {
    return ArmChoice({static_cast<std::uint32_t>(snapshot.forced_arm)});
  }
  if (level < experiment.level_aware_from && snapshot.incumbent >= 0) {
    return ArmChoice({static_cast<std::uint32_t>(snapshot.incumbent)});
  }
  return snapshot.weights.empty() ? leading(snapshot) : weighted(snapshot.weights);
}

// In integers the draw is exact, and an arm of weight 0 has no ticket. The largest weight has some,
// since the weights sum to 1.
ArmChoice ArmChoice::weighted(const std::vector<double>& weights) {
  ArmChoice choice({});
  std::uint64_t sum = 0;
  for (std::size_t arm = 0; arm < weights.size(); ++arm) {
    const auto tickets = static_cast<std::uint64_t>(std::floor(weights[arm] * kTickets));
    if (tickets == 0) continue;
    sum += tickets;
    choice.arms_.push_back(static_cast<std::uint32_t>(arm));
    choice.cumulative_.push_back(sum);
  }
  return choice;
}

ArmChoice ArmChoice::leading(const Snapshot& snapshot) {
  std::vector<std::uint32_t> best;
  double highest = 0;
  for (std::size_t arm = 0; arm < snapshot.mean.size(); ++arm) {
    const double tilt = snapshot.tilt.empty() ? 0 : snapshot.tilt[arm];
    const double index = upper_index(snapshot.mean[arm], snapshot.width[arm], snapshot.scale, tilt);
    if (best.empty() || index > highest) {
      best.clear();
      highest = index;
    }
    if (index == highest) best.push_back(static_cast<std::uint32_t>(arm));
  }
  return ArmChoice(std::move(best));
}

}  // namespace ldp
