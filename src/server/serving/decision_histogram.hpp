// Serving without a request for each decision: the snapshot carries, in place of one best arm, the
// distribution of the next decisions if they were made one after the other, each with those before
// it pending. Devices draw their arm from it, so the devices of an epoch spread over the arms as a
// queue of them would.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

/// The shares of the arms among the next `decisions` >= 1 ticketed decisions from a valid snapshot:
/// [arms], sum 1. Equal arms get equal shares. A snapshot that forces an arm or carries weights
/// already gives these.
[[nodiscard]] std::vector<double> decision_histogram(const MultiArmedSnapshot& snapshot,
                                                     std::uint64_t decisions);

}  // namespace ldp
