#include "server/best_arm/arm_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ldp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Beyond it e^-x is no number worth showing.
constexpr double kLargestBudget = 700;
constexpr int kHalvings = 60;

ConfidenceInterval interval_of(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                               std::size_t arm, double log_inverse_error) {
  const double pulls = evidence.pulls[arm];
  if (pulls == 0) return {-kInfinity, kInfinity};
  const double x =
      confidence_threshold(pulls, static_cast<double>(evidence.arms()), 1) + log_inverse_error;
  return bounds.interval(evidence.mean[arm], pulls, x);
}

// Whether the bounds of error probability e^-x part the answer from all rivals.
bool are_parted(const ArmEvidence& evidence, const ConfidenceBounds& bounds, std::size_t answer,
                const std::vector<std::uint32_t>& rivals, double x) {
  const double lower = interval_of(evidence, bounds, answer, x).lower;
  return std::all_of(rivals.begin(), rivals.end(), [&](std::uint32_t rival) {
    return rival == answer || lower >= interval_of(evidence, bounds, rival, x).upper;
  });
}

}  // namespace

std::vector<ConfidenceInterval> intervals_of(const ArmEvidence& evidence,
                                             const ConfidenceBounds& bounds,
                                             double error_probability) {
  const double x = -std::log(error_probability);
  std::vector<ConfidenceInterval> intervals;
  intervals.reserve(evidence.arms());
  for (std::size_t arm = 0; arm < evidence.arms(); ++arm) {
    intervals.push_back(interval_of(evidence, bounds, arm, x));
  }
  return intervals;
}

std::int32_t leading_arm(const ArmEvidence& evidence,
                         const std::vector<std::uint32_t>& candidates) {
  std::int32_t best = -1;
  for (const std::uint32_t arm : candidates) {
    if (evidence.pulls[arm] == 0) continue;
    if (best < 0 || evidence.mean[arm] > evidence.mean[static_cast<std::size_t>(best)]) {
      best = static_cast<std::int32_t>(arm);
    }
  }
  return best;
}

std::vector<std::uint32_t> all_arms(std::size_t arms) {
  std::vector<std::uint32_t> all(arms);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::vector<std::uint32_t> unpulled_of(const ArmEvidence& evidence,
                                       const std::vector<std::uint32_t>& candidates) {
  std::vector<std::uint32_t> unpulled;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(unpulled),
               [&](std::uint32_t arm) { return evidence.pulls[arm] == 0; });
  return unpulled;
}

double smallest_error(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                      std::int32_t answer, const std::vector<std::uint32_t>& rivals) {
  if (answer < 0) return 1;
  const auto best = static_cast<std::size_t>(answer);
  const bool has_rivals =
      std::any_of(rivals.begin(), rivals.end(), [&](std::uint32_t rival) { return rival != best; });
  if (!has_rivals) return 0;
  // Bounds widen with x: the largest x that parts, by bisection.
  double parted = 0;
  double open = kLargestBudget;
  if (!are_parted(evidence, bounds, best, rivals, parted)) return 1;
  if (are_parted(evidence, bounds, best, rivals, open)) return std::exp(-open);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (parted + open);
    (are_parted(evidence, bounds, best, rivals, middle) ? parted : open) = middle;
  }
  return std::exp(-parted);
}

}  // namespace ldp
