#include "server/forgeries/super_arm_forgeries.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "oracles/public_coins.hpp"
#include "server/forgeries/contest.hpp"
#include "server/forgeries/forged_margin.hpp"

namespace ldp {
namespace {

using Arms = std::vector<std::uint32_t>;

constexpr int kRounds = 6;
constexpr int kHalvings = 48;
// The search ends once the bound is this close to that of a known rival.
constexpr double kCloseEnough = 0.999;

std::optional<std::uint64_t> rounded_up(double bound) {
  if (!(bound < static_cast<double>(kMostForgeries))) return std::nullopt;
  // Less the rounding error, with a margin.
  return static_cast<std::uint64_t>(
      std::max(1.0, std::ceil(bound - 1e-9 * std::abs(bound) - 1e-6)));
}

// The price at which fewest() of the rival that is least there is largest: each grows up to its
// maximum and falls from there, and so does the least of them. Square roots alone, since they are
// the same on every machine.
double worst_price(const ForgedMargins& margins, std::span<const std::uint32_t> best,
                   std::span<const Arms> rivals) {
  double low = margins.lowest_price();
  double high = margins.highest_price();
  for (int i = 0; i < kHalvings; ++i) {
    const double price = std::sqrt(low) * std::sqrt(high);
    ForgedMargin least;
    bool is_first = true;
    for (const Arms& rival : rivals) {
      const ForgedMargin margin = margins.between(best, rival, price);
      if (is_first || margin.fewest(price) < least.fewest(price)) least = margin;
      is_first = false;
    }
    (least.grows() ? low : high) = price;
  }
  return low;
}

// What the oracle is asked, and what it finds.
class Rivals {
 public:
  Rivals(const ForgedMargins& margins, Oracle& oracle)
      : margins_(margins), oracle_(oracle), weights_(oracle.set().arms) {}

  // Of the arms with reports; empty if there is none.
  Arms best() {
    Arms unknown;
    Arms best;
    for (std::uint32_t arm = 0; arm < weights_.size(); ++arm) {
      weights_[arm] = margins_.is_known(arm) ? margins_.mean(arm) : 0;
      if (!margins_.is_known(arm)) unknown.push_back(arm);
    }
    oracle_.solve_without(unknown, weights_, best);
    return best;
  }

  // The rival of `best` that comes closest at this price; empty if there is none. `bound`: no fewer
  // reports than that for any of them.
  Arms closest(const Arms& best, double price, double& bound) {
    for (std::uint32_t arm = 0; arm < weights_.size(); ++arm) {
      const ForgedMove move = margins_.raised(arm, price);
      const double mean = margins_.is_known(arm) ? margins_.mean(arm) : 0;
      weights_[arm] = std::max(0.0, mean + move.gain - price * move.count);
    }
    for (const std::uint32_t arm : best) {
      const ForgedMove move = margins_.lowered(arm, price);
      weights_[arm] = margins_.mean(arm) - move.gain + price * move.count;
    }
    Arms closest;
    double most = 0;
    for (const std::uint32_t arm : best) {
      oracle_.solve_without({&arm, 1}, weights_, found_);
      if (found_.empty()) continue;
      const double reward = worth(found_);
      if (!closest.empty() && reward <= most) continue;
      closest = found_;
      most = reward;
    }
    // An oracle may miss the maximum by its coins.
    const double missed = 2 * kTieBreak * (oracle_.largest() + 1);
    bound = (worth(best) - most - missed) / price;
    return closest;
  }

 private:
  [[nodiscard]] double worth(const Arms& arms) const {
    const double offset = oracle_.set().reward == SetReward::cost ? 1 : 0;
    double sum = 0;
    for (const std::uint32_t arm : arms) sum += weights_[arm] - offset;
    return sum;
  }

  const ForgedMargins& margins_;
  Oracle& oracle_;
  std::vector<double> weights_;  // [arms]
  Arms found_;
};

}  // namespace

std::optional<std::uint64_t> least_forgeries(const ForgeableArms<double>& arms, SetReward reward,
                                             const SuperArms& all) {
  if (arms.levels.empty()) return std::nullopt;
  const ForgedMargins margins(arms, reward);
  const auto is_known = [&](std::uint32_t arm) { return margins.is_known(arm); };
  std::size_t best = all.size();
  double most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!std::all_of(all[i].begin(), all[i].end(), is_known)) continue;
    const double value = margins.reward(all[i]);
    if (best < all.size() && value <= most) continue;
    best = i;
    most = value;
  }
  if (best == all.size() || all.size() < 2) return std::nullopt;
  double bound = std::numeric_limits<double>::infinity();
  double price = margins.highest_price();
  std::vector<Arms> rival(1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::equal(all[i].begin(), all[i].end(), all[best].begin(), all[best].end())) continue;
    // At the worst price of the closest rival so far, most others already need more reports.
    if (margins.between(all[best], all[i], price).fewest(price) >= bound) continue;
    rival[0].assign(all[i].begin(), all[i].end());
    const double worst = worst_price(margins, all[best], rival);
    const double fewest = margins.between(all[best], all[i], worst).fewest(worst);
    if (fewest >= bound) continue;
    bound = fewest;
    price = worst;
  }
  return rounded_up(bound);
}

std::optional<std::uint64_t> least_forgeries(const ForgeableArms<double>& arms, Oracle& oracle) {
  if (arms.levels.empty()) return std::nullopt;
  const ForgedMargins margins(arms, oracle.set().reward);
  Rivals rivals(margins, oracle);
  const Arms best = rivals.best();
  if (best.empty()) return std::nullopt;
  std::vector<Arms> found;
  double bound = 0;
  double attack = std::numeric_limits<double>::infinity();
  double price = margins.highest_price();
  for (int round = 0; round < kRounds; ++round) {
    double at_price = 0;
    found.push_back(rivals.closest(best, price, at_price));
    if (found.back().empty()) return std::nullopt;
    bound = std::max(bound, at_price);
    const std::span<const Arms> last(&found.back(), 1);
    const double its_price = worst_price(margins, best, last);
    attack = std::min(attack, margins.between(best, found.back(), its_price).fewest(its_price));
    if (bound >= kCloseEnough * attack) break;
    // No report gains more than 1, and above that price the oracle would take what is not known to
    // be cheaper than it is.
    price = std::min(1.0, found.size() == 1 ? its_price : worst_price(margins, best, found));
  }
  // The oracle's bound is a little below what it is for the rivals that it found.
  return rounded_up(std::min(bound, attack));
}

}  // namespace ldp
