// Shuffle-private LinUCB, the comparator with a trusted shuffler: Chowdhury & Zhou 2022, "Shuffle
// Private Linear Contextual Bandits" (docs/spec/linear.md, section 7). Visitors come in batches;
// the server sees the sum of a batch's noisy messages, and a last incomplete batch never.
#pragma once

#include <cstdint>

#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Constants of the vector-sum protocol: entries in [-1, 1] become integers in 0..2 g by randomised
/// rounding, with Binomial(bits, 1/4) added by every visitor.
struct VectorSumConstants {
  double grid = 0;  // g
  double bits = 0;
  double std = 0;  // of the noise on the estimate of one entry's batch sum

  static VectorSumConstants of(std::uint32_t dimension, std::uint32_t batch, double epsilon,
                               double delta);
};

/// Standard deviations of the noise on the sum of a batch, on true entries of the matrix.
struct BatchStd {
  double diagonal = 0;  // and of the vector
  double off_diagonal = 0;

  /// By game.shuffle_noise. Errors: spec_invalid, those of calibrate_gaussian.
  static Result<BatchStd> of(const LinearGame& game);
};

/// Noise on the sum of a batch by game.shuffle_noise:
///   ideal          that of one visitor's Gaussian release, as secure aggregation would have it;
///   amplification  every visitor's own, smaller for being shuffled; proved in the paper for an
///                  epsilon of at most sqrt(ln(2/delta)/batch);
///   vector_sum     rounding and binomial noise; useless in batches below about 10^4.
/// The Gram radius with kappa = 0.1, r = 0.02 (practical), 2 and 1 (theory); published: the
/// paper's, with lambda = 1 + 2 Ups.
Result<MadePlayer> make_shuffle_player(const LinearGame& game);

}  // namespace ldp
