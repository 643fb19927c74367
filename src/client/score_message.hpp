// The device's part of a report about a generalized linear model, before its feedback is known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"

namespace ldp {

/// What LinearAnswer keeps beside the features x of the chosen arm, with z = x . point: the
/// released weight of the curvature g'(z)/Q (ldp-glm-newton; else 1), the mean g(z), and the
/// snapshot's Cs; then, of ldp-glm-published, the point divided by its bound S. By the time of the
/// feedback there may be another snapshot.
inline constexpr std::size_t kScoreNumbers = 3;

/// Numbers of a message.
std::size_t score_message_length(const LinearExperiment& experiment);

/// Requires an experiment with a link, x.size() == dimension, a valid snapshot.
std::vector<double> score_message(const LinearExperiment& experiment, std::span<const double> x,
                                  const LinearSnapshot& snapshot);

/// The feedback that counts: clamped to the range of the link. Requires that it is finite.
double clamped_feedback(const LinearExperiment& experiment, double feedback);

/// The residual block's factor v of a message: clip(g(z) - y, -Cs, Cs) over residual_unit(Cs).
double score_residual(const LinearExperiment& experiment, std::span<const double> message,
                      double feedback);

/// The released vector without noise, as ScoreRelease gives it, but off the diagonal times
/// `off_diagonal` (ball: sqrt(2)). With the parts of a coin, the block of `part` alone. Requires
/// out.size() == the length of that part's vector.
void score_vector(const LinearExperiment& experiment, std::uint32_t part, std::span<const double> x,
                  std::span<const double> message, double feedback, double off_diagonal,
                  std::span<double> out);

}  // namespace ldp
