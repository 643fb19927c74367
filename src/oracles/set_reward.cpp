#include "oracles/set_reward.hpp"

#include <algorithm>
#include <cstddef>

#include "oracles/public_coins.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kInfluenceSeed = 0x6c6976652d656467;  // any: "live-edg"

}  // namespace

RewardFunction::RewardFunction(const DecisionSet& set) : set_(set), missed_(set.right) {
  if (set.kind != SetKind::influence) return;
  leaving_.emplace(set.nodes, set.from);
  reached_.reserve(set.nodes);
  is_reached_.resize(set.nodes);
  is_open_.resize(set.arms);
}

double RewardFunction::operator()(std::span<const double> mean,
                                  std::span<const std::uint32_t> arms) {
  double sum = 0;
  double least = 1;
  for (const std::uint32_t arm : arms) {
    sum += mean[arm];
    least = std::min(least, mean[arm]);
  }
  const auto size = static_cast<double>(arms.size());
  switch (set_.reward) {
    case SetReward::sum:
      break;
    case SetReward::mean:
      return sum / size;
    case SetReward::minimum:
      return least;
    case SetReward::cost:
      return sum - size;
    case SetReward::coverage:
      return coverage(mean, arms);
    case SetReward::influence:
      return influence(mean, arms);
  }
  return sum;
}

double RewardFunction::coverage(std::span<const double> mean, std::span<const std::uint32_t> arms) {
  std::fill(missed_.begin(), missed_.end(), 1.0);
  for (const std::uint32_t arm : arms) missed_[set_.to[arm]] *= 1 - mean[arm];
  double covered = 0;
  for (const double missed : missed_) covered += 1 - missed;
  return covered;
}

void RewardFunction::seed(std::span<const std::uint32_t> arms) {
  std::fill(is_reached_.begin(), is_reached_.end(), std::uint8_t{0});
  reached_.clear();
  for (const std::uint32_t arm : arms) reach(set_.from[arm]);
}

void RewardFunction::reach(std::uint32_t node) {
  if (is_reached_[node] != 0) return;
  is_reached_[node] = 1;
  reached_.push_back(node);
}

void RewardFunction::forget(std::size_t size) {
  for (; reached_.size() > size; reached_.pop_back()) is_reached_[reached_.back()] = 0;
}

/// Reaches what can be reached when the edges fire for which `fires(edge)` is true.
template <class Fires>
void RewardFunction::spread(std::size_t next, Fires fires) {
  for (; next < reached_.size(); ++next) {
    for (const std::uint32_t edge : (*leaving_)[reached_[next]]) {
      if (is_reached_[set_.to[edge]] == 0 && fires(edge)) reach(set_.to[edge]);
    }
  }
}

double RewardFunction::influence(std::span<const double> mean,
                                 std::span<const std::uint32_t> arms) {
  // The edges on which it depends: those that may be tried, and may or may not fire.
  seed(arms);
  spread(0, [mean](std::uint32_t edge) { return mean[edge] > 0; });
  std::size_t uncertain = 0;
  for (const std::uint32_t node : reached_) {
    for (const std::uint32_t edge : (*leaving_)[node]) {
      if (mean[edge] > 0 && mean[edge] < 1) ++uncertain;
    }
  }
  if (uncertain <= kExactInfluenceEdges) {
    std::fill(is_open_.begin(), is_open_.end(), std::uint8_t{1});
    seed(arms);
    return expected_reach(mean);
  }
  std::uint64_t total = 0;
  for (std::uint32_t world = 0; world < kInfluenceWorlds; ++world) {
    seed(arms);
    spread(0, [mean, world](std::uint32_t edge) {
      return public_uniform(kInfluenceSeed, world, edge) < mean[edge];
    });
    total += reached_.size();
  }
  return static_cast<double>(total) / kInfluenceWorlds;
}

// With the edges that are still open, one after the other: it fires or it does not. An edge to a
// node that is reached anyway is not looked at, which leaves few cases.
double RewardFunction::expected_reach(std::span<const double> mean) {
  spread(0, [mean](std::uint32_t edge) { return mean[edge] >= 1; });
  const std::size_t before = reached_.size();
  for (std::size_t i = 0; i < before; ++i) {
    for (const std::uint32_t edge : (*leaving_)[reached_[i]]) {
      if (is_open_[edge] == 0 || is_reached_[set_.to[edge]] != 0 || mean[edge] <= 0) continue;
      is_open_[edge] = 0;
      const double without = expected_reach(mean);
      forget(before);
      reach(set_.to[edge]);
      const double with = expected_reach(mean);
      forget(before);
      is_open_[edge] = 1;
      return mean[edge] * with + (1 - mean[edge]) * without;
    }
  }
  return static_cast<double>(before);
}

double reward(const DecisionSet& set, std::span<const double> mean,
              std::span<const std::uint32_t> arms) {
  return RewardFunction(set)(mean, arms);
}

}  // namespace ldp
