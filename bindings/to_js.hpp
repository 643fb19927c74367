// What the Embind tables of the `learner` module share: how a result of the core becomes
// JavaScript, and a word an enumeration. Nothing is thrown through wasm; the TypeScript wrapper
// throws (internal/errors.ts, CoreError).
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "foundation/result.hpp"
#include "record.hpp"

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

/// The value of an enumeration that a word names. The TypeScript side has no other words.
template <class Enum>
Enum word_of(const emscripten::val& word) {
  const auto given = word.as<std::string>();
  std::uint8_t number = 0;
  for (const std::string_view known : words_of(Enum{})) {
    if (known == given) break;
    ++number;
  }
  return static_cast<Enum>(number);
}

/// The record that `numbers` hold. Errors: invalid_argument ("record"): it has another layout.
template <class Layout, class Record>
Result<Record> record_from(const emscripten::val& numbers) {
  const auto given = emscripten::convertJSArrayToNumberVector<double>(numbers);
  RecordReader reader(given);
  Record record;
  if (!reader.read<Layout>(record)) return kOtherLayout;
  return record;
}

/// undefined, or the error.
inline emscripten::val to_js(const Status& status) {
  return status.ok() ? emscripten::val::undefined() : to_js(status.error());
}

}  // namespace ldp
