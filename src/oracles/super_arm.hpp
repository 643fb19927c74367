// Checks a super arm against the decision set: the device checks a server's slates, the server a
// custom oracle's answer, the reader of a log its rows.
#pragma once

#include <cstdint>
#include <span>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// Whether `arms` is a super arm of `set`, which must be valid. O(arms + nodes); of a list, O(its
/// length). Errors: invalid_argument, naming `arms`, each failure in its own words: no arms, out of
/// range, not ascending or twice, too many or too few, not in the family.
Status check_super_arm(const DecisionSet& set, std::span<const std::uint32_t> arms);

/// K: no super arm of the set, which must be valid, has more arms. Of paths that may not be the
/// longest (cycles allowed), the number of nodes less one.
std::uint32_t largest_super_arm(const DecisionSet& set);

}  // namespace ldp
