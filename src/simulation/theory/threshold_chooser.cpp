#include "simulation/theory/threshold_chooser.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "protocol/multi_armed_experiment.hpp"
#include "simulation/theory/golden_section.hpp"

namespace ldp {
namespace {

constexpr std::size_t kQuantiles = 200;

// The factor of one report by which the regret exceeds UCB1's.
double report_factor(ReportKind kind, double level) {
  if (kind == ReportKind::laplace) return (1 + 4 / level) * (1 + 4 / level);
  const double theta = std::tanh(level / 2);
  return 1 / (theta * theta);
}

ThresholdChoice best_of(std::vector<double> thresholds, std::vector<double> factors) {
  ThresholdChoice choice;
  const auto least = std::min_element(factors.begin(), factors.end());
  choice.best = thresholds[static_cast<std::size_t>(least - factors.begin())];
  choice.factor = *least;
  choice.thresholds = std::move(thresholds);
  choice.factors = std::move(factors);
  return choice;
}

// Sums from the largest level down: one pass, however many levels a sample has.
ThresholdChoice choose_atom(const LevelLaw& law, ReportKind kind) {
  std::vector<double> thresholds;
  std::vector<double> factors;
  double tail = 0;
  double sum = 0;
  for (auto atom = law.atoms().rbegin(); atom != law.atoms().rend() && atom->level > 0; ++atom) {
    tail += atom->probability;
    sum += atom->probability * report_factor(kind, atom->level);
    thresholds.push_back(atom->level);
    factors.push_back(sum / (tail * tail));
  }
  std::reverse(thresholds.begin(), thresholds.end());
  std::reverse(factors.begin(), factors.end());
  return best_of(std::move(thresholds), std::move(factors));
}

// A curve to draw needs no more points than this. The best stays in it.
void thin(ThresholdChoice& choice) {
  const std::size_t size = choice.thresholds.size();
  if (size <= kQuantiles) return;
  std::vector<double> thresholds;
  std::vector<double> factors;
  for (std::size_t i = 0, kept = 0; i < size; ++i) {
    const bool due = i * (kQuantiles - 1) >= kept * (size - 1);
    if (due) ++kept;
    if (!due && choice.thresholds[i] != choice.best) continue;
    thresholds.push_back(choice.thresholds[i]);
    factors.push_back(choice.factors[i]);
  }
  choice.thresholds = std::move(thresholds);
  choice.factors = std::move(factors);
}

std::vector<double> candidates(const LevelLaw& law) {
  std::vector<double> levels;
  for (const LevelLaw::Atom& atom : law.atoms()) {
    if (atom.level >= kMinimumEpsilon && atom.probability > 0) levels.push_back(atom.level);
  }
  for (std::size_t i = 0; i < kQuantiles; ++i) {
    const double level = law.quantile((static_cast<double>(i) + 0.5) / kQuantiles);
    if (level > std::max(law.low(), kMinimumEpsilon) && level < law.high()) levels.push_back(level);
  }
  std::sort(levels.begin(), levels.end());
  return levels;
}

void refine(ThresholdChoice& choice, const LevelLaw& law, ReportKind kind) {
  const auto& levels = choice.thresholds;
  const auto at = static_cast<std::size_t>(
      std::lower_bound(levels.begin(), levels.end(), choice.best) - levels.begin());
  const double low = levels[at == 0 ? 0 : at - 1];
  const double high = levels[std::min(at + 1, levels.size() - 1)];
  const auto factor = [&](double threshold) { return threshold_factor(law, kind, threshold); };
  const double refined = golden_section(factor, low, high);
  if (const double value = factor(refined); value < choice.factor) {
    choice.best = refined;
    choice.factor = value;
  }
}

}  // namespace

double threshold_factor(const LevelLaw& law, ReportKind kind, double threshold) {
  const double tail = law.tail(threshold);
  if (!(tail > 0)) return std::numeric_limits<double>::infinity();
  return law.partial_mean([&](double level) { return report_factor(kind, level); }, threshold) /
         (tail * tail);
}

double weighted_factor(const LevelLaw& law) {
  return 1 / law.partial_mean(
                 [](double level) {
                   const double theta = std::tanh(level / 2);
                   return theta * theta;
                 },
                 0);
}

ThresholdChoice choose_threshold(const LevelLaw& law, ReportKind kind) {
  ThresholdChoice choice;
  if (law.continuous()) {
    std::vector<double> thresholds = candidates(law);
    if (thresholds.empty()) thresholds.push_back(std::max(law.low(), kMinimumEpsilon));
    std::vector<double> factors;
    factors.reserve(thresholds.size());
    for (const double threshold : thresholds) {
      factors.push_back(threshold_factor(law, kind, threshold));
    }
    choice = best_of(std::move(thresholds), std::move(factors));
    refine(choice, law, kind);
  } else {
    choice = choose_atom(law, kind);
    thin(choice);
  }
  choice.weighted = weighted_factor(law);
  return choice;
}

}  // namespace ldp
