// One algorithm for linear worlds: a learner and its devices in one, as the round loop plays them.
#pragma once

#include <cstdint>
#include <memory>

#include "client/feature_block.hpp"
#include "foundation/result.hpp"
#include "protocol/catalog.generated.hpp"
#include "simulation/schema.generated.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

struct LinearExperiment;

/// What a player is told before the first round. Only this player draws from the random streams
/// (seed, replicate, choices) and (seed, replicate, noise).
struct LinearGame {
  const LinearExperiment&
      experiment;  // its dimension is that of the world; read by the factory only
  std::uint32_t arms = 0;
  std::uint64_t rounds = 0;  // the horizon: for what must know it and was not told another
  std::uint64_t epoch = 1;   // rounds per snapshot: no report counts before the next multiple
  JointNoise joint_noise = JointNoise::gaussian;
  ShuffleNoise shuffle_noise = ShuffleNoise::ideal;
  std::uint32_t batch = kDefaultBatch;  // visitors whom the shuffler mixes
  std::uint64_t seed = 0;
  std::uint32_t replicate = 0;
  bool is_lazy = true;  // snapshots wait as PublishSchedule says; else each epoch ends in one

  [[nodiscard]] SeededStream choices() const { return {seed, replicate, Purpose::choices}; }
  [[nodiscard]] SeededStream noise() const { return {seed, replicate, Purpose::noise}; }
};

/// Neither function allocates.
class LinearPlayer {
 public:
  virtual ~LinearPlayer() = default;
  /// The arm that this round's device plays. `features` is valid until the next round.
  virtual std::uint32_t choose(const FeatureBlock& features) = 0;
  /// The reward of that arm, 0 or 1, and so the device's report.
  virtual void learn(const FeatureBlock& features, std::uint32_t arm, double reward) = 0;
};

/// What factories of players return: `Result<MadePlayer> make_..._player(const LinearGame&)`, a
/// file pair for each algorithm. Their errors are spec_invalid, naming the parameter.
using MadePlayer = std::unique_ptr<LinearPlayer>;

}  // namespace ldp
