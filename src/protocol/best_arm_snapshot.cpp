#include "protocol/best_arm_snapshot.hpp"

#include <cmath>
#include <cstddef>

namespace ldp {
namespace {

Status validate_bounds(const BestArmState& best, std::size_t arms) {
  if (best.lower.size() != arms) return invalid("best.lower", "there must be one per arm");
  if (best.upper.size() != arms) return invalid("best.upper", "there must be one per arm");
  for (std::size_t arm = 0; arm < arms; ++arm) {
    if (!(best.lower[arm] >= 0 && best.lower[arm] <= 1)) {  // refuses NaN
      return invalid("best.lower", "must be in [0, 1]", best.lower[arm]);
    }
    if (!(best.upper[arm] >= best.lower[arm] && best.upper[arm] <= 1)) {
      return invalid("best.upper", "must be in [lower, 1]", best.upper[arm]);
    }
  }
  return {};
}

// Of ldp-duel; the others have none.
Status validate_duel(const BestArmState& best, const BestArmExperiment& experiment) {
  const bool is_duel = experiment.algorithm == Algorithm::ldp_duel;
  const std::size_t arms = is_duel ? experiment.arms : 0;
  if (best.pulls.size() != arms) return invalid("best.pulls", "there must be one per arm");
  if (best.evidence.size() != arms) return invalid("best.evidence", "there must be one per arm");
  for (const double nats : best.evidence) {
    if (!(nats >= 0)) return invalid("best.evidence", "must not be negative", nats);  // refuses NaN
  }
  const std::size_t lifts = experiment.control >= 0 ? arms : 0;
  if (best.lift.size() != lifts || best.lift_lower.size() != lifts ||
      best.lift_upper.size() != lifts) {
    return invalid("best.lift", "there must be one per arm with a control, else none");
  }
  return {};
}

Status validate_left(const BestArmState& best, std::size_t arms) {
  if (best.left.empty()) return invalid("best.left", "at least one arm is left");
  for (std::size_t i = 0; i < best.left.size(); ++i) {
    if (best.left[i] >= arms || (i > 0 && best.left[i] <= best.left[i - 1])) {
      return invalid("best.left", "must be arms of the experiment, increasing", best.left[i]);
    }
  }
  return {};
}

}  // namespace

Status validate(const BestArmSnapshot& snapshot, const BestArmExperiment& experiment) {
  const MultiArmedExperiment reports = reports_of(experiment);
  if (Status status = validate(snapshot.arms, reports); !status.ok()) return status;
  if (snapshot.arms.weights.empty()) {
    return invalid("weights", "a best-arm snapshot says which arms to pull");
  }
  const BestArmState& best = snapshot.best;
  if (best.answer < -1 || best.answer >= static_cast<std::int64_t>(experiment.arms)) {
    return invalid("best.answer", "must be an arm, or none", best.answer);
  }
  if (!(best.error >= 0 && best.error <= 1)) {  // refuses NaN
    return invalid("best.error", "must be in [0, 1]", best.error);
  }
  if (Status status = validate_bounds(best, experiment.arms); !status.ok()) return status;
  if (Status status = validate_left(best, experiment.arms); !status.ok()) return status;
  if (Status status = validate_duel(best, experiment); !status.ok()) return status;
  if (best.stopped && best.answer < 0) {
    return invalid("best.stopped", "a rule stops with an answer");
  }
  if (best.certified && best.answer < 0) {
    return invalid("best.certified", "there must be an answer");
  }
  if (best.ended && best.answer < 0) {
    return invalid("best.ended", "an experiment ends with an answer");
  }
  return {};
}

}  // namespace ldp
