// One algorithm for combinatorial worlds: a learner and its devices in one, as the round loop plays
// them (docs/spec/combinatorial.md, sections 3 to 5).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "simulation/combinatorial/central_noise.hpp"
#include "simulation/combinatorial/round_outcomes.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// What a player is told before the first round. Only this player draws from the random streams
/// (seed, replicate, choices) and (seed, replicate, noise).
struct CombinatorialGame {
  const CombinatorialExperiment& experiment;  // with the decision set; read by the factory only
  CentralNoise noise = CentralNoise::batches;
  std::uint64_t rounds = 0;  // the horizon: for what must know it and was not told another
  std::uint64_t epoch = 1;   // rounds per snapshot: no report counts before the next multiple
  std::uint64_t seed = 0;
  std::uint32_t replicate = 0;
  bool is_frozen = true;  // logarithms are held while t grows by 1 %; else each round has its own

  /// Shared by all visitors; 0: there is no privacy.
  [[nodiscard]] double epsilon() const {
    return experiment.reports.levels.empty() ? 0 : experiment.reports.levels.front();
  }
  [[nodiscard]] SeededStream choices() const { return {seed, replicate, Purpose::choices}; }
  [[nodiscard]] SeededStream noises() const { return {seed, replicate, Purpose::noise}; }
  /// For the oracle's ties, and for those of equal counts: the same for all players of a replicate.
  [[nodiscard]] std::uint64_t public_seed() const {
    return SeededStream(seed, replicate, Purpose::arms).next();
  }
};

/// Neither function allocates after the first rounds.
class CombinatorialPlayer {
 public:
  virtual ~CombinatorialPlayer() = default;
  /// S_t, ascending and feasible; valid until the next call.
  virtual std::span<const std::uint32_t> choose() = 0;
  /// The outcomes of those arms, of which a local player reads the ones that are reported.
  virtual void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) = 0;
};

/// What factories of players return: `Result<MadeCombinatorialPlayer> make_..._player(const
/// CombinatorialGame&)`, a file pair for each family of algorithms. Their errors are spec_invalid,
/// naming the parameter.
using MadeCombinatorialPlayer = std::unique_ptr<CombinatorialPlayer>;

}  // namespace ldp
