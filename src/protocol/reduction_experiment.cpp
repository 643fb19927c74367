#include "protocol/reduction_experiment.hpp"

namespace ldp {

Status validate(const ReductionExperiment& experiment) {
  if (experiment.algorithm != Algorithm::one_point_reduction) {
    return Error{ErrorCode::invalid_argument, "algorithm", "no such reduction",
                 static_cast<double>(static_cast<unsigned>(experiment.algorithm))};
  }
  if (experiment.arms < 1 || experiment.arms > kMaximumArms) {
    return Error{ErrorCode::invalid_argument, "arms", "the number of arms must be in 1..4096",
                 static_cast<double>(experiment.arms)};
  }
  return validate_scalar(experiment.mechanism, experiment.epsilon, experiment.delta);
}

}  // namespace ldp
