// The device's part of LDP linear moments: which of its two reports a device sends, and about what.
#pragma once

#include <cstdint>

#include "client/feature_block.hpp"
#include "client/linear_message.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// The public bound N on the Euclidean norm of a part's vector, for BallRelease.
double moment_norm(const LinearExperiment& experiment, std::uint32_t part);

/// The message of `arm`, with the coin that says which part it is. The coin is public: a function
/// of the snapshot and of a word, of nothing on the device.
LinearMessage moment_message(const LinearExperiment& experiment, const LinearSnapshot& snapshot,
                             const FeatureBlock& features, std::uint32_t arm, std::uint64_t coin);

}  // namespace ldp
