// The round loop of one replicate in a convex world.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "simulation/convex/convex_player.hpp"
#include "simulation/convex/convex_world.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

class ConvexReplicate final : public Replicate {
 public:
  ConvexReplicate(ConvexWorld&& world, std::unique_ptr<ConvexPlayer> player)
      : world_(std::move(world)), player_(std::move(player)) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
      world_.next_round();
      regret_ += player_->play(world_);
    }
  }

  [[nodiscard]] double regret() const override { return regret_; }

  /// There are no arms.
  [[nodiscard]] std::uint64_t plays(std::uint32_t) const override { return 0; }

 private:
  ConvexWorld world_;
  std::unique_ptr<ConvexPlayer> player_;
  double regret_ = 0;
};

/// Replicates first, first + 1, ..., first + count - 1 of a specification with a convex world.
/// Errors: spec_invalid, see check_convex and make_convex_player.
Result<std::vector<std::unique_ptr<Replicate>>> make_convex_replicates(const SimulationSpec& spec,
                                                                       std::uint32_t first,
                                                                       std::uint32_t count);

}  // namespace ldp
