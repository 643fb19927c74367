// Failures of the core as exceptions of Python.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>

#include "foundation/result.hpp"

namespace ldp {

/// Throws ldp_bandits.LdpError.
[[noreturn]] inline void raise(const Error& error) {
  const pybind11::object type = pybind11::module_::import("ldp_bandits").attr("LdpError");
  const auto text = [](std::string_view view) { return pybind11::str(view.data(), view.size()); };
  const pybind11::object made =
      type(text(name(error.code)), text(error.parameter), text(error.reason));
  PyErr_SetObject(type.ptr(), made.ptr());
  throw pybind11::error_already_set();
}

template <class T>
T take(Result<T> result) {
  if (!result.ok()) raise(result.error());
  return std::move(result).value();
}

inline void check(const Status& status) {
  if (!status.ok()) raise(status.error());
}

}  // namespace ldp
