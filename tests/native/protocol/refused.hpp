// What a refusal names: most tests of protocol/ are about nothing else.
#pragma once

#include <string_view>

#include "catch.hpp"
#include "foundation/result.hpp"

namespace ldp::test {

/// The parameter that an error of this kind names; "" where there is none.
template <class Outcome>
std::string_view named(const Outcome& outcome, ErrorCode code) {
  if (outcome.ok()) return "";
  CHECK(outcome.error().code == code);
  return outcome.error().parameter;
}

/// An experiment, or a snapshot of an experiment.
template <class... Value>
std::string_view refused(const Value&... values) {
  return named(validate(values...), ErrorCode::invalid_argument);
}

}  // namespace ldp::test
