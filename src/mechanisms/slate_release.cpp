#include "mechanisms/slate_release.hpp"

#include <cassert>

namespace ldp {
namespace {

// 2^10 K is the sensitivity, and LaplaceScale knows none above 2^20.
constexpr std::uint32_t kMaximumCoordinates = kMaxSensitivity / kRewardGrid;

}  // namespace

Result<SlateRelease> SlateRelease::create(double epsilon, std::uint32_t coordinates) {
  if (coordinates < 1 || coordinates > kMaximumCoordinates) {
    return Error{ErrorCode::invalid_argument, "coordinates", "must be from 1 to 1024",
                 static_cast<double>(coordinates)};
  }
  if (const Status status = check_epsilon(epsilon / coordinates); !status) return status.error();
  const Result<LaplaceScale> scale =
      LaplaceScale::create(epsilon, std::uint64_t{kRewardGrid} * coordinates);
  if (!scale) return scale.error();
  return SlateRelease(scale.value(), coordinates);
}

Released<std::vector<std::int32_t>> SlateRelease::release(
    const Prepared& prepared, std::span<const UnitReward> outcomes) const {
  const std::span<const std::int64_t> drawn = prepared.numbers();
  assert(outcomes.size() == drawn.size() && drawn.size() <= coordinates_);
  const std::int64_t most = scale_.largest_noise();
  std::vector<std::int32_t> released(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    // The shift rounds down, also below zero.
    const std::int64_t noisy =
        (drawn[i] + static_cast<std::int64_t>(outcomes[i].value())) >> kFractionBits;
    released[i] = static_cast<std::int32_t>(std::clamp(noisy, -most, kRewardGrid + most));
  }
  return Released<std::vector<std::int32_t>>(std::move(released));
}

}  // namespace ldp
