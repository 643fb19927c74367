// What a learner says, as JavaScript sees it: lists are views of wasm memory.
#pragma once

#include <emscripten/val.h>

#include <limits>
#include <vector>

#include "server/arms/arm_results.hpp"

namespace ldp {

template <class T>
emscripten::val view(const std::vector<T>& values) {
  return emscripten::val(emscripten::typed_memory_view(values.size(), values.data()));
}

// Sets a property for each field of a record, with the name that the schema gives it.
class Describer {
 public:
  explicit Describer(const char* const* names) : next_(names) {}

  template <class T>
  void operator()(const std::vector<T>& list) {
    object.set(*next_++, view(list));
  }
  template <class Number>
  void operator()(const Number& number) {
    object.set(*next_++, static_cast<double>(number));
  }

  emscripten::val object = emscripten::val::object();

 private:
  const char* const* next_;
};

// A snapshot as JavaScript sees it.
template <class Layout, class Snapshot>
emscripten::val described(const Snapshot& snapshot) {
  Describer describer(Layout::kNames);
  Layout::each(snapshot, describer);
  return describer.object;
}

// Results of arms, flat: 10 numbers for each, NaN for what is not known. An order that
// bindings/ts/server/arm-rows.ts knows.
inline emscripten::val flat_results(const std::vector<ArmResult>& results) {
  std::vector<double> flat;
  flat.reserve(10 * results.size());
  for (const ArmResult& arm : results) {
    flat.push_back(static_cast<double>(arm.reports));
    for (const auto& estimate : {arm.reward, arm.lift, arm.relative_lift}) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      const Estimate known = estimate.value_or(Estimate{none, none, none});
      flat.insert(flat.end(), {known.mean, known.low, known.high});
    }
  }
  return emscripten::val::global("Float64Array").new_(view(flat));
}

}  // namespace ldp
