// Convex experiments for tests, and reports of devices that follow the protocol: the law of a bit
// is drawn from public words, so a test is the same everywhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "privacy/randomized_response.hpp"
#include "protocol/convex_experiment.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "protocol/public_direction.hpp"
#include "protocol/public_word.hpp"
#include "server/convex/convex_sets.hpp"

namespace ldp::test {

inline ConvexExperiment one_point(ConvexLosses losses, ConvexSet set = ball({1, -1}, 1)) {
  ConvexExperiment experiment;
  experiment.algorithm = Algorithm::ldp_one_point;
  experiment.set = std::move(set);
  experiment.epsilon = 1;
  experiment.losses = losses;
  experiment.loss_low = -1;
  experiment.loss_high = 3;
  experiment.lipschitz = 1;
  if (is_smooth(losses)) experiment.smoothness = 1;
  if (is_strongly_convex(losses)) experiment.curvature = 0.5;
  experiment.horizon = 100'000;
  return experiment;
}

inline ConvexExperiment two_point(ConvexSet set = ball({1, -1}, 1)) {
  ConvexExperiment experiment;
  experiment.algorithm = Algorithm::ldp_two_point;
  experiment.set = std::move(set);
  experiment.epsilon = 1;
  experiment.lipschitz = 1;
  experiment.horizon = 100'000;
  return experiment;
}

inline ConvexExperiment stochastic(ConvexSet set = box({-1}, {3})) {
  ConvexExperiment experiment;
  experiment.algorithm = Algorithm::ldp_stochastic_convex;
  experiment.set = std::move(set);
  experiment.epsilon = 4;
  experiment.loss_low = -1;
  experiment.loss_high = 3;
  experiment.horizon = 100'000;
  return experiment;
}

inline std::vector<ConvexExperiment> every_learner() {
  std::vector<ConvexExperiment> all;
  for (const auto losses : {ConvexLosses::convex, ConvexLosses::smooth,
                            ConvexLosses::strongly_convex, ConvexLosses::strongly_convex_smooth}) {
    all.push_back(one_point(losses));
  }
  all.push_back(one_point(ConvexLosses::strongly_convex_smooth, simplex(3)));
  all.push_back(one_point(ConvexLosses::smooth, cut_square()));
  all.push_back(two_point(box({0, 10}, {2, 11})));
  all.push_back(two_point(simplex(4)));
  all.back().losses = ConvexLosses::strongly_convex;
  all.back().curvature = 1;
  all.back().mechanism = ScalarMechanism::gaussian;
  all.back().delta = 1e-6;
  all.push_back(two_point());
  all.back().feedback = ConvexFeedback::comparison;
  all.back().lipschitz = 0;
  all.back().horizon = 0;
  all.back().mechanism = ScalarMechanism::laplace;
  all.push_back(stochastic());
  return all;
}

// A bit for v in [-1, 1]: 1 with probability 1/2 + theta v/2.
class Bits {
 public:
  Bits(double epsilon, std::uint64_t seed)
      : theta_(RandomizedResponse::create(epsilon).value().theta()), seed_(seed) {}
  std::int32_t operator()(double v) {
    const double p = 0.5 + theta_ * std::clamp(v, -1.0, 1.0) / 2;
    return public_uniform(seed_, next_++) < p ? 1 : 0;
  }

 private:
  double theta_;
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

// What a device plays in the direction of a coin: point + radius u or + M u, into `y` [d].
inline void played(const ConvexExperiment& experiment, const ConvexSnapshot& snapshot,
                   std::uint64_t coin, double sign, std::span<double> y) {
  const std::size_t h = hull_dimension(experiment.set);
  std::int32_t grid[kMaximumConvexDimension];
  public_direction(coin, std::span(grid).first(h));
  double u[kMaximumConvexDimension];
  for (std::size_t i = 0; i < h; ++i) {
    u[i] = 0;
    if (snapshot.shape.empty()) {
      u[i] = snapshot.radius * kDirectionStep * grid[i];
    } else {
      for (std::size_t j = 0; j < h; ++j) {
        u[i] += snapshot.shape[i * h + j] * kDirectionStep * grid[j];
      }
    }
  }
  embed(experiment.set, std::span<const double>(u, h), y);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = snapshot.point[i] + sign * y[i];
}

// Reports to a snapshot with payloads that the experiment takes, about nothing.
inline std::vector<ReceivedConvexReport> some_reports(const ConvexExperiment& experiment,
                                                      std::uint32_t snapshot, std::size_t count,
                                                      std::uint64_t seed) {
  std::vector<ReceivedConvexReport> reports(count);
  for (std::size_t i = 0; i < count; ++i) {
    ReceivedConvexReport& report = reports[i];
    report.snapshot = snapshot;
    const std::uint64_t word = public_word(seed, i);
    if (has_points(experiment)) {
      report.arm = static_cast<std::uint32_t>(word % 3);
    } else {
      report.coin = public_word(seed, i, 1);
    }
    const auto noisy = static_cast<std::int32_t>(public_word(seed, i, 2) >> 40);
    report.value = experiment.mechanism == ScalarMechanism::bit
                       ? static_cast<std::int32_t>(word >> 63)
                       : noisy / (experiment.mechanism == ScalarMechanism::laplace ? 1000 : 1);
  }
  return reports;
}

}  // namespace ldp::test
