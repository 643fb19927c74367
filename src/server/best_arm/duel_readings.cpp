// What closed blocks say: to devices, to the advisor, and to people.
#include <algorithm>
#include <cmath>
#include <limits>

#include "server/best_arm/duel.hpp"
#include "server/best_arm/duel_mixture.hpp"
#include "server/best_arm/mean_sequence.hpp"

namespace ldp {
namespace {

std::span<const double, kDuelTilts> lanes_of(const std::vector<double>& of, std::size_t i) {
  return std::span<const double, kDuelTilts>(of.data() + i * kDuelTilts, kDuelTilts);
}

}  // namespace

std::vector<double> Duel::evidence() const {
  constexpr double kMost = 700;
  std::vector<double> evidence(terms_.arms);
  for (std::uint32_t arm = 0; arm < terms_.arms; ++arm) {
    if (has_pairs() && arm == leader_) continue;
    const std::size_t row = has_pairs() ? row_of_pair(leader_, arm) : arm;
    evidence[arm] = std::min(memory_.best[row], kMost);
  }
  return evidence;
}

DuelStanding Duel::standing() const {
  double squares = 0;
  double reports = 0;
  for (std::size_t i = 0; i < memory_.closed.size(); i += 2) {
    const double theta = terms_.levels[i / 2 % terms_.levels.size()].theta;
    const auto count = static_cast<double>(memory_.closed[i]);
    squares += theta * theta * count;
    reports += count;
  }
  double theta = terms_.levels.front().theta;
  double p0 = terms_.levels.front().p0;
  if (terms_.levels.size() > 1 && reports > 0) {
    theta = std::sqrt(squares / reports);
    p0 = (1 - theta) / 2;
  }
  return {mean_, pulls_, left_, leader_, p0, theta, terms_.indifference};
}

std::vector<double> Duel::shares() const {
  std::vector<double> shares(terms_.arms);
  if (is_over_) {
    shares[leader_] = 1;
    return shares;
  }
  if (!is_known()) {
    std::fill(shares.begin(), shares.end(), 1.0 / terms_.arms);
    return shares;
  }
  return duel_shares(standing());
}

ConfidenceInterval Duel::interval(std::uint32_t arm, double x) const {
  // The honest bits, if all forged ones were ones, and if they were zeros.
  std::vector<DuelCount> fewest;
  std::vector<DuelCount> most;
  std::size_t i = std::size_t{2} * arm * terms_.levels.size();
  for (std::size_t level = 0; level < terms_.levels.size(); ++level, i += 2) {
    const auto reports = static_cast<double>(memory_.closed[i]);
    const auto ones = static_cast<double>(memory_.closed[i + 1]);
    const double forged = std::floor(terms_.forged_share * reports);
    const double forged_ones = std::min(forged, ones);
    const double forged_zeros = std::min(forged, reports - ones);
    fewest.push_back({reports - forged_ones, ones - forged_ones});
    most.push_back({reports - forged_zeros, ones});
  }
  const ConfidenceInterval low = reward_interval(fewest, terms_.levels, x);
  if (terms_.forged_share == 0) return low;
  return {low.lower, reward_interval(most, terms_.levels, x).upper};
}

ConfidenceInterval Duel::lift(std::uint32_t arm, double x) const {
  if (static_cast<std::int32_t>(arm) == terms_.control) return {0, 0};
  const std::size_t at = kLanesOfLift * arm;
  const auto bound = [&](std::size_t i) {
    return lift_bound(lanes_of(memory_.lifts, i), lanes_of(memory_.lifts, i + 1), x);
  };
  // A share phi of forged bits makes a difference theta d of bits one of (1 - phi) theta d + phi at
  // most.
  const double forged = terms_.forged_share;
  const double theta = terms_.levels.front().theta;  // the smallest
  const auto honest = [&](double lower) {
    return std::max((lower - forged / theta) / (1 - forged), -1.0);
  };
  return {honest(bound(at)), -honest(bound(at + 2))};
}

std::optional<double> Duel::reports_left() const {
  if (is_over_) return 0;
  std::optional<double> left;
  if (is_known()) {
    const std::vector<double> shares = this->shares();
    const DuelStanding now = standing();
    double most = 0;
    for (const std::uint32_t arm : left_) {
      if (arm == leader_) continue;
      const std::size_t row = has_pairs() ? row_of_pair(leader_, arm) : arm;
      const double missing = threshold() - log_mixture(lanes_of(memory_.rows, row));
      const double rate = duel_rate(now, shares, arm);
      double needed = std::numeric_limits<double>::infinity();
      if (rate > 0) needed = std::max(missing, 0.0) / rate;
      most = std::max(most, needed);
    }
    if (most < 0x1p52) left = most;
  }
  if (terms_.maximum_pulls > 0) {
    const auto budget = static_cast<double>(terms_.maximum_pulls - reports_);
    left = std::min(left.value_or(budget), budget);
  }
  return left;
}

}  // namespace ldp
