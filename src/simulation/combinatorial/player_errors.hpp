// Errors of the parts of a player, as errors of the specification.
#pragma once

#include <string_view>

#include "foundation/result.hpp"

namespace ldp {

/// The same words as spec_invalid; a decision set is the environment's.
[[nodiscard]] inline Error spec_error(const Error& error) {
  const std::string_view parameter = error.parameter == "set" ? "environment" : error.parameter;
  return Error{ErrorCode::spec_invalid, parameter, error.reason, error.value};
}

}  // namespace ldp
