#include "protocol/scalar_mechanism.hpp"

#include "privacy/gaussian_scale.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {
namespace {

Status validate_gaussian(double epsilon, double delta) {
  if (!(delta >= kMinimumDelta && delta <= kMaximumDelta)) {  // refuses NaN
    return invalid("delta", "must be in [1e-12, 0.1]", delta);
  }
  if (epsilon > kMaxGaussianEpsilon) {
    return invalid("epsilon", "Gaussian reports have an epsilon in [2^-10, 16]", epsilon);
  }
  const Result<GaussianScale> scale = GaussianScale::create(epsilon, delta);
  return scale.ok() ? Status{} : Status{scale.error()};
}

}  // namespace

Status validate_scalar(ScalarMechanism mechanism, double epsilon, double delta) {
  if (Status status = check_epsilon(epsilon); !status.ok()) return status;
  switch (mechanism) {
    case ScalarMechanism::bit:
    case ScalarMechanism::laplace:
      if (delta == 0) return {};
      return invalid("delta", "reports with this mechanism have delta 0", delta);
    case ScalarMechanism::gaussian:
      return validate_gaussian(epsilon, delta);
  }
  return invalid("mechanism", "the mechanism must be bit, laplace or gaussian",
                 static_cast<double>(static_cast<unsigned>(mechanism)));
}

}  // namespace ldp
