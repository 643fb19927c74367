// How a device chose its arm.
#pragma once

#include <cstdint>

namespace ldp {

/// As the snapshot says, or uniformly because there was no snapshot yet.
enum class Policy : std::uint8_t { snapshot, offline_uniform };

}  // namespace ldp
