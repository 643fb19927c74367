#include "protocol/experiment.hpp"

#include <cmath>
#include <cstddef>

#include "privacy/guarantee.hpp"

namespace ldp {
namespace {

static_assert(kMinimumEpsilon == kMinEpsilon && kMaximumEpsilon == kMaxEpsilon,
              "the catalog allows exactly the levels that the mechanisms can keep");

Error invalid(std::string_view parameter, std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

bool is_level(double epsilon) {  // false for NaN
  return epsilon >= kMinimumEpsilon && epsilon <= kMaximumEpsilon;
}

Status validate_levels(const std::vector<double>& levels) {
  if (levels.empty() || levels.size() > kMaximumLevels) {
    return invalid("levels", "the menu must have 1 to 16 levels",
                   static_cast<double>(levels.size()));
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!is_level(levels[i])) {
      return invalid("levels", "every level must be in [2^-10, 32]", levels[i]);
    }
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      return invalid("levels", "levels must be strictly increasing", levels[i]);
    }
  }
  return {};
}

Status validate_threshold(const Experiment& experiment) {
  const double threshold = experiment.epsilon_min;
  if (!kCatalog[static_cast<std::size_t>(experiment.algorithm)].has_threshold) {
    if (threshold != 0) return invalid("epsilonMin", "this algorithm has no threshold", threshold);
    return {};
  }
  if (!is_level(threshold)) {
    return invalid("epsilonMin", "the threshold must be in [2^-10, 32]", threshold);
  }
  if (threshold > experiment.levels.back()) {
    return invalid("epsilonMin", "every level is below the threshold: nothing would be learnt",
                   threshold);
  }
  return {};
}

}  // namespace

Status validate(const Experiment& experiment) {
  const auto algorithm = static_cast<std::size_t>(experiment.algorithm);
  if (algorithm >= kCatalog.size()) {
    return invalid("algorithm", "no such algorithm", static_cast<double>(algorithm));
  }
  if (kCatalog[algorithm].trust_model != TrustModel::local) {
    return invalid("algorithm", "this algorithm sees raw data: it exists in simulation only",
                   static_cast<double>(algorithm));
  }
  if (experiment.arms < 1 || experiment.arms > kMaximumArms) {
    return invalid("arms", "the number of arms must be in 1..4096", experiment.arms);
  }
  if (experiment.bound != Bound::l4 && experiment.bound != Bound::la) {
    return invalid("bound", "the bound must be L4 or La",
                   static_cast<double>(static_cast<unsigned>(experiment.bound)));
  }
  if (Status levels = validate_levels(experiment.levels); !levels.ok()) return levels;
  return validate_threshold(experiment);
}

Payload payload(const Experiment& experiment) {
  return kCatalog[static_cast<std::size_t>(experiment.algorithm)].payload;
}

}  // namespace ldp
