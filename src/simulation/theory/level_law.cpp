#include "simulation/theory/level_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "protocol/multi_armed_experiment.hpp"

namespace ldp {
namespace {

constexpr std::size_t kMaximumTable = 4096;
constexpr std::size_t kMaximumSample = 1'000'000;
constexpr double kDeviations = 12;

bool is_level(double level) {
  return level == 0 || (level >= kMinimumEpsilon && level <= kMaximumEpsilon);
}

// P(Z <= z) and P(Z > z) of a standard normal Z, each without cancellation.
double below(double z) { return 0.5 * std::erfc(-z * 0.7071067811865476); }
double above(double z) { return 0.5 * std::erfc(z * 0.7071067811865476); }

}  // namespace

Result<LevelLaw> LevelLaw::table(std::span<const double> levels,
                                 std::span<const double> probabilities) {
  if (levels.empty() || levels.size() > kMaximumTable) {
    return invalid("levels", "there must be 1 to 4096 levels", static_cast<double>(levels.size()));
  }
  if (probabilities.size() != levels.size()) {
    return invalid("probabilities", "there must be one probability per level",
                   static_cast<double>(probabilities.size()));
  }
  LevelLaw law;
  double sum = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!is_level(levels[i])) {
      return invalid("levels", "a level must be 0 (silent) or in [2^-10, 128]", levels[i]);
    }
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      return invalid("levels", "levels must be strictly increasing", levels[i]);
    }
    if (!(probabilities[i] >= 0 && probabilities[i] <= 1)) {
      return invalid("probabilities", "a probability must be in [0, 1]", probabilities[i]);
    }
    sum += probabilities[i];
    if (probabilities[i] > 0) law.atoms_.push_back({levels[i], probabilities[i]});
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    return invalid("probabilities", "the probabilities must add up to 1", sum);
  }
  if (law.largest() == 0) return invalid("levels", "no visitor has a level above 0", 0);
  for (Atom& atom : law.atoms_) atom.probability /= sum;
  return law;
}

Result<LevelLaw> LevelLaw::sample(std::span<const double> levels) {
  if (levels.empty() || levels.size() > kMaximumSample) {
    return invalid("levels", "there must be 1 to 1000000 levels",
                   static_cast<double>(levels.size()));
  }
  for (const double level : levels) {
    if (!is_level(level)) {
      return invalid("levels", "a level must be 0 (silent) or in [2^-10, 128]", level);
    }
  }
  std::vector<double> sorted(levels.begin(), levels.end());
  std::sort(sorted.begin(), sorted.end());
  LevelLaw law;
  const double share = 1 / static_cast<double>(sorted.size());
  for (std::size_t i = 0, same = 1; i < sorted.size(); ++i, ++same) {
    if (i + 1 < sorted.size() && sorted[i + 1] == sorted[i]) continue;
    law.atoms_.push_back({sorted[i], static_cast<double>(same) * share});
    same = 0;
  }
  if (law.largest() == 0) return invalid("levels", "no visitor has a level above 0", 0);
  return law;
}

Result<LevelLaw> LevelLaw::clipped_gaussian(double mean, double deviation, double low,
                                            double high) {
  if (!std::isfinite(mean)) return invalid("mean", "the mean must be a finite number", mean);
  if (!(deviation > 0 && std::isfinite(deviation))) {
    return invalid("deviation", "the deviation must be a positive number", deviation);
  }
  if (!(low >= 0 && low < high)) return invalid("low", "low must be in [0, high)", low);
  if (!(high >= kMinimumEpsilon && high <= kMaximumEpsilon)) {
    return invalid("high", "high must be in [2^-10, 128]", high);
  }
  LevelLaw law;
  law.mean_ = mean;
  law.deviation_ = deviation;
  law.low_ = std::clamp(mean - kDeviations * deviation, low, high);
  law.high_ = std::clamp(mean + kDeviations * deviation, low, high);
  law.atoms_ = {{low, below((low - mean) / deviation)}, {high, above((high - mean) / deviation)}};
  if (law.tail(kMinimumEpsilon) < 1e-300) {
    return invalid("mean", "no visitor has a level above 0", mean);
  }
  return law;
}

double LevelLaw::tail(double from) const {
  double sum = 0;
  for (const Atom& atom : atoms_) {
    if (atom.level >= from) sum += atom.probability;
  }
  if (!continuous()) return sum;
  const double start = std::max(from, low_);
  if (start >= high_) return sum;
  const double z = (start - mean_) / deviation_;
  const double end = (high_ - mean_) / deviation_;
  return sum + (z > 0 ? above(z) - above(end) : below(end) - below(z));
}

double LevelLaw::largest() const { return atoms_.empty() ? 0 : atoms_.back().level; }

double LevelLaw::quantile(double p) const {
  double low = -40;
  double high = 40;
  for (int step = 0; step < 64; ++step) {
    const double z = (low + high) / 2;
    (below(z) < p ? low : high) = z;
  }
  return mean_ + deviation_ * low;
}

double LevelLaw::density(double level) const {
  const double z = (level - mean_) / deviation_;
  return std::exp(-0.5 * z * z) / (deviation_ * 2.5066282746310002);
}

}  // namespace ldp
