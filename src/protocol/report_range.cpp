#include "protocol/report_range.hpp"

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/window_scale.hpp"

namespace ldp {
namespace {

// A number in 0..grid with noise of at most `noise` in size.
ReportRange around(std::int64_t grid, std::int64_t noise) {
  return {static_cast<std::int32_t>(-noise), static_cast<std::int32_t>(grid + noise)};
}

}  // namespace

ReportRange report_range(Payload payload, double epsilon, double delta) {
  if (payload == Payload::noisy) return slate_range(epsilon, 1);
  if (payload == Payload::window) {
    return {0, static_cast<std::int32_t>(WindowScale::create(epsilon).value().largest())};
  }
  if (payload != Payload::gaussian) return {};
  const GaussianScale scale = GaussianScale::create(epsilon, delta).value();
  return around(static_cast<std::int64_t>(scale.sensitivity()), scale.largest_noise());
}

ReportRange slate_range(double epsilon, std::uint32_t coordinates) {
  const std::uint64_t sensitivity = std::uint64_t{kRewardGrid} * coordinates;
  return around(kRewardGrid, LaplaceScale::create(epsilon, sensitivity).value().largest_noise());
}

}  // namespace ldp
