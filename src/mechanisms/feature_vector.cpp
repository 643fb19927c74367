#include "mechanisms/feature_vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "privacy/vector_scale.hpp"

namespace ldp {
namespace {

// Far more than the rounding of 128 squares and their root, far less than a step of any grid.
constexpr double kRounding = 0x1p-40;

std::uint64_t squared_norm(std::span<const std::int32_t> integers) {
  std::uint64_t sum = 0;
  for (const std::int64_t x : integers) sum += static_cast<std::uint64_t>(x * x);
  return sum;
}

}  // namespace

Result<bool> scale_to_unit_ball(std::span<const double> features, double bound, NormPolicy policy,
                                std::span<double> scaled) {
  double largest = 0;
  for (const double feature : features) {
    if (!std::isfinite(feature)) {
      return Error{ErrorCode::invalid_argument, "features", "must be finite numbers", 0};
    }
    largest = std::max(largest, std::abs(feature));
  }
  // The largest entry is divided out before anything is squared: no overflow, no underflow. The
  // quotients are at most 1 in size, so 1 <= norm <= sqrt(d).
  double squares = 0;
  if (largest > 0) {
    for (const double feature : features) squares += (feature / largest) * (feature / largest);
  }
  const double norm = std::sqrt(squares);
  // norm (largest/bound) > 1; both factors may be far from 1, their product may overflow to
  // infinity or underflow to 0, and the comparison is right even then.
  const bool beyond = norm * (largest / bound) > 1 + kRounding;
  if (beyond && policy == NormPolicy::reject) {
    return Error{ErrorCode::invalid_argument, "features", "have a norm above the bound", 0};
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    scaled[i] = beyond ? features[i] / largest / norm : features[i] / bound;
  }
  return beyond;
}

void round_to_grid(std::span<const double> scaled, std::uint32_t steps,
                   std::span<std::int32_t> rounded) {
  const double limit = steps;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const double x = scaled[i] * limit;
    // NaN is not below: it becomes the limit, which is as good as anything else.
    const double above = x > -limit ? x : -limit;
    rounded[i] = static_cast<std::int32_t>(std::round(above < limit ? above : limit));
  }
  const std::uint64_t bound = squared_norm_bound(steps, static_cast<std::uint32_t>(scaled.size()));
  // A norm of 1 never gets here. Every pass makes every entry smaller, so it ends whatever the
  // floating-point arithmetic does; the first pass is the last.
  for (std::uint64_t squares = squared_norm(rounded); squares > bound;
       squares = squared_norm(rounded)) {
    const double factor = limit / std::sqrt(static_cast<double>(squares));
    for (std::int32_t& x : rounded) x = static_cast<std::int32_t>(x * factor);
  }
}

}  // namespace ldp
