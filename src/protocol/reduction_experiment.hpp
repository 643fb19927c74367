// The public parameters of a one-point reduction, fixed before the first report: how many arms, and
// what randomises a report. The learner that it reduces to is no part of it: that is
// post-processing of reports, and no device needs to know. Zheng et al. 2020, algorithm 1.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/scalar_mechanism.hpp"
#include "protocol/scalar_reports.hpp"

namespace ldp {

struct ReductionExperiment {
  Algorithm algorithm = Algorithm::one_point_reduction;
  std::uint32_t arms = 0;  // 1..kMaximumArms
  double epsilon = 0;      // of one report, [2^-10, 128]
  ScalarMechanism mechanism = ScalarMechanism::bit;
  double delta = 0;  // of one Gaussian report; else 0

  bool operator==(const ReductionExperiment&) const = default;
};

/// What its reports are. The experiment must be valid.
inline MultiArmedExperiment reports_of(const ReductionExperiment& experiment) {
  return scalar_reports(experiment.mechanism, experiment.arms, experiment.epsilon,
                        experiment.delta);
}

/// Errors: invalid_argument, naming `algorithm`, `arms`, `mechanism`, `epsilon` or `delta`.
Status validate(const ReductionExperiment& experiment);

}  // namespace ldp
