// Convex experiments as JavaScript hands them over: a ConvexExperiment of validate-convex.ts whose
// set is numbers (flattenConvexSet).
#pragma once

#include <emscripten/val.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "convex_set.hpp"
#include "protocol/convex_experiment.hpp"

namespace ldp {

// Position of the word in the order of its C++ enumeration.
template <class Enum, std::size_t N>
Enum word_of_enum(const emscripten::val& word, const std::array<std::string_view, N>& words) {
  const auto given = word.as<std::string>();
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == given) return static_cast<Enum>(i);
  }
  return static_cast<Enum>(0);  // the TypeScript side has no other words
}

inline constexpr std::array<std::string_view, 3> kMechanismWords{"bit", "laplace", "gaussian"};
inline constexpr std::array<std::string_view, 4> kLossesWords{"convex", "smooth", "strongly-convex",
                                                              "strongly-convex-smooth"};
inline constexpr std::array<std::string_view, 2> kStepsWords{"theory", "practical"};
inline constexpr std::array<std::string_view, 2> kFeedbackWords{"losses", "comparison"};

inline ConvexExperiment convex_experiment_from(const emscripten::val& spec) {
  const auto number = [&](const char* name) { return spec[name].as<double>(); };
  const auto flat = emscripten::convertJSArrayToNumberVector<double>(spec["set"]);
  std::span<const double> numbers(flat);
  ConvexExperiment experiment;
  experiment.algorithm = static_cast<Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.set = take_convex_set(numbers);
  experiment.epsilon = number("epsilon");
  experiment.mechanism = word_of_enum<ScalarMechanism>(spec["mechanism"], kMechanismWords);
  experiment.delta = number("delta");
  experiment.losses = word_of_enum<ConvexLosses>(spec["losses"], kLossesWords);
  experiment.loss_low = number("lossLow");
  experiment.loss_high = number("lossHigh");
  experiment.lipschitz = number("lipschitz");
  experiment.smoothness = number("smoothness");
  experiment.curvature = number("curvature");
  experiment.horizon = static_cast<std::uint64_t>(number("horizon"));
  experiment.steps = word_of_enum<ConvexSteps>(spec["steps"], kStepsWords);
  experiment.feedback = word_of_enum<ConvexFeedback>(spec["feedback"], kFeedbackWords);
  experiment.distance = number("distance");
  return experiment;
}

}  // namespace ldp
