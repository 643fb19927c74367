#include "server/multi_armed/loss_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "server/arms/debias.hpp"
#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"

namespace ldp {
namespace {

constexpr double kSmallestWeight = 0x1p-38;
static_assert(kLossUnits / kSmallestWeight == static_cast<double>(kLargestLoss));

int128 in_units(double loss, double weight) {
  return std::llround(static_cast<double>(kLossUnits) * loss / std::max(weight, kSmallestWeight));
}

}  // namespace

LossRule::LossRule(const MultiArmedExperiment& experiment)
    : is_exp3_(experiment.algorithm == Algorithm::ldp_exp3),
      estimator_(is_exp3_ ? LossEstimator::importance_weighting : experiment.estimator),
      half_range_(implemented_thetas(experiment.levels)) {
  const double smallest = half_range_.front();  // levels increase, and theta with them
  for (double& value : half_range_) value = 0.5 * (smallest / value);
}

double LossRule::baseline(double weight, double round) const {
  return loss_baseline(estimator_, weight, tsallis_learning_rate(estimator_, round));
}

void LossRule::add(const Statistics& sums, std::span<const double> weights, double round,
                   LossSums& losses) const {
  const auto reports = static_cast<int128>(sums.reports());
  for (std::size_t arm = 0; arm < losses.size(); ++arm) {
    const double weight = weights[arm];
    const double own = baseline(weight, round);
    int128 added = reports * in_units(own, 1);
    const auto row = sums.of_arm(static_cast<std::uint32_t>(arm));
    for (std::size_t level = 0; level < half_range_.size(); ++level) {
      const std::int64_t ones = row[2 * level + 1];
      const std::int64_t zeros = row[2 * level] - ones;
      if (ones > 0) added += ones * in_units(loss(level, true) - own, weight);
      if (zeros > 0) added += zeros * in_units(loss(level, false) - own, weight);
    }
    losses[arm] += added;
  }
}

std::vector<double> LossRule::weights(const LossSums& losses, double round) const {
  const int128 smallest = *std::min_element(losses.begin(), losses.end());
  std::vector<double> relative(losses.size());
  for (std::size_t arm = 0; arm < losses.size(); ++arm) {
    // Exact differences: only they matter, and they stay small where the sums grow large.
    relative[arm] = static_cast<double>(losses[arm] - smallest) / static_cast<double>(kLossUnits);
  }
  std::vector<double> weights(losses.size());
  if (is_exp3_) {
    exp3_weights(relative, round, weights);
  } else {
    tsallis_weights(relative, tsallis_learning_rate(estimator_, round),
                    std::numeric_limits<double>::infinity(), weights);
  }
  return weights;
}

}  // namespace ldp
