// How decisions and reports travel between learner and visitors.
#pragma once

#include <cstdint>

#include "simulation/schema.generated.hpp"

namespace ldp {

inline constexpr std::uint64_t kMaximumDelay = 1'000'000;
/// Rounds of one epoch that are played: until it ends, its reports are held in memory.
inline constexpr std::uint64_t kMaximumEpochRounds = 4'000'000;

struct Delivery {
  std::uint64_t epoch = 1;  // rounds per snapshot, 1..kMaximumRounds
  std::uint64_t delay = 0;  // a report arrives 0..delay rounds late, uniformly; to kMaximumDelay
  double lost = 0;          // the probability that it never arrives
  Serving serving = Serving::dense;

  bool operator==(const Delivery&) const = default;
};

}  // namespace ldp
