#include "simulation/best_arm/best_arm_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "server/best_arm/sequential_halving.hpp"

namespace ldp {

BestArmRule::BestArmRule(const BestArmExperiment& experiment, const ConfidenceBounds& bounds,
                         double unit)
    : algorithm_(experiment.algorithm),
      budget_(experiment.maximum_pulls),
      bounds_(bounds),
      lil_(LilUcb::create(experiment.constants, experiment.arms, experiment.error_probability)),
      log_inverse_error_(-std::log(experiment.error_probability)),
      unit_(unit),
      arms_(experiment.arms),
      left_(experiment.arms) {
  pull_.reserve(arms_.size());
  std::iota(left_.begin(), left_.end(), 0u);
  if (algorithm_ == Algorithm::ldp_duel) {
    DuelTerms terms = DuelTerms::of(experiment);
    terms.maximum_pulls = 0;  // the replicate counts them
    levels_ = terms.levels.size();
    duel_.emplace(std::move(terms));
    sums_.resize(2 * arms_.size() * levels_);
  }
}

void BestArmRule::add(std::uint32_t arm, std::int64_t payload, std::uint32_t level) {
  if (duel_) {
    const std::size_t at = 2 * (arm * levels_ + level);
    sums_[at] += 1;
    sums_[at + 1] += payload;
    return;
  }
  Arm& to = arms_[arm];
  to.pulls += 1;
  to.total += payload;
  to.mean = static_cast<double>(to.total) * unit_ / to.pulls;
  to.knows_upper = false;
  to.knows_lower = false;
  all_pulls_ += 1;
}

bool BestArmRule::decide() {
  switch (algorithm_) {
    case Algorithm::ldp_successive_elimination:
      decide_by_elimination();
      return true;
    case Algorithm::ldp_lil_ucb:
      decide_lil_ucb();
      return true;
    case Algorithm::ldp_sequential_halving:
      decide_by_halving();
      return true;
    case Algorithm::ldp_duel:
      return decide_duel();
    default:
      decide_kl_lucb();
      return true;
  }
}

void BestArmRule::decide_kl_lucb() {
  answer_ = leading();
  if (pulls_unknown()) return;
  const auto best = static_cast<std::uint32_t>(answer_);
  std::uint32_t rival = best == 0 ? 1 : 0;
  for (std::uint32_t arm = 0; arm < arms_.size(); ++arm) {
    if (arm != best && upper(arm) > upper(rival)) rival = arm;
  }
  stops_ = lower(best) >= upper(rival);
  pull_.assign({std::min(best, rival), std::max(best, rival)});
}

void BestArmRule::decide_by_elimination() {
  double highest = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t arm : left_) highest = std::max(highest, lower(arm));
  left_.erase(std::remove_if(left_.begin(), left_.end(),
                             [&](std::uint32_t arm) { return upper(arm) < highest; }),
              left_.end());
  pull_.assign(left_.begin(), left_.end());
  answer_ = leading();
  stops_ = left_.size() == 1 && answer_ >= 0;
}

void BestArmRule::decide_lil_ucb() {
  answer_ = leading();
  if (pulls_unknown()) return;
  std::uint32_t largest = 0;
  for (std::uint32_t arm = 1; arm < arms_.size(); ++arm) {
    if (index(arm) > index(largest)) largest = arm;
  }
  pull_.assign({largest});
  stops_ = lil_.has_nearly_all(arms_[largest].pulls, all_pulls_);
  if (stops_) answer_ = static_cast<std::int32_t>(largest);
}

void BestArmRule::decide_by_halving() {
  const auto arms = static_cast<std::uint32_t>(arms_.size());
  while (left_.size() > 1) {
    const auto quota = static_cast<double>(
        pulls_after_round(budget_, arms, static_cast<std::uint32_t>(left_.size())));
    pull_.clear();
    for (const std::uint32_t arm : left_) {
      if (arms_[arm].pulls < quota) pull_.push_back(arm);
    }
    if (!pull_.empty()) break;
    // As better_half: of equal means the arm that stands first.
    std::sort(left_.begin(), left_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const bool is_known = arms_[a].pulls > 0;
      if (is_known != (arms_[b].pulls > 0)) return is_known;
      if (arms_[a].mean != arms_[b].mean) return arms_[a].mean > arms_[b].mean;
      return a < b;
    });
    left_.resize((left_.size() + 1) / 2);
    std::sort(left_.begin(), left_.end());
  }
  answer_ = leading();
  stops_ = answer_ >= 0 && (left_.size() == 1 || all_pulls_ >= static_cast<double>(budget_));
  if (left_.size() == 1) pull_.assign(left_.begin(), left_.end());
}

// While a block is open nothing changes.
bool BestArmRule::decide_duel() {
  const bool is_due = duel_->is_due(sums_);
  if (is_due) duel_->close(sums_);
  if (!is_due && !tickets_.empty()) return false;
  MultiArmedSnapshot snapshot;
  snapshot.weights = duel_->shares();
  ArmOdds odds = ArmOdds::of(snapshot, {}, 0);
  pull_.swap(odds.arms);
  tickets_.swap(odds.cumulative);
  left_ = duel_->left();
  if (duel_->is_known()) answer_ = static_cast<std::int32_t>(duel_->leader());
  stops_ = duel_->is_over();
  return true;
}

bool BestArmRule::pulls_unknown() {
  pull_.clear();
  for (const std::uint32_t arm : left_) {
    if (arms_[arm].pulls == 0) pull_.push_back(arm);
  }
  return !pull_.empty();
}

// The arm of the largest mean among those that are left, the first of equal ones.
std::int32_t BestArmRule::leading() const {
  std::int32_t best = -1;
  for (const std::uint32_t arm : left_) {
    if (arms_[arm].pulls == 0) continue;
    if (best < 0 || arms_[arm].mean > arms_[static_cast<std::size_t>(best)].mean) {
      best = static_cast<std::int32_t>(arm);
    }
  }
  return best;
}

double BestArmRule::budget(const Arm& arm) const {
  return confidence_threshold(arm.pulls, static_cast<double>(arms_.size()), 1) + log_inverse_error_;
}

double BestArmRule::upper(std::uint32_t arm) {
  Arm& of = arms_[arm];
  if (of.pulls == 0) return std::numeric_limits<double>::infinity();
  if (!of.knows_upper) of.upper = bounds_.upper(of.mean, of.pulls, budget(of));
  of.knows_upper = true;
  return of.upper;
}

double BestArmRule::lower(std::uint32_t arm) {
  Arm& of = arms_[arm];
  if (of.pulls == 0) return -std::numeric_limits<double>::infinity();
  if (!of.knows_lower) of.lower = bounds_.lower(of.mean, of.pulls, budget(of));
  of.knows_lower = true;
  return of.lower;
}

double BestArmRule::index(std::uint32_t arm) {
  Arm& of = arms_[arm];
  if (!of.knows_upper) of.upper = of.mean + lil_.bonus(of.pulls, bounds_);
  of.knows_upper = true;
  return of.upper;
}

}  // namespace ldp
