#include "client/moment_message.hpp"

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
    for (const double slope : message.slope) message.constant.push_back(-slope / 2);
  } else {
    message.constant.resize(triangle(features.dimension));
    arms.design(experiment.spread, message.constant);
  }
  arms.wipe();
  return message;
}

}  // namespace ldp
