// From the regrets of many replicates to a curve with its uncertainty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ldp {

/// One value per record time: the mean over replicates, and the 95 % confidence band of that mean
/// (Student's t, so it is honest for few replicates). With one replicate the band is the mean.
struct RegretCurve {
  std::vector<double> mean;
  std::vector<double> low;
  std::vector<double> high;
};

/// regrets: [record times][replicates], flat. The replicates are added up in their order, so the
/// curve has the same bits however they were computed. Requires replicates >= 1.
[[nodiscard]] RegretCurve regret_curve(std::span<const double> regrets, std::size_t replicates);

/// The 0.975 quantile of Student's t with `freedom` >= 1 degrees of freedom, to 0.1 %.
[[nodiscard]] double student_quantile(std::size_t freedom);

/// At most `points` strictly increasing record times that end at the horizon: evenly spaced, or
/// evenly in their logarithm. Requires points >= 1, horizon >= 1.
[[nodiscard]] std::vector<std::uint64_t> linear_times(std::uint64_t horizon, std::size_t points);
[[nodiscard]] std::vector<std::uint64_t> log_times(std::uint64_t horizon, std::size_t points);

}  // namespace ldp
