// One algorithm for convex worlds: the server's learner and the devices in one, as the round loop
// plays them (docs/spec/convex-and-reductions.md, sections 6 to 8). With epochs of one report or
// more it decides as learner and devices do: see the test of their equivalence.
#pragma once

#include <cstdint>
#include <memory>

#include "foundation/result.hpp"
#include "simulation/convex/convex_spec.hpp"
#include "simulation/convex/convex_world.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// What a player is told before the first round. Only this player draws from the random streams
/// (seed, replicate, choices), whose words are the coins of the directions, and (seed, replicate,
/// noise).
struct ConvexGame {
  std::shared_ptr<const ConvexRun> run;
  std::uint64_t epoch = 1;  // rounds per snapshot
  std::uint64_t seed = 0;
  std::uint32_t replicate = 0;

  [[nodiscard]] SeededStream choices() const { return {seed, replicate, Purpose::choices}; }
  [[nodiscard]] SeededStream noises() const { return {seed, replicate, Purpose::noise}; }
};

class ConvexPlayer {
 public:
  virtual ~ConvexPlayer() = default;
  /// Plays a round with the visitor that the world has now; returns its regret: of two points, the
  /// mean of theirs. Nothing is allocated.
  virtual double play(const ConvexWorld& world) = 0;
};

/// Errors: spec_invalid, naming a parameter of the experiment.
Result<std::unique_ptr<ConvexPlayer>> make_convex_player(const ConvexGame& game);

}  // namespace ldp
