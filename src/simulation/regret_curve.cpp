#include "simulation/regret_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ldp {

double student_quantile(std::size_t freedom) {
  constexpr std::array<double, 4> kExact{12.7062047362, 4.3026527300, 3.1824463053, 2.7764451052};
  if (freedom <= kExact.size()) return kExact[freedom - 1];
  // Fisher and Cornish 1960: the expansion in 1/freedom around the normal quantile.
  const double z = 1.959963984540054;
  const double inverse = 1 / static_cast<double>(freedom);
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  const double first = (z3 + z) / 4;
  const double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  const double fourth = (79 * z7 * z * z + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160;
  return z + inverse * (first + inverse * (second + inverse * (third + inverse * fourth)));
}

RegretCurve regret_curve(std::span<const double> regrets, std::size_t replicates) {
  const std::size_t points = regrets.size() / replicates;
  const auto count = static_cast<double>(replicates);
  RegretCurve curve;
  for (std::size_t point = 0; point < points; ++point) {
    const std::span<const double> row = regrets.subspan(point * replicates, replicates);
    double sum = 0;
    for (const double regret : row) sum += regret;
    const double mean = sum / count;
    double squares = 0;
    for (const double regret : row) squares += (regret - mean) * (regret - mean);
    double half = 0;
    if (replicates > 1) {
      half = student_quantile(replicates - 1) * std::sqrt(squares / (count - 1) / count);
    }
    curve.mean.push_back(mean);
    curve.low.push_back(mean - half);
    curve.high.push_back(mean + half);
  }
  return curve;
}

std::vector<std::uint64_t> linear_times(std::uint64_t horizon, std::size_t points) {
  const std::uint64_t count = std::min<std::uint64_t>(points, horizon);
  const std::uint64_t step = horizon / count;
  const std::uint64_t rest = horizon % count;
  std::vector<std::uint64_t> times;
  for (std::uint64_t i = 1; i <= count; ++i) times.push_back(i * step + i * rest / count);
  return times;
}

std::vector<std::uint64_t> log_times(std::uint64_t horizon, std::size_t points) {
  std::vector<std::uint64_t> times;
  const double log_horizon = std::log(static_cast<double>(horizon));
  for (std::size_t i = 1; i < points; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(points);
    const auto time = static_cast<std::uint64_t>(std::llround(std::exp(share * log_horizon)));
    if (time < horizon && (times.empty() || time > times.back())) times.push_back(time);
  }
  times.push_back(horizon);
  return times;
}

}  // namespace ldp
