#include "server/arms/arm_results.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"
#include "privacy/window_scale.hpp"

namespace ldp {
namespace {

constexpr double kDeviations =
    1.959963984540054;                     // 95 % of a normal variable is this near its mean
constexpr double kLargestVariance = 0.25;  // of a reward in [0, 1]

LevelReading reading_of(Payload payload, double epsilon, double delta) {
  if (payload == Payload::bit) {
    const double theta = RandomizedResponse::create(epsilon).value().theta();
    return {1, theta, kLargestVariance * (1 / (theta * theta) - 1)};
  }
  if (payload == Payload::window) {
    const WindowScale scale = WindowScale::create(epsilon).value();
    const double unit = 1.0 / scale.largest();
    return {unit, WindowScale::kGrid * scale.slope() * unit, scale.largest_variance()};
  }
  if (payload == Payload::gaussian) {
    const GaussianScale scale = GaussianScale::create(epsilon, delta).value();
    return {std::ldexp(1.0, -scale.grid_bits()), 1, scale.sigma() * scale.sigma()};
  }
  const double noise = LaplaceScale::create(epsilon, kRewardGrid).value().epsilon();
  return {1.0 / kRewardGrid, 1, 2 / (noise * noise)};
}

// The mean of an arm, and how its variance depends on what is true: (weight - spread (q - 1/2)^2) /
// weight^2.
struct ArmMean {
  double mean = 0;
  double weight = 0;
  double spread = 0;
};

ArmMean mean_of(std::span<const std::int64_t> row, std::span<const LevelReading> readings) {
  ArmMean arm;
  double sum = 0;
  for (std::size_t level = 0; level < readings.size(); ++level) {
    const auto count = static_cast<double>(row[2 * level]);
    if (count == 0) continue;
    const LevelReading& reading = readings[level];
    const double payload = static_cast<double>(row[2 * level + 1]) * reading.unit / count;
    const double weight = count / (kLargestVariance + reading.noise);
    sum += weight * (payload - 0.5) / reading.theta;
    arm.weight += weight;
    arm.spread += weight * weight / count;
  }
  if (arm.weight > 0) arm.mean = 0.5 + sum / arm.weight;
  return arm;
}

// Every q with (mean - q)^2 <= 1.96^2 variance(q); not clipped.
Estimate interval_of(const ArmMean& arm) {
  const double offset = arm.mean - 0.5;
  const double square = kDeviations * kDeviations;
  const double shrink = square * arm.spread / (arm.weight * arm.weight);
  const double inside = square / arm.weight * (1 + shrink) - shrink * offset * offset;
  const double half = std::sqrt(std::max(inside, 0.0)) / (1 + shrink);
  const double middle = 0.5 + offset / (1 + shrink);
  return {arm.mean, std::min(middle - half, arm.mean), std::max(middle + half, arm.mean)};
}

Estimate clipped(Estimate estimate, double lowest, double highest) {
  estimate.low = std::clamp(estimate.low, lowest, highest);
  estimate.high = std::clamp(estimate.high, lowest, highest);
  return estimate;
}

// Both ends from the distances of the two means to the ends of their own intervals.
Estimate difference(const Estimate& arm, const Estimate& control) {
  const double mean = arm.mean - control.mean;
  const double down = std::hypot(arm.mean - arm.low, control.high - control.mean);
  const double up = std::hypot(arm.high - arm.mean, control.mean - control.low);
  return {mean, mean - down, mean + up};
}

// Of two means from 0, the second surely above.
double end_of_ratio(double a, double b, double a_end, double b_end, double sign) {
  const double product = a * b;
  const double inside = product * product - a_end * b_end * (2 * a - a_end) * (2 * b - b_end);
  return (product + sign * std::sqrt(std::max(inside, 0.0))) / (b_end * (2 * b - b_end));
}

std::optional<Estimate> relative(const Estimate& arm, const Estimate& control) {
  const bool is_above = control.low > 0 && 2 * control.mean > control.high && arm.mean > 0;
  if (!is_above) return std::nullopt;
  const double low = std::max(arm.low, 0.0);
  return Estimate{arm.mean / control.mean - 1,
                  end_of_ratio(arm.mean, control.mean, low, control.high, -1) - 1,
                  end_of_ratio(arm.mean, control.mean, arm.high, control.low, 1) - 1};
}

}  // namespace

std::vector<LevelReading> readings_of(const MultiArmedExperiment& experiment,
                                      std::uint32_t coordinates) {
  std::vector<LevelReading> readings;
  for (const double level : experiment.levels) {
    readings.push_back(reading_of(payload(experiment), level / coordinates, experiment.delta));
  }
  return readings;
}

std::vector<ArmResult> arm_results(const Statistics& statistics,
                                   std::span<const LevelReading> readings,
                                   std::optional<std::uint32_t> control) {
  std::vector<ArmResult> results(statistics.arms());
  std::vector<std::optional<Estimate>> rewards(statistics.arms());  // not clipped
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const auto row = statistics.of_arm(arm);
    for (std::size_t i = 0; i < row.size(); i += 2) {
      results[arm].reports += static_cast<std::uint64_t>(row[i]);
    }
    const ArmMean mean = mean_of(row, readings);
    const bool is_enough =
        results[arm].reports >= kEnoughReports && kDeviations < 0.5 * std::sqrt(mean.weight);
    if (!is_enough) continue;
    rewards[arm] = interval_of(mean);
    results[arm].reward = clipped(*rewards[arm], 0, 1);
  }
  if (!control || *control >= statistics.arms() || !rewards[*control]) return results;
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    if (arm == *control || !rewards[arm]) continue;
    results[arm].lift = clipped(difference(*rewards[arm], *rewards[*control]), -1, 1);
    results[arm].relative_lift = relative(*rewards[arm], *rewards[*control]);
  }
  return results;
}

}  // namespace ldp
