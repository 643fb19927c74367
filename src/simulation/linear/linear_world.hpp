// A world whose arms are feature vectors: mean reward <theta, x>. The experiment of
// docs/spec/linear.md, section 8, in which Chowdhury & Zhou 2022, "Shuffle Private Linear
// Contextual Bandits", and its successors compare algorithms.
//
// Contexts and rewards of a round are functions of the seed, the replicate and the round alone
// (common random numbers): all algorithms meet the same arms and the same random draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/feature_block.hpp"
#include "simulation/linear/sphere.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

inline constexpr std::uint32_t kMaximumLinearArms = 4096;

struct LinearEnvironment {
  std::uint32_t dimension = 0;  // d, 2..128
  std::uint32_t arms = 0;       // offered in every round, 1..kMaximumLinearArms
  /// The same arms in every round, of which the first d are (spread e_1, 1), ..., (spread e_(d-1),
  /// 1), (0, 1), over sqrt 2; else new ones each round.
  bool is_fixed = false;
  double spread = 1;  // in (0, 1]: how far the contexts are from their mean
};

/// An arm is (spread u, 1)/sqrt 2 with u uniform on the unit sphere of R^(d-1), so its norm is at
/// most 1; theta is (v, 1)/sqrt 2 with v by the same law, once per replicate. So means are
/// (spread <u, v> + 1)/2, and a reward is a Bernoulli number of that mean.
class LinearWorld {
 public:
  /// Requires an environment in the ranges above.
  LinearWorld(const LinearEnvironment& environment, bool is_realized, std::uint64_t seed,
              std::uint32_t replicate);

  // The block is a view of the columns: moved vectors stay where they are, copies do not.
  LinearWorld(LinearWorld&&) = default;
  LinearWorld& operator=(LinearWorld&&) = default;

  /// Goes to the next round: its arms, valid until the next call.
  const FeatureBlock& next_round();

  /// Plays the round: what that arm pays, 0 or 1. At most once for each next_round().
  double draw(std::uint32_t arm);

  /// Of all rounds so far: the best mean less that of the arm that was played, or, if `is_realized`
  /// was set, the best arm's reward less the one that was paid. Rewards of a round are the same
  /// function of one uniform number at every arm.
  [[nodiscard]] double regret() const { return regret_; }

  /// <theta, x_a> of this round's arms, [stride].
  [[nodiscard]] const std::vector<double>& means() const { return means_; }

 private:
  void draw_contexts();

  LinearEnvironment environment_;
  bool is_realized_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t round_ = 0;
  Sphere sphere_;
  std::vector<double> theta_;
  std::vector<double> columns_;
  FeatureBlock block_;
  std::vector<double> means_;
  double best_ = 0;
  SeededStream rewards_;
  double regret_ = 0;
};

}  // namespace ldp
