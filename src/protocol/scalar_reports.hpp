// Reports about one arm with the one level of an experiment: those of best-arm experiments and of
// the one-point reduction. They are the reports of the multi-armed family to the last byte, so the
// device, the wire and the sums are those of that family; only the learner differs.
#pragma once

#include <cstdint>

#include "protocol/multi_armed_experiment.hpp"
#include "protocol/scalar_mechanism.hpp"

namespace ldp {

/// The multi-armed experiment whose reports carry what this mechanism releases, at one level. Its
/// algorithm stands for the payload only. Valid if epsilon is in [2^-10, 128], arms in
/// 1..kMaximumArms, and delta what the mechanism keeps: 0, or that of Gaussian noise.
inline MultiArmedExperiment scalar_reports(ScalarMechanism mechanism, std::uint32_t arms,
                                           double epsilon, double delta = 0) {
  MultiArmedExperiment reports;
  switch (mechanism) {
    case ScalarMechanism::bit:
      reports.algorithm = Algorithm::weighted_ldp_ucb;
      break;
    case ScalarMechanism::laplace:
      reports.algorithm = Algorithm::weighted_ldp_ucb_laplace;
      break;
    case ScalarMechanism::gaussian:
      reports.algorithm = Algorithm::ldp_gaussian_ucb;
      break;
  }
  reports.arms = arms;
  reports.levels = {epsilon};
  reports.delta = delta;
  return reports;
}

}  // namespace ldp
