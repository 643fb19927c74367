// Result<T>: a value or an Error. The core never throws, because an exception that crosses the
// WebAssembly boundary leaks the shadow stack; failures are values all the way to the bindings.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace ldp {

enum class ErrorCode : std::uint8_t {
  invalid_argument,
  insecure_randomness,
  manifest_mismatch,
  already_reported,
  report_rejected,
  spec_invalid,
};

/// The code as the public API spells it, e.g. "invalid_argument".
constexpr std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::insecure_randomness:
      return "insecure_randomness";
    case ErrorCode::manifest_mismatch:
      return "manifest_mismatch";
    case ErrorCode::already_reported:
      return "already_reported";
    case ErrorCode::report_rejected:
      return "report_rejected";
    case ErrorCode::spec_invalid:
      return "spec_invalid";
  }
  return "unknown";
}

/// What went wrong. `parameter` and `reason` must have static storage duration. `value` is the
/// offending *public* number; it is never a reward, a context or anything else private.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  std::string_view parameter;
  std::string_view reason;
  double value = 0;
};

constexpr Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return {ErrorCode::invalid_argument, parameter, reason, value};
}
/// The same of a field of a simulation's spec.
constexpr Error invalid_spec(std::string_view field, std::string_view reason, double value = 0) {
  return {ErrorCode::spec_invalid, field, reason, value};
}

/// Either a T or an Error. `value()` requires `ok()`, `error()` requires `!ok()`.
template <class T>
class [[nodiscard]] Result {
 public:
  // Implicit on purpose: `return value;` and `return Error{...};` are the whole idiom.
  constexpr Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  constexpr Result(Error error) : state_(std::in_place_index<1>, error) {}

  [[nodiscard]] constexpr bool ok() const { return state_.index() == 0; }
  constexpr explicit operator bool() const { return ok(); }

  constexpr T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  constexpr const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  constexpr T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] constexpr const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  constexpr Result() = default;
  constexpr Result(Error error) : error_(error) {}

  [[nodiscard]] constexpr bool ok() const { return !error_.has_value(); }
  constexpr explicit operator bool() const { return ok(); }
  [[nodiscard]] constexpr const Error& error() const {
    assert(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace ldp
