// The theory of the `learner` module, as JavaScript sees it: what can be computed before anything
// is simulated. A table and the copying that goes with it. Nothing throws: a call returns its value
// or an error object {code, parameter, reason, value}, and the TypeScript wrapper throws.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/theory/level_law.hpp"
#include "simulation/theory/slate_curve.hpp"
#include "simulation/theory/theory_curve.hpp"
#include "simulation/theory/threshold_chooser.hpp"
#include "to_js.hpp"

namespace {

using emscripten::val;
using ldp::to_js;

std::vector<double> doubles(const val& array) {
  return emscripten::convertJSArrayToNumberVector<double>(array);
}

// An array of its own.
val copy(const std::vector<double>& values) {
  return val::global("Float64Array")
      .new_(emscripten::typed_memory_view(values.size(), values.data()));
}

// `law` is {levels, probabilities}, {sample} or {mean, deviation, low, high}.
ldp::Result<ldp::LevelLaw> level_law(const val& law) {
  if (law.hasOwnProperty("sample")) return ldp::LevelLaw::sample(doubles(law["sample"]));
  if (law.hasOwnProperty("levels")) {
    return ldp::LevelLaw::table(doubles(law["levels"]), doubles(law["probabilities"]));
  }
  return ldp::LevelLaw::clipped_gaussian(law["mean"].as<double>(), law["deviation"].as<double>(),
                                         law["low"].as<double>(), law["high"].as<double>());
}

// {best, factor, weighted, thresholds, factors}, or an error.
val choose_threshold(const val& law, bool laplace) {
  const ldp::Result<ldp::LevelLaw> levels = level_law(law);
  if (!levels.ok()) return to_js(levels.error());
  const ldp::ThresholdChoice choice = ldp::choose_threshold(
      levels.value(), laplace ? ldp::ReportKind::laplace : ldp::ReportKind::bernoulli);
  val object = val::object();
  object.set("best", choice.best);
  object.set("factor", choice.factor);
  object.set("weighted", choice.weighted);
  object.set("thresholds", copy(choice.thresholds));
  object.set("factors", copy(choice.factors));
  return object;
}

// Number `curve` of the enumeration at each of `rounds`; `law` may be undefined.
val theory_curve(unsigned curve, const val& means, const val& law, double epsilon_min,
                 const val& rounds) {
  std::vector<ldp::LevelLaw> levels;  // none or one
  if (!law.isUndefined()) {
    ldp::Result<ldp::LevelLaw> given = level_law(law);
    if (!given.ok()) return to_js(given.error());
    levels.push_back(std::move(given).value());
  }
  const ldp::Result<std::vector<double>> values =
      ldp::theory_curve(static_cast<ldp::TheoryCurve>(curve), doubles(means),
                        levels.empty() ? nullptr : levels.data(), epsilon_min, doubles(rounds));
  return values.ok() ? copy(values.value()) : to_js(values.error());
}

// Number `curve` of the enumeration at each of `rounds`, for {arms, largest, smoothness, gap,
// epsilon}; epsilon 0: none.
val slate_curve(unsigned curve, const val& given, const val& rounds) {
  const auto number = [&](const char* name) { return given[name].as<double>(); };
  const ldp::SlateInstance instance{static_cast<std::uint32_t>(number("arms")),
                                    static_cast<std::uint32_t>(number("largest")),
                                    number("smoothness"), number("gap"), number("epsilon")};
  const ldp::Result<std::vector<double>> values =
      ldp::slate_curve(static_cast<ldp::SlateCurve>(curve), instance, doubles(rounds));
  return values.ok() ? copy(values.value()) : to_js(values.error());
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_theory) {
  emscripten::function("chooseThreshold", &choose_threshold);
  emscripten::function("theoryCurve", &theory_curve);
  emscripten::function("slateCurve", &slate_curve);
}
