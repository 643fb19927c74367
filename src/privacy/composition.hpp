// Basic composition in ledger integers: losses add up, whatever the order and however adaptively
// the mechanisms were chosen. Dwork, Roth 2014, Theorem 3.16; as a filter for adaptive choices:
// Rogers, Roth, Ullman, Vadhan 2016.
#pragma once

#include <cstdint>

#include "privacy/guarantee.hpp"

namespace ldp {

/// Sum of two losses. Saturates: a full counter stays full and can never look empty again.
Cost compose(const Cost& a, const Cost& b);

/// The loss of `count` reports that cost `each`. Saturates.
Cost repeat(const Cost& each, std::uint64_t count);

/// Whether `spent` and `next` together stay within the limit on epsilon and delta. A saturated sum
/// is beyond every limit. A pure `next` adds no delta, so what others have spent of it is no reason
/// to refuse. rho is recorded but not limited by basic composition.
[[nodiscard]] bool fits(const Cost& spent, const Cost& next, const Cost& limit);

}  // namespace ldp
