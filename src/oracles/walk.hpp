// All super arms of a set, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// Calls `visit` with every super arm, its arms ascending, in an order that is a function of the
/// set: at most `limit` times. Super arms that the last call sees are gone when it returns. Errors:
/// invalid_argument, naming `set`: those of validate(), a custom set, more than `limit` super arms,
/// and more than 64 times as many partial matchings that cannot be completed.
Status walk_super_arms(const DecisionSet& set, std::uint64_t limit,
                       const std::function<void(std::span<const std::uint32_t>)>& visit);

}  // namespace ldp
