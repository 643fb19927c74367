#include "server/best_arm/duel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"
#include "privacy/randomized_response.hpp"
#include "server/best_arm/duel_mixture.hpp"

namespace ldp {

DuelTerms DuelTerms::of(const BestArmExperiment& experiment) {
  std::vector<DuelLevel> levels;
  for (const double epsilon : reports_of(experiment).levels) {
    const auto response = RandomizedResponse::create(epsilon).value();
    levels.push_back({response.flip_probability(), response.theta()});
  }
  return {experiment.arms,          std::move(levels),       experiment.error_probability,
          experiment.maximum_pulls, experiment.indifference, experiment.forged_share,
          experiment.control};
}

Duel::Duel(DuelTerms terms)
    : terms_(std::move(terms)),
      threshold_(natural_log((has_pairs() ? terms_.arms - 1.0 : 1.0) / terms_.error_probability)) {
  memory_.closed.resize(2 * terms_.levels.size() * terms_.arms);
  memory_.rows.resize(kDuelTilts * rows());
  memory_.best.resize(rows());
  if (terms_.control >= 0) memory_.lifts.resize(kLanesOfLift * kDuelTilts * terms_.arms);
  derive();
}

std::size_t Duel::rows() const {
  const std::size_t arms = terms_.arms;
  return has_pairs() ? arms * (arms - 1) : arms;
}

std::size_t Duel::row_of_pair(std::uint32_t first, std::uint32_t second) const {
  return std::size_t{first} * (terms_.arms - 1) + (second < first ? second : second - 1);
}

Status Duel::assign(const DuelMemory& memory) {
  const auto is_valid = [&] {
    if (memory.closed.size() != memory_.closed.size() ||
        memory.rows.size() != memory_.rows.size() || memory.best.size() != memory_.best.size() ||
        memory.lifts.size() != memory_.lifts.size()) {
      return false;
    }
    std::uint64_t reports = 0;
    for (std::size_t i = 0; i < memory.closed.size(); i += 2) {
      if (memory.closed[i] < 0 || memory.closed[i + 1] < 0 ||
          memory.closed[i + 1] > memory.closed[i]) {
        return false;
      }
      const auto count = static_cast<std::uint64_t>(memory.closed[i]);
      if (count > kMaximumReports - reports) return false;
      reports += count;
    }
    const auto is_zero = [](double value) { return value == 0; };
    if (reports == 0) {  // no block was closed: no bet was made
      return std::all_of(memory.rows.begin(), memory.rows.end(), is_zero) &&
             std::all_of(memory.best.begin(), memory.best.end(), is_zero) &&
             std::all_of(memory.lifts.begin(), memory.lifts.end(), is_zero);
    }
    const auto is_finite = [](double value) { return std::isfinite(value); };
    return std::all_of(memory.rows.begin(), memory.rows.end(), is_finite) &&
           std::all_of(memory.lifts.begin(), memory.lifts.end(), is_finite) &&
           std::all_of(memory.best.begin(), memory.best.end(),
                       [](double value) { return std::isfinite(value) && value >= 0; });
  };
  if (!is_valid()) return invalid("duel", "no experiment has this memory");
  memory_ = memory;
  derive();
  return {};
}

std::uint64_t Duel::reports_of_block(std::span<const std::int64_t> sums) const {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < sums.size(); i += 2) {
    const std::int64_t reports = sums[i] - memory_.closed[i];
    const std::int64_t ones = sums[i + 1] - memory_.closed[i + 1];
    if (ones < 0 || ones > reports) return 0;
    total += reports;
  }
  return static_cast<std::uint64_t>(total);
}

bool Duel::has_block(std::span<const std::int64_t> sums) const {
  return !is_over_ && reports_of_block(sums) > 0;
}

bool Duel::is_due(std::span<const std::int64_t> sums) const {
  if (is_over_) return false;
  const std::uint64_t block = reports_of_block(sums);
  if (block >= kLeastOfBlock * left_.size()) return true;
  return block > 0 && terms_.maximum_pulls > 0 && reports_ + block >= terms_.maximum_pulls;
}

DuelArm Duel::arm_at(std::span<const std::int64_t> sums, std::uint32_t arm,
                     std::size_t level) const {
  const std::size_t i = 2 * (arm * terms_.levels.size() + level);
  const auto count = [](std::int64_t reports, std::int64_t ones) {
    return DuelCount{static_cast<double>(reports), static_cast<double>(ones)};
  };
  return {count(memory_.closed[i], memory_.closed[i + 1]),
          count(sums[i] - memory_.closed[i], sums[i + 1] - memory_.closed[i + 1])};
}

std::span<double, kDuelTilts> Duel::lanes(std::vector<double>& of, std::size_t i) const {
  return std::span<double, kDuelTilts>(of.data() + i * kDuelTilts, kDuelTilts);
}

void Duel::feed(std::span<const std::int64_t> sums, std::size_t row, std::uint32_t o,
                std::uint32_t b) {
  const auto into = lanes(memory_.rows, row);
  for (std::size_t level = 0; level < terms_.levels.size(); ++level) {
    const DuelLevel& of = terms_.levels[level];
    const double d0 = terms_.forged_share - terms_.indifference * of.theta;
    add_duel(of, arm_at(sums, o, level), arm_at(sums, b, level), d0, into);
  }
  constexpr double kRounding = 1e-9;
  double& best = memory_.best[row];  // most blocks set no record
  if (log_mixture_ceiling(into) > best - kRounding) best = std::max(best, log_mixture(into));
}

void Duel::feed_lifts(std::span<const std::int64_t> sums) {
  const auto control = static_cast<std::uint32_t>(terms_.control);
  for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
    if (arm == control) continue;
    const std::size_t at = kLanesOfLift * arm;
    for (std::size_t level = 0; level < terms_.levels.size(); ++level) {
      const DuelArm one = arm_at(sums, arm, level);
      const DuelArm other = arm_at(sums, control, level);
      add_lift(terms_.levels[level], one, other, lanes(memory_.lifts, at),
               lanes(memory_.lifts, at + 1));
      add_lift(terms_.levels[level], other, one, lanes(memory_.lifts, at + 2),
               lanes(memory_.lifts, at + 3));
    }
  }
}

void Duel::close(std::span<const std::int64_t> sums) {
  if (!has_block(sums)) return;
  if (has_pairs()) {
    for (std::uint32_t one = 0; one < terms_.arms; ++one) {
      for (std::uint32_t other = 0; other < terms_.arms; ++other) {
        if (one != other) feed(sums, row_of_pair(one, other), one, other);
      }
    }
  } else if (terms_.arms == 2 || is_known()) {  // else no leader is known before the block
    for (const std::uint32_t arm : left_) feed(sums, arm, arm == leader_ ? second_ : leader_, arm);
  }
  if (terms_.control >= 0) feed_lifts(sums);
  memory_.closed.assign(sums.begin(), sums.end());
  derive();
}

void Duel::derive() {
  derive_totals();
  derive_left();
  if (!is_known()) {
    error_ = 1;
  } else if (has_pairs()) {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
      if (arm != leader_) least = std::min(least, memory_.best[row_of_pair(leader_, arm)]);
    }
    error_ = std::min(1.0, (terms_.arms - 1) * natural_exp(-least));
  } else {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
      if (arm != leader_) least = std::min(least, memory_.best[arm]);
    }
    error_ = natural_exp(-least);
  }
  // By the same comparison that drops arms, whatever exp rounds.
  if (is_certified_) error_ = std::min(error_, terms_.error_probability);
  is_over_ = is_certified_ || (terms_.maximum_pulls > 0 && reports_ >= terms_.maximum_pulls);
}

void Duel::derive_totals() {
  reports_ = 0;
  pulls_.assign(terms_.arms, 0);
  mean_.assign(terms_.arms, 0.5);
  std::size_t i = 0;
  for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
    double above = 0;
    double weight = 0;
    for (const DuelLevel& level : terms_.levels) {
      const auto reports = static_cast<double>(memory_.closed[i]);
      above += level.theta * (static_cast<double>(memory_.closed[i + 1]) - level.p0 * reports);
      weight += level.theta * level.theta * reports;
      pulls_[arm] += reports;
      reports_ += static_cast<std::uint64_t>(memory_.closed[i]);
      i += 2;
    }
    if (weight > 0) mean_[arm] = above / weight;
  }
}

void Duel::derive_left() {
  left_.clear();
  for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
    if (has_pairs() || memory_.best[arm] < threshold()) left_.push_back(arm);
  }
  if (left_.empty()) {  // the last ones fell in one block
    const auto least = std::min_element(memory_.best.begin(), memory_.best.end());
    left_.push_back(static_cast<std::uint32_t>(least - memory_.best.begin()));
  }
  leader_ = left_.front();
  for (const std::uint32_t arm : left_) {
    if (mean_[arm] > mean_[leader_]) leader_ = arm;
  }
  second_ = leader_ == left_.front() ? left_.back() : left_.front();
  for (const std::uint32_t arm : left_) {
    if (arm == leader_) continue;
    if (mean_[arm] > mean_[second_] || (mean_[arm] == mean_[second_] && arm < second_)) {
      second_ = arm;
    }
  }
  if (has_pairs()) {
    is_certified_ = true;
    for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
      if (arm != leader_ && memory_.best[row_of_pair(leader_, arm)] < threshold()) {
        is_certified_ = false;
      }
    }
    if (is_certified_) left_.assign(1, leader_);
  } else {
    is_certified_ = left_.size() == 1;
  }
}

}  // namespace ldp
