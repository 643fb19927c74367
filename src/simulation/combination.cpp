#include "simulation/combination.hpp"

#include <cstdint>
#include <string_view>

namespace ldp {
namespace {

// Weights of open epochs that learners of losses may hold for reports that are late.
constexpr std::uint64_t kMaximumOpenWeights = std::uint64_t{1} << 24;

}  // namespace

Status check_policy(const MultiArmedExperiment& given) {
  MultiArmedExperiment experiment = given;
  experiment.arms = 1;
  if (experiment.levels.size() > kMaximumLevels) {
    if (has_trait(experiment.algorithm, Trait::menu_only)) {
      return invalid_spec("population", "this algorithm needs a menu of at most 16 levels");
    }
    experiment.levels = {experiment.levels.front(), experiment.levels.back()};
  }
  if (Status status = validate(experiment); !status.ok()) {
    return invalid_spec(status.error().parameter, status.error().reason, status.error().value);
  }
  return {};
}

Status check_serving(const MultiArmedExperiment& experiment, const Delivery& delivery) {
  if (delivery.serving == Serving::dense) return {};
  if (has_trait(experiment.algorithm, Trait::draws)) {
    return invalid_spec("serving",
                        "must be dense: this learner draws its decisions, without indices");
  }
  if (delivery.serving == Serving::frozen_log && experiment.level_aware_from > 0) {
    return invalid_spec("serving", "must not be frozen-log with levelAwareFrom");
  }
  return {};
}

Status check_open_weights(const MultiArmedExperiment& experiment, const Delivery& delivery) {
  const std::uint64_t epochs = delivery.delay / delivery.epoch + 2;
  if (epochs * experiment.arms <= kMaximumOpenWeights) return {};
  return invalid_spec("delay",
                      "is too long for this many arms: weights of all open epochs are kept",
                      static_cast<double>(delivery.delay));
}

}  // namespace ldp
