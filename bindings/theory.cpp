// The theory of the `learner` module, as JavaScript sees it: what is computed without a simulation.
// A table of functions that copy and call the core. Nothing throws: a call returns its value or an
// error object {code, parameter, reason, value}, and the TypeScript wrapper throws.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "server/best_arm/confidence_bounds.hpp"
#include "server/convex/scalar_noise.hpp"
#include "simulation/theory/convex_curve.hpp"
#include "simulation/theory/level_law.hpp"
#include "simulation/theory/sample_count.hpp"
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

// For the record of an experiment as createServerConvexLearner takes it.
val convex_curve(const val& record, bool is_private, const val& rounds) {
  const auto experiment = ldp::record_from<ldp::ConvexLearnerLayout, ldp::ConvexExperiment>(record);
  if (!experiment.ok()) return to_js(experiment.error());
  const auto values = ldp::convex_curve(experiment.value(), is_private, doubles(rounds));
  return values.ok() ? copy(values.value()) : to_js(values.error());
}

// What a report costs, for {mechanism, epsilon, delta}; epsilon 0: no noise.
ldp::Result<ldp::ScalarNoise> scalar_noise(const val& release) {
  const auto epsilon = release["epsilon"].as<double>();
  if (epsilon == 0) return ldp::ScalarNoise::none();
  return ldp::ScalarNoise::of(ldp::word_of<ldp::ScalarMechanism>(release["mechanism"]), epsilon,
                              release["delta"].as<double>());
}

// Number `curve` of the enumeration at each of `rounds`.
val adversarial_curve(unsigned curve, std::uint32_t arms, const val& release, const val& rounds) {
  const auto noise = scalar_noise(release);
  if (!noise.ok()) return to_js(noise.error());
  const auto values = ldp::adversarial_curve(static_cast<ldp::AdversarialCurve>(curve), arms,
                                             noise.value(), doubles(rounds));
  return values.ok() ? copy(values.value()) : to_js(values.error());
}

// Of {levels, probabilities}: bits at these levels.
ldp::Result<std::vector<ldp::LevelShare>> menu_of_bits(const val& population) {
  const std::vector<double> levels = doubles(population["levels"]);
  const std::vector<double> probabilities = doubles(population["probabilities"]);
  std::vector<ldp::LevelShare> menu;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto noise = ldp::ScalarNoise::of(ldp::ScalarMechanism::bit, levels[i], 0);
    if (!noise.ok()) return noise.error();
    menu.push_back({probabilities[i], 1 / noise.value().largest(1)});
  }
  return menu;
}

// {pulls, total, lowerBound}, or an error; `rule` is a number of the enumeration. lowerBound 0: not
// known. `epoch`: of the duel; 0: as advised. The release may have a `population`.
val best_arm_sample_count(unsigned rule, const val& release, const val& means,
                          double error_probability, bool is_heuristic, double epoch) {
  ldp::ConfidenceBounds bounds = ldp::ConfidenceBounds::of_bits(1);
  double theta = 1;
  bool is_bit = true;
  if (release["epsilon"].as<double>() > 0) {
    // The ranges are those of a report; what is random in it is the experiment's.
    const auto noise = scalar_noise(release);
    if (!noise.ok()) return to_js(noise.error());
    ldp::BestArmExperiment experiment;
    experiment.epsilon = release["epsilon"].as<double>();
    experiment.delta = release["delta"].as<double>();
    experiment.mechanism = ldp::word_of<ldp::ScalarMechanism>(release["mechanism"]);
    bounds = ldp::ConfidenceBounds::of(experiment);
    is_bit = experiment.mechanism == ldp::ScalarMechanism::bit;
    if (is_bit) theta = 1 / noise.value().largest(1);
  }
  std::vector<ldp::LevelShare> levels;
  if (const val population = release["population"]; !population.isUndefined()) {
    auto menu = menu_of_bits(population);
    if (!menu.ok()) return to_js(menu.error());
    levels = std::move(menu).value();
  }
  const auto count = ldp::best_arm_sample_count(
      static_cast<ldp::StoppingRule>(rule), bounds, theta, is_bit, doubles(means),
      error_probability, is_heuristic ? ldp::LilConstants::heuristic : ldp::LilConstants::theory,
      epoch, levels);
  if (!count.ok()) return to_js(count.error());
  val object = val::object();
  object.set("pulls", copy(count.value().pulls));
  object.set("total", count.value().total);
  object.set("lowerBound", count.value().lower_bound);
  return object;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_theory) {
  emscripten::function("chooseThreshold", &choose_threshold);
  emscripten::function("theoryCurve", &theory_curve);
  emscripten::function("slateCurve", &slate_curve);
  emscripten::function("convexCurve", &convex_curve);
  emscripten::function("adversarialCurve", &adversarial_curve);
  emscripten::function("bestArmSampleCount", &best_arm_sample_count);
}
