// What all learners refuse alike, in the same words.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "foundation/result.hpp"

namespace ldp {

inline constexpr std::string_view kFull = "the learner is full: it counts no further exactly";

inline Error rejected(std::string_view field, std::string_view reason) {
  return Error{ErrorCode::report_rejected, field, reason};
}

inline Error other_experiment() {
  return Error{ErrorCode::manifest_mismatch, "experiment", "the learners differ in experiment"};
}

/// Errors: invalid_argument for the last of all numbers, which no other can follow.
inline Status check_has_next(std::uint32_t id, std::string_view parameter) {
  if (id != std::numeric_limits<std::uint32_t>::max()) return {};
  return invalid(parameter, "no snapshot has a later number", id);
}

/// Whether a learner whose last snapshot was number `last` may take over number `id`. Errors:
/// invalid_argument, naming `id`.
inline Status check_adopted(std::uint32_t id, std::uint32_t last) {
  return id > last ? check_has_next(id, "id") : Status(invalid("id", "must be a new snapshot", id));
}

}  // namespace ldp
