// Which integers a device can send. They are public: the mechanism saturates where the range ends,
// or has no others (src/mechanisms), so no honest device sends a report outside.
#pragma once

#include <cstdint>

#include "protocol/catalog.generated.hpp"

namespace ldp {

struct ReportRange {
  std::int32_t lowest = 0;
  std::int32_t highest = 1;

  [[nodiscard]] bool holds(std::int32_t value) const { return value >= lowest && value <= highest; }
};

/// Of a report about one number in [0, 1] at this epsilon and, of a Gaussian one, delta. A bit: 0
/// and 1. Requires an epsilon and a delta that the mechanism keeps.
ReportRange report_range(Payload payload, double epsilon, double delta);

/// Of each number of a slate with at most `coordinates` of them, which share epsilon.
ReportRange slate_range(double epsilon, std::uint32_t coordinates);

}  // namespace ldp
