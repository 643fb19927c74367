// The round loop of one replicate in a combinatorial world.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "simulation/combinatorial/combinatorial_player.hpp"
#include "simulation/combinatorial/combinatorial_spec.hpp"
#include "simulation/combinatorial/combinatorial_world.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

class CombinatorialReplicate final : public Replicate {
 public:
  /// `target`: see regret_target. The spec must be a checked one.
  CombinatorialReplicate(std::shared_ptr<const CombinatorialSpec> spec, double target,
                         std::uint64_t seed, std::uint32_t replicate,
                         MadeCombinatorialPlayer player)
      : spec_(std::move(spec)),
        target_(target),
        world_(spec_->environment, seed, replicate),
        player_(std::move(player)),
        plays_(spec_->environment.means.size()) {}

  void play(ConfidenceBlock& block) override;

  [[nodiscard]] double regret() const override {
    return regret_ + gap_ * static_cast<double>(rounds_);
  }

  /// In how many rounds the arm was part of the super arm.
  [[nodiscard]] std::uint64_t plays(std::uint32_t arm) const override;

 private:
  void change(std::span<const std::uint32_t> arms);

  std::shared_ptr<const CombinatorialSpec> spec_;
  double target_;
  CombinatorialWorld world_;
  MadeCombinatorialPlayer player_;
  // Rounds that play one super arm in a row are added up when it changes.
  std::vector<std::uint32_t> arms_;
  double gap_ = 0;
  std::uint64_t rounds_ = 0;
  double regret_ = 0;                 // of the rounds before those
  std::vector<std::uint64_t> plays_;  // [arms], too
};

/// Replicates first, first + 1, ..., first + count - 1 of a specification with a combinatorial
/// world. Errors: spec_invalid, see check_combinatorial and make_combinatorial_player.
Result<std::vector<std::unique_ptr<Replicate>>> make_combinatorial_replicates(
    const SimulationSpec& spec, std::uint32_t first, std::uint32_t count);

}  // namespace ldp
