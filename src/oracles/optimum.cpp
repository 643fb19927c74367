#include "oracles/optimum.hpp"

#include "oracles/oracle.hpp"
#include "oracles/set_reward.hpp"
#include "oracles/walk.hpp"

namespace ldp {

Result<Optimum> optimum(const DecisionSet& set, std::span<const double> mean) {
  Result<Oracle> oracle = Oracle::create(set, 0);
  if (!oracle.ok()) return oracle.error();
  RewardFunction reward(set);
  Optimum best;
  if (oracle.value().alpha() == 1) {
    oracle.value().solve(mean, best.arms);
    best.value = reward(mean, best.arms);
    return best;
  }
  const Status status =
      walk_super_arms(set, kMaximumSearch, [&](std::span<const std::uint32_t> arms) {
        const double value = reward(mean, arms);
        if (!best.arms.empty() && value <= best.value) return;
        best.value = value;
        best.arms.assign(arms.begin(), arms.end());
      });
  if (!status.ok()) return status.error();
  return best;
}

}  // namespace ldp
