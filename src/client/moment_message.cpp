#include "client/moment_message.hpp"

#include <cstddef>

#include "client/centred_arms.hpp"
#include "protocol/moment_scale.hpp"

namespace ldp {

LinearMessage moment_message(const LinearExperiment& experiment, const FeatureBlock& features,
                             std::uint32_t arm, bool explores) {
  CentredArms arms;
  arms.assign(features);
  LinearMessage message{.part = explores ? kMomentPart : kDesignPart};
  if (explores) {
    message.slope.resize(features.dimension);
    arms.moment(arm, experiment.spread, message.slope);
    // Without growing: memory that was left behind would not be wiped.
    message.constant.resize(features.dimension);
    for (std::size_t i = 0; i < message.slope.size(); ++i) {
      message.constant[i] = -message.slope[i] / 2;
    }
  } else {
    message.constant.resize(triangle(features.dimension));
    arms.design(experiment.spread, message.constant);
  }
  arms.wipe();
  return message;
}

}  // namespace ldp
