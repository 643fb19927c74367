#include "simulation/population.hpp"

#include <cmath>
#include <cstddef>

#include "protocol/multi_armed_experiment.hpp"
#include "simulation/normal.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {
namespace {

// Of levels that are not a menu.
constexpr double kLevelStep = 1.0 / 256;

Status check_levels(std::span<const double> levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bool silent = i == 0 && levels[i] == 0;
    if (!silent && !(levels[i] >= kMinimumEpsilon && levels[i] <= kMaximumEpsilon)) {
      return invalid_spec("levels", "a level must be 0 (silent) or in [2^-10, 128]", levels[i]);
    }
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      return invalid_spec("levels", "levels must be strictly increasing", levels[i]);
    }
  }
  const std::size_t silent = !levels.empty() && levels[0] == 0 ? 1 : 0;
  if (levels.size() <= silent || levels.size() - silent > kMaximumLevels) {
    return invalid_spec("levels", "there must be 1 to 16 levels above 0",
                        static_cast<double>(levels.size()));
  }
  return {};
}

}  // namespace

Result<Population> Population::create(std::span<const double> levels,
                                      std::span<const double> probabilities) {
  if (Status status = check_levels(levels); !status.ok()) return status.error();
  if (probabilities.size() != levels.size()) {
    return invalid_spec("probabilities", "there must be one probability per level",
                        static_cast<double>(probabilities.size()));
  }
  double sum = 0;
  for (const double probability : probabilities) {
    if (!(probability >= 0 && probability <= 1)) {
      return invalid_spec("probabilities", "a probability must be in [0, 1]", probability);
    }
    sum += probability;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    return invalid_spec("probabilities", "the probabilities must add up to 1", sum);
  }
  return Population(levels, probabilities);
}

Result<Population> Population::clipped_gaussian(double mean, double deviation, double low,
                                                double high) {
  const double range = kMaximumEpsilon;
  if (!(mean >= -range && mean <= range)) {
    return invalid_spec("mean", "must be in [-128, 128]", mean);
  }
  if (!(deviation >= kMinimumEpsilon && deviation <= range)) {
    return invalid_spec("deviation", "must be in [2^-10, 128]", deviation);
  }
  if (!(low >= 0)) return invalid_spec("low", "must not be negative", low);
  if (!(high > low && high <= range && high >= kLevelStep)) {
    return invalid_spec("high", "must be above low, at least 1/256 and at most 128", high);
  }
  const auto below = [&](double level) {  // P(level of a visitor < level)
    if (level <= low) return 0.0;
    return level > high ? 1.0 : normal_probability((level - mean) / deviation);
  };
  const auto first = static_cast<int>(std::floor(low / kLevelStep));
  const auto last = static_cast<int>(std::floor(high / kLevelStep));
  std::vector<double> levels;
  std::vector<double> shares;
  for (int step = first; step <= last; ++step) {
    const double share = below((step + 1) * kLevelStep) - below(step * kLevelStep);
    if (share < 0x1p-60) continue;
    levels.push_back(step * kLevelStep);
    shares.push_back(share);
  }
  if (levels.back() == 0) return invalid_spec("mean", "no visitor would report", mean);
  return Population(levels, shares);
}

Population::Population(std::span<const double> levels, std::span<const double> shares)
    : silent_groups_(levels[0] == 0 ? 1 : 0) {
  menu_.assign(levels.begin() + silent_groups_, levels.end());
  double sum = 0;
  for (const double share : shares) sum += share;
  double cumulated = 0;
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    cumulated += shares[i];
    below_.push_back(word_bound(cumulated / sum));
  }
  std::uint32_t group = 0;
  for (std::uint64_t leading = 0; leading < std::uint64_t{1} << (64 - kGuideShift); ++leading) {
    while (group < below_.size() && leading << kGuideShift >= below_[group]) ++group;
    guide_.push_back(group);
  }
}

}  // namespace ldp
