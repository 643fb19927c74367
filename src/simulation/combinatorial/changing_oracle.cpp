#include "simulation/combinatorial/changing_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ldp {

Result<ChangingOracle> ChangingOracle::create(const DecisionSet& set, std::uint64_t public_seed) {
  Result<Oracle> made = Oracle::create(set, public_seed);
  if (!made.ok()) return made.error();
  ChangingOracle changing(std::move(made).value());
  changing.weights_.assign(set.arms, 1.0);
  if (set.kind == SetKind::top_k) {
    changing.top_k_.emplace(set.arms, set.choose, public_seed);
    if (set.choose <= TopSelection::kMost) {
      changing.select_.emplace(set.arms, set.choose, public_seed);
    }
    return changing;
  }
  changing.is_member_.resize(set.arms);
  changing.arms_.reserve(changing.oracle_.largest());
  // A mean over super arms of different sizes rises most for the smallest of them.
  const bool is_sum = set.reward == SetReward::sum || set.reward == SetReward::cost;
  changing.is_additive_ = is_sum && changing.oracle_.alpha() == 1 && changing.oracle_.beta() == 1;
  changing.is_lazy_ = set.kind == SetKind::influence;
  return changing;
}

void ChangingOracle::update(std::uint32_t arm, double weight) {
  if (top_k_) {
    incremental().update(arm, weight);
    return;
  }
  const double before = std::exchange(weights_[arm], weight);
  if (is_stale_ || weight == before) return;
  if (is_lazy_) {
    is_stale_ = std::abs(weight - solved_[arm]) > kLazy;
  } else {
    is_stale_ = !is_additive_ || has(arm) == (weight < before);
  }
}

void ChangingOracle::assign(std::span<const double> weights) {
  if (top_k_) {
    std::copy(weights.begin(), weights.end(), weights_.begin());
    is_stale_ = true;
    return;
  }
  if (!is_additive_ && !is_lazy_) {
    is_stale_ = is_stale_ || !std::equal(weights.begin(), weights.end(), weights_.begin());
    std::copy(weights.begin(), weights.end(), weights_.begin());
    return;
  }
  for (std::uint32_t arm = 0; arm < weights.size(); ++arm) update(arm, weights[arm]);
}

void ChangingOracle::solve() {
  for (const std::uint32_t arm : arms_) is_member_[arm] = 0;
  oracle_.solve(weights_, arms_);
  for (const std::uint32_t arm : arms_) is_member_[arm] = 1;
  if (is_lazy_) solved_ = weights_;
  is_stale_ = false;
  ++solves_;
}

}  // namespace ldp
