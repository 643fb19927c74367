// The device's part of LDP linear moments: which of its two reports a device sends, and about what.
#pragma once

#include <cstdint>

#include "client/feature_block.hpp"
#include "client/linear_message.hpp"
#include "protocol/linear_experiment.hpp"

namespace ldp {

/// A device that explores, which a public coin decides and nothing on the device, drew `arm`
/// uniformly: it sends (y - 1/2) w (x_arm - mean). Any other sends its design, in which there is no
/// feedback. See CentredArms.
LinearMessage moment_message(const LinearExperiment& experiment, const FeatureBlock& features,
                             std::uint32_t arm, bool explores);

}  // namespace ldp
