// Trials whose learner is outside of this library: it says which arm each trial plays, and hears
// what the visitor's device reports. World, visitors and noise are those of the learners here, word
// by word, so that a learner can be compared with them on the same seeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/simulation.hpp"
#include "simulation/world.hpp"

namespace ldp {

/// What a device makes of a reward: nothing, a bit, or the reward with noise.
enum class PulledReport : std::uint8_t { raw, bit, laplace, gaussian };

class PulledTrials {
 public:
  /// Replicates first, first + 1, ..., first + replicates - 1 of the environment, rewards,
  /// population and (Gaussian noise) policy.delta of a specification. Errors: spec_invalid, naming
  /// the field.
  static Result<PulledTrials> create(const SimulationSpec& spec, PulledReport report,
                                     std::uint32_t first, std::uint32_t replicates);

  /// [replicates], to be filled: the position of the arm that each plays in the next round.
  [[nodiscard]] std::span<std::uint32_t> arms() { return arms_; }

  /// Plays the next round of every replicate. Requires that all arms() are positions.
  void play();

  /// [replicates]: what was reported in the last round. A raw reward or a bit is in [0, 1], of the
  /// transformed reward; with noise it is any number.
  [[nodiscard]] std::span<const double> reports() const { return reports_; }
  /// [replicates]: at which position of the menu, 0 for raw rewards; -1: a visitor who is silent.
  [[nodiscard]] std::span<const std::int32_t> levels() const { return levels_; }

  /// The levels of the population above 0; empty for raw rewards.
  [[nodiscard]] std::span<const double> menu() const { return menu_; }
  /// Of bits, one per level of the menu: E[bit] = 1/2 + theta (reward - 1/2). Else empty.
  [[nodiscard]] std::span<const double> thetas() const { return thetas_; }

  /// So far, of a replicate counted from 0.
  [[nodiscard]] double regret(std::size_t replicate) const {
    return trials_[replicate].world.regret(trials_[replicate].plays);
  }

 private:
  struct Trial {
    World world;
    std::unique_ptr<DeliveredVisitors> visitors;
    std::vector<std::uint64_t> plays{};
  };

  explicit PulledTrials(std::size_t replicates)
      : arms_(replicates), reports_(replicates), levels_(replicates) {}

  std::vector<Trial> trials_;
  std::vector<std::uint32_t> arms_;
  std::vector<double> reports_;
  std::vector<std::int32_t> levels_;
  std::vector<double> menu_;
  std::vector<double> thetas_;
  std::vector<double> units_;  // of a reported integer, one per level
};

}  // namespace ldp
