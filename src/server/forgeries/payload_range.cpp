#include "server/forgeries/payload_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"

namespace ldp {
namespace {

// P(|noise| > 45 scales) = e^-45 for Laplace noise; P(|noise| > 10 deviations) < e^-50 for
// Gaussian.
constexpr double kLaplaceScales = 45;
constexpr double kGaussianDeviations = 10;

PayloadRange around(double one, double reach) {
  constexpr double kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr double kHighest = std::numeric_limits<std::int32_t>::max();
  return {static_cast<std::int64_t>(std::max(std::floor(-reach), kLowest)),
          static_cast<std::int64_t>(std::min(std::ceil(one + reach), kHighest))};
}

}  // namespace

PayloadRange payload_range(const Experiment& experiment, std::size_t level) {
  const double epsilon = experiment.levels[level];
  switch (payload(experiment)) {
    case Payload::noisy: {
      const double grid = kRewardGrid;
      return around(grid, kLaplaceScales * grid /
                              LaplaceScale::create(epsilon, kRewardGrid).value().epsilon());
    }
    case Payload::gaussian: {
      const GaussianScale scale = GaussianScale::create(epsilon, experiment.delta).value();
      return around(static_cast<double>(scale.sensitivity()),
                    kGaussianDeviations * static_cast<double>(scale.s()));
    }
    default:
      return {0, 1};
  }
}

}  // namespace ldp
