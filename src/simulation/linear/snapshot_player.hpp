// What players with snapshots have in common: the device's choice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "client/linear_scores.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "random/uniform.hpp"
#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// Chooses by `snapshot_`: an arm with the largest index, ties uniformly; with the probability that
/// it says, and before there is one, any arm. What is derived fills the snapshot.
class SnapshotPlayer : public LinearPlayer {
 public:
  explicit SnapshotPlayer(const LinearGame& game)
      : scores_(feature_stride(game.arms)), choices_(game.choices()) {
    const std::uint32_t d = game.experiment.dimension;
    snapshot_.theta.reserve(d);
    snapshot_.factor.reserve(triangle(d));
  }

  std::uint32_t choose(const FeatureBlock& features) final {
    const bool is_coin = snapshot_.exploration > 0;
    has_explored_ =
        snapshot_.theta.empty() || (is_coin && choices_.next() < word_bound(snapshot_.exploration));
    if (has_explored_) return static_cast<std::uint32_t>(uniform_below(choices_, features.arms));
    linear_scores(features, snapshot_.theta, snapshot_.factor, snapshot_.radius, scores_);
    return leading_arm(scores_, features.arms, choices_);
  }

 protected:
  /// Makes room for an estimate; theta is 0 until it is filled.
  void open_snapshot(std::uint32_t dimension, bool has_factor) {
    snapshot_.theta.resize(dimension);
    if (has_factor) snapshot_.factor.resize(triangle(dimension));
  }

  /// Whether the last choice was any arm: the coin that a device decides its report by as well.
  [[nodiscard]] bool has_explored() const { return has_explored_; }

  LinearSnapshot snapshot_;

 private:
  bool has_explored_ = false;
  std::vector<double> scores_;
  SeededStream choices_;
};

}  // namespace ldp
