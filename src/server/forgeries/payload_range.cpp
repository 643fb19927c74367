#include "server/forgeries/payload_range.hpp"

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"

namespace ldp {

PayloadRange payload_range(const Experiment& experiment, std::size_t level) {
  const double epsilon = experiment.levels[level];
  switch (payload(experiment)) {
    case Payload::noisy: {
      // P(|noise| > 45 scales) < 2 e^-45.
      const LaplaceScale scale = LaplaceScale::create(epsilon, kRewardGrid).value();
      const auto most = static_cast<std::int64_t>((45 * scale.t() + scale.s() - 1) / scale.s());
      return {-most, kRewardGrid + most};
    }
    case Payload::gaussian: {
      // P(|noise| > 9.5 deviations) < 2 e^-45.
      const GaussianScale scale = GaussianScale::create(epsilon, experiment.delta).value();
      const auto most = static_cast<std::int64_t>((19 * scale.s() + 1) / 2);
      return {-most, static_cast<std::int64_t>(scale.sensitivity()) + most};
    }
    default:
      return {0, 1};
  }
}

}  // namespace ldp
