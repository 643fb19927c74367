// The payloads that one forged report can carry: those that the decoder takes from a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/experiment.hpp"

namespace ldp {

/// The smallest and the largest payload of one report, as it travels.
struct PayloadRange {
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
};

/// Of a report at this level of the menu. A bit: 0 and 1. An integer: the reward in [0, 1] on the
/// grid of its mechanism, and the noise that an honest device draws with probability 1 - 2^-63 at
/// least. The experiment must be valid.
[[nodiscard]] PayloadRange payload_range(const Experiment& experiment, std::size_t level);

}  // namespace ldp
