// One report of the moments learner before its feedback is known: a vector that is linear in the
// reward.
#pragma once

#include <cstdint>
#include <vector>

namespace ldp {

/// The vector constant + y slope of a reward y in [0, 1]. It is private.
struct LinearMessage {
  std::uint32_t part = 0;  // a position in parts(experiment)
  std::vector<double> constant{};
  std::vector<double> slope{};  // [] or as long as `constant`; []: feedback does not matter
};

}  // namespace ldp
