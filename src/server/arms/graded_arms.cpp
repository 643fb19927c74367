#include "server/arms/graded_arms.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "foundation/uint128.hpp"
#include "privacy/window_scale.hpp"

namespace ldp {

double GradedArm::divergence(double gap) const {
  double sum = 0;
  for (const GradedReports& level : levels) {
    sum += 0.5 * level.count * std::log1p(gap * gap / level.variance);
  }
  return sum;
}

GradedArms::GradedArms(const MultiArmedExperiment& experiment) {
  for (const double epsilon : experiment.levels) {
    const WindowScale scale = WindowScale::create(epsilon).value();
    levels_.push_back({static_cast<double>(scale.largest()),
                       0.5 / (WindowScale::kGrid * scale.slope()), scale.smallest_variance(),
                       scale.largest_variance() + 0.25});
  }
}

GradedReports GradedArms::reports_of(std::size_t level, std::int64_t count, std::int64_t total,
                                     std::int64_t squares) const {
  const Level& at = levels_[level];
  const auto n = static_cast<double>(count);
  // n^2 times the variance of the payloads: n Q - S^2, below 2^103.
  const int128 spread = static_cast<int128>(count) * squares - static_cast<int128>(total) * total;
  const double square = static_cast<double>(spread) * 4 * at.unit * at.unit / n;
  const auto middle = static_cast<std::int64_t>(at.middle);
  const double twice = static_cast<double>(2 * total - count * middle);
  return {n, 0.5 + twice * at.unit / n, std::max(at.smallest, (square + 2 * at.largest) / (n + 2))};
}

std::vector<GradedArm> GradedArms::of(const Statistics& statistics) const {
  std::vector<GradedArm> arms(statistics.arms());
  for (std::uint32_t i = 0; i < statistics.arms(); ++i) {
    GradedArm& arm = arms[i];
    const auto row = statistics.of_arm(i);
    const auto squares = statistics.squares_of(i);
    double sum = 0;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (row[2 * level] == 0) continue;
      arm.levels.push_back(reports_of(level, row[2 * level], row[2 * level + 1], squares[level]));
      const GradedReports& reports = arm.levels.back();
      const double weight = reports.count / reports.variance;
      arm.reports += reports.count;
      arm.weight += weight;
      sum += weight * reports.mean;
    }
    if (arm.weight > 0) arm.mean = arm.levels.size() == 1 ? arm.levels[0].mean : sum / arm.weight;
  }
  return arms;
}

double GradedArms::best_mean(std::span<const GradedArm> arms) {
  double best = -std::numeric_limits<double>::infinity();
  for (const GradedArm& arm : arms) {
    if (arm.reports >= kFewest) best = std::max(best, arm.mean);
  }
  return best;
}

GradedArms::Sums GradedArms::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const Level& at = levels_[level];
    const double count = arm.count(level);
    const double reward = 0.5 * count + (2 * arm.total(level) - count * at.middle) * at.unit;
    sums.weight += count / at.largest;
    sums.reward += reward / at.largest;
  }
  return sums;
}

ArmEstimate GradedArms::estimate(const Sums& sums) {
  if (sums.weight == 0) return {};
  return {sums.reward / sums.weight, std::sqrt(2 / sums.weight)};
}

}  // namespace ldp
