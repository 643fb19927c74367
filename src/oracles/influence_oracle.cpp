#include "oracles/influence_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "oracles/public_coins.hpp"

namespace ldp {
namespace {

constexpr double kShare = 1 - 0.36787944117144233;  // 1 - 1/e: what greedy keeps of a coverage
constexpr double kSlack = 0.1;
constexpr std::size_t kMostEntries = std::size_t{1} << 22;

// Sets that are enough for alpha = 1 - 1/e - slack and beta = 1 - 1/n, times the largest influence
// and times slack^2: 2 n (share a + b)^2 with a = sqrt(ln n + ln 2) and b = sqrt(share (ln C(n, k)
// + ln n + ln 2)).
double sets_needed(const DecisionSet& set) {
  const double nodes = set.nodes;
  const double error = natural_log(nodes) + natural_log(2);
  double combinations = 0;
  for (std::uint32_t i = 0; i < set.choose; ++i) {
    combinations += natural_log((nodes - i) / (i + 1));
  }
  const double root = kShare * std::sqrt(error) + std::sqrt(kShare * (combinations + error));
  return 2 * nodes * root * root;
}

}  // namespace

InfluenceOracle::InfluenceOracle(const DecisionSet& set, std::uint64_t public_seed)
    : set_(set),
      seed_(public_seed),
      leaving_(set.nodes, set.from),
      arriving_(set.nodes, set.to),
      ties_(set.nodes),
      seen_(set.nodes),
      first_(std::size_t{set.nodes} + 1),
      meets_(set.nodes) {
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    ties_[node] = public_uniform(public_seed, node);
  }
  // draw_sets stops at twice `sets_times_influence_` entries.
  const double needed = sets_needed(set);
  slack_ = std::max(kSlack, std::sqrt(2 * needed / static_cast<double>(kMostEntries)));
  sets_times_influence_ = needed / (slack_ * slack_);
}

double InfluenceOracle::alpha() const { return std::max(0.0, kShare - slack_); }

double InfluenceOracle::beta() const { return 1 - 1.0 / set_.nodes; }

// The largest influence is at least this: all seeds are active, and so are with their weights the
// neighbours of any one of them.
double InfluenceOracle::least_influence(std::span<const double> keys) const {
  double least = set_.choose;
  for (std::uint32_t node = 0; node < set_.nodes; ++node) {
    double reached = 1;
    for (const std::uint32_t edge : leaving_[node]) reached += keys[edge];
    least = std::max(least, reached);
  }
  return least;
}

void InfluenceOracle::draw_set(std::uint64_t number, std::span<const double> keys) {
  const std::uint64_t coins = public_word(seed_, number, 1);
  const auto mark = static_cast<std::uint32_t>(number + 1);
  const auto root = static_cast<std::uint32_t>(((coins >> 32) * set_.nodes) >> 32);
  std::size_t next = entries_.size();
  entries_.push_back(root);
  seen_[root] = mark;
  for (; next < entries_.size(); ++next) {
    for (const std::uint32_t edge : arriving_[entries_[next]]) {
      const std::uint32_t tail = set_.from[edge];
      if (seen_[tail] == mark || public_uniform(coins, edge) >= keys[edge]) continue;
      seen_[tail] = mark;
      entries_.push_back(tail);
    }
  }
  ends_.push_back(static_cast<std::uint32_t>(entries_.size()));
}

// A set has on average as many entries as a random node has influence, which is no more than the
// largest: twice `sets_times_influence_` entries are therefore sets enough, too, however small the
// bound is that is known of the largest influence.
void InfluenceOracle::draw_sets(std::span<const double> keys) {
  ends_.clear();
  entries_.clear();
  std::fill(seen_.begin(), seen_.end(), 0U);
  const auto sets =
      static_cast<std::uint64_t>(std::ceil(sets_times_influence_ / least_influence(keys)));
  const auto entries = static_cast<std::size_t>(2 * sets_times_influence_);
  for (std::uint64_t i = 0; i < sets && entries_.size() < entries; ++i) draw_set(i, keys);
}

void InfluenceOracle::index_sets() {
  std::fill(first_.begin(), first_.end(), 0U);
  for (const std::uint32_t node : entries_) ++first_[node + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  for (std::uint32_t node = 0; node < set_.nodes; ++node) meets_[node] = first_[node];
  sets_.resize(entries_.size());
  std::uint32_t begin = 0;
  for (std::uint32_t number = 0; number < ends_.size(); ++number) {
    for (; begin < ends_[number]; ++begin) sets_[meets_[entries_[begin]]++] = number;
  }
  for (std::uint32_t node = 0; node < set_.nodes; ++node) meets_[node] -= first_[node];
  is_met_.assign(ends_.size(), false);
}

void InfluenceOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  draw_sets(keys);
  index_sets();
  arms.clear();
  constexpr std::uint32_t kChosen = ~std::uint32_t{0};
  for (std::uint32_t i = 0; i < set_.choose; ++i) {
    std::uint32_t best = kChosen;
    for (std::uint32_t node = 0; node < set_.nodes; ++node) {
      if (meets_[node] == kChosen || leaving_[node].empty()) continue;
      if (best == kChosen || meets_[node] > meets_[best] ||
          (meets_[node] == meets_[best] && ties_[node] > ties_[best])) {
        best = node;
      }
    }
    for (std::uint32_t slot = first_[best]; slot < first_[best + 1]; ++slot) {
      const std::uint32_t number = sets_[slot];
      if (is_met_[number]) continue;
      is_met_[number] = true;
      for (std::uint32_t entry = number == 0 ? 0 : ends_[number - 1]; entry < ends_[number];
           ++entry) {
        if (meets_[entries_[entry]] != kChosen) --meets_[entries_[entry]];
      }
    }
    meets_[best] = kChosen;
    const auto edges = leaving_[best];
    arms.insert(arms.end(), edges.begin(), edges.end());
  }
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
