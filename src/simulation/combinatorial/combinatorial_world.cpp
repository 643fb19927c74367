#include "simulation/combinatorial/combinatorial_world.hpp"

#include <algorithm>
#include <string_view>

#include "oracles/optimum.hpp"
#include "oracles/oracle.hpp"

namespace ldp {
namespace {

// Rewards that take longer than a pass over the arms.
bool is_slow(const DecisionSet& set) { return set.reward == SetReward::influence; }

}  // namespace

Status check_environment(const CombinatorialEnvironment& environment) {
  const auto& [set, means, together] = environment;
  if (set.kind == SetKind::custom) {
    return invalid_spec("environment", "a custom set has no oracle in a simulation", 0);
  }
  if (Status status = validate(set); !status.ok()) {
    return invalid_spec("environment", status.error().reason, status.error().value);
  }
  if (means.size() != set.arms) {
    return invalid_spec("environment", "there must be a mean for every arm of the set",
                        static_cast<double>(means.size()));
  }
  for (const double mean : means) {
    if (!(mean >= 0 && mean <= 1)) {
      return invalid_spec("environment", "a mean must be in [0, 1]", mean);
    }
  }
  if (!together.empty() && together.size() != set.arms) {
    return invalid_spec("environment", "together must have a number for every arm, or none",
                        static_cast<double>(together.size()));
  }
  for (const std::uint32_t group : together) {
    if (group >= set.arms) {
      return invalid_spec("environment", "a number in together must be below the number of arms",
                          group);
    }
  }
  return {};
}

Result<double> regret_target(const CombinatorialEnvironment& environment,
                             CombinatorialRegret regret) {
  const auto& [set, means, together] = environment;
  // The seed breaks ties only, which have one reward.
  Result<Oracle> made = Oracle::create(set, 0);
  if (!made.ok()) return invalid_spec("environment", made.error().reason, made.error().value);
  Oracle oracle = std::move(made).value();
  if (regret == CombinatorialRegret::pseudo) {
    std::vector<std::uint32_t> arms;
    oracle.solve(means, arms);
    return reward(set, means, arms);
  }
  const Result<Optimum> best = optimum(set, means);
  if (!best.ok()) return invalid_spec("regret", best.error().reason, best.error().value);
  return oracle.alpha() * oracle.beta() * best.value().value;
}

CombinatorialWorld::CombinatorialWorld(const CombinatorialEnvironment& environment,
                                       std::uint64_t seed, std::uint32_t replicate)
    : environment_(&environment),
      reward_(environment.set),
      bounds_(environment.means.size()),
      words_(seed, replicate, Purpose::rewards) {
  std::transform(environment.means.begin(), environment.means.end(), bounds_.begin(), word_bound);
}

double CombinatorialWorld::reward(std::span<const std::uint32_t> arms) {
  if (!is_slow(environment_->set)) return reward_(environment_->means, arms);
  const auto [known, is_new] =
      known_.try_emplace(std::vector<std::uint32_t>(arms.begin(), arms.end()), 0.0);
  if (is_new) known->second = reward_(environment_->means, arms);
  return known->second;
}

}  // namespace ldp
