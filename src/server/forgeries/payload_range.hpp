// The payloads that one forged report can carry: those that the decoder takes from a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

/// The smallest and the largest payload of one report, as it travels.
struct PayloadRange {
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
};

/// Of a report at this level of the menu: report_range() of it, as 64-bit integers, so that sums of
/// forged reports cannot overflow. The experiment must be valid.
[[nodiscard]] PayloadRange payload_range(const MultiArmedExperiment& experiment, std::size_t level);

}  // namespace ldp
