#include "simulation/changing_means.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "random/uniform.hpp"

namespace ldp {
namespace {

constexpr double kTwoPi = 6.283185307179586477;
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

}  // namespace

ChangingMeans::ChangingMeans(const Environment& environment, std::span<const std::uint32_t> order,
                             std::uint64_t seed, std::uint32_t replicate, std::uint64_t horizon)
    : horizon_(static_cast<double>(horizon)),
      drift_(environment.drift),
      jumps_(seed, replicate, Purpose::changes) {
  const auto by_place = [&](const auto& value) {
    std::vector<double> values;
    values.reserve(order.size());
    for (const std::uint32_t arm : order) values.push_back(value(arm));
    return values;
  };
  level_ = by_place([&](std::uint32_t arm) { return environment.arms[arm].mean(); });
  means_ = level_;
  for (const MeanChange& change : environment.changes) {
    // At the first round with (t - 1)/T >= at.
    const auto before = static_cast<std::uint64_t>(std::ceil(change.at * horizon_));
    changes_.push_back({before + 1, change.kind, {}});
    if (change.kind == ChangeKind::means) {
      changes_.back().means = by_place([&](std::uint32_t arm) { return change.means[arm]; });
    }
  }
  if (drift_.amplitude == 0) return;
  for (const std::uint32_t arm : order) {
    if (drift_.is_common) {
      turns_.push_back({0, -drift_.amplitude});  // a quarter of a turn back: the sine
      continue;
    }
    const double angle = kTwoPi * arm / static_cast<double>(order.size());
    turns_.push_back({drift_.amplitude * std::cos(angle), drift_.amplitude * std::sin(angle)});
  }
}

std::uint64_t ChangingMeans::go_to(std::uint64_t round) {
  while (done_ < changes_.size() && changes_[done_].round <= round) apply(changes_[done_++]);
  if (turns_.empty()) {
    means_ = level_;
    return done_ < changes_.size() ? changes_[done_].round - 1 : kNever;
  }
  const double angle = kTwoPi * drift_.turns * (static_cast<double>(round - 1) / horizon_);
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  for (std::size_t place = 0; place < means_.size(); ++place) {
    means_[place] = level_[place] + cosine * turns_[place].cosine - sine * turns_[place].sine;
  }
  return round;
}

void ChangingMeans::apply(const Change& change) {
  switch (change.kind) {
    case ChangeKind::means:
      level_ = change.means;
      return;
    case ChangeKind::rotate:
      std::rotate(level_.begin(), level_.end() - 1, level_.end());
      return;
    case ChangeKind::jump:
      jump();
  }
}

void ChangingMeans::jump() {
  if (level_.size() == 1) return;
  const auto best = std::max_element(level_.begin(), level_.end());
  auto other = static_cast<std::ptrdiff_t>(uniform_below(jumps_, level_.size() - 1));
  if (other >= best - level_.begin()) ++other;
  std::swap(*best, level_[static_cast<std::size_t>(other)]);
}

}  // namespace ldp
