// The round loop of one replicate in a world whose arms are feature vectors.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "simulation/linear/linear_player.hpp"
#include "simulation/linear/linear_world.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

/// World: LinearWorld, or another that has next_round(), draw() and regret() as it does.
template <class World>
class ContextualReplicate final : public Replicate {
 public:
  ContextualReplicate(World&& world, std::uint32_t arms, MadePlayer player)
      : world_(std::move(world)), player_(std::move(player)), plays_(arms) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
      const FeatureBlock& features = world_.next_round();
      const std::uint32_t arm = player_->choose(features);
      player_->learn(features, arm, world_.draw(arm));
      plays_[arm] += 1;
    }
  }

  [[nodiscard]] double regret() const override { return world_.regret(); }

  /// How often the arm in that row of the features was played.
  [[nodiscard]] std::uint64_t plays(std::uint32_t arm) const override { return plays_[arm]; }

 private:
  World world_;
  MadePlayer player_;
  std::vector<std::uint64_t> plays_;
};

/// Replicates first, first + 1, ..., first + count - 1 of a specification with a linear world that
/// was checked. Errors: spec_invalid, naming a parameter of the algorithm.
Result<std::vector<std::unique_ptr<Replicate>>> make_linear_replicates(const SimulationSpec& spec,
                                                                       std::uint32_t first,
                                                                       std::uint32_t count);

}  // namespace ldp
