// The two parts of an LDP-linear-moments report, and the ball release that each of them is: both
// sides of the wall have to agree on them.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/ball_scale.hpp"
#include "protocol/linear_experiment.hpp"

namespace ldp {

inline constexpr std::uint32_t kMomentPart = 0;  // who explores sends a reward with its features
inline constexpr std::uint32_t kDesignPart = 1;  // who does not sends how its arms lie

/// The public bound on the Euclidean norm of a part's vector: 1/2 for a reward in [-1/2, 1/2] times
/// a vector of length at most 1; `spread` for a design (client/centred_arms.hpp).
[[nodiscard]] inline double moment_norm(const LinearExperiment& experiment, std::uint32_t part) {
  return part == kMomentPart ? 0.5 : experiment.spread;
}

/// Errors: those of BallScale; none for a valid experiment.
[[nodiscard]] inline Result<BallScale> moment_scale(const LinearExperiment& experiment,
                                                    std::uint32_t part) {
  const std::uint32_t d = experiment.dimension;
  return BallScale::create(experiment.epsilon, part == kMomentPart ? d : triangle(d),
                           moment_norm(experiment, part), ball_draws(experiment.epsilon));
}

}  // namespace ldp
