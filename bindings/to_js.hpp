// What the Embind tables of the `learner` module share: how a result of the core becomes
// JavaScript. Nothing is thrown through wasm; the TypeScript wrapper throws (internal/errors.ts,
// CoreError).
#pragma once

#include <emscripten/val.h>

#include <string>

#include "foundation/result.hpp"

namespace ldp {

/// {code, parameter, reason, value}.
inline emscripten::val to_js(const Error& error) {
  emscripten::val object = emscripten::val::object();
  object.set("code", std::string(name(error.code)));
  object.set("parameter", std::string(error.parameter));
  object.set("reason", std::string(error.reason));
  object.set("value", error.value);
  return object;
}

/// undefined, or the error.
inline emscripten::val to_js(const Status& status) {
  return status.ok() ? emscripten::val::undefined() : to_js(status.error());
}

}  // namespace ldp
