// Convex experiments as JavaScript hands them over: a ConvexExperiment of validate-convex.ts whose
// set is numbers (flattenConvexSet).
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <span>

#include "convex_set.hpp"
#include "protocol/convex_experiment.hpp"
#include "to_js.hpp"

namespace ldp {

inline ConvexExperiment convex_experiment_from(const emscripten::val& spec) {
  const auto number = [&](const char* name) { return spec[name].as<double>(); };
  const auto flat = emscripten::convertJSArrayToNumberVector<double>(spec["set"]);
  std::span<const double> numbers(flat);
  ConvexExperiment experiment;
  experiment.algorithm = static_cast<Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.set = take_convex_set(numbers);
  experiment.epsilon = number("epsilon");
  experiment.mechanism = word_of<ScalarMechanism>(spec["mechanism"]);
  experiment.delta = number("delta");
  experiment.losses = word_of<ConvexLosses>(spec["losses"]);
  experiment.loss_low = number("lossLow");
  experiment.loss_high = number("lossHigh");
  experiment.lipschitz = number("lipschitz");
  experiment.smoothness = number("smoothness");
  experiment.curvature = number("curvature");
  experiment.horizon = static_cast<std::uint64_t>(number("horizon"));
  experiment.steps = word_of<ConvexSteps>(spec["steps"]);
  experiment.feedback = word_of<ConvexFeedback>(spec["feedback"]);
  experiment.distance = number("distance");
  return experiment;
}

}  // namespace ldp
