// What randomises the one number of a report where an experiment has the choice: of best-arm, of
// reductions and of convex bandits. Spec: Zheng et al. 2020, algorithms 1 and 2, whose noise is the
// Gaussian; a bit has the smallest second moment at every epsilon.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/catalog.generated.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// What a report carries.
constexpr Payload payload(ScalarMechanism mechanism) {
  switch (mechanism) {
    case ScalarMechanism::laplace:
      return Payload::noisy;
    case ScalarMechanism::gaussian:
      return Payload::gaussian;
    case ScalarMechanism::bit:
      break;
  }
  return Payload::bit;
}

/// epsilon: of one report, [2^-10, 128], of a Gaussian one up to 16. delta: of one Gaussian report,
/// [1e-12, 0.1]; else 0. Errors: invalid_argument, naming `mechanism`, `epsilon` or `delta`.
Status validate_scalar(ScalarMechanism mechanism, double epsilon, double delta);

}  // namespace ldp
