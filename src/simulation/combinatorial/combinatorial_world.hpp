// A world whose decisions are super arms of a public feasible family: Bernoulli outcomes of the
// base arms, some of which may share their luck, and a reward of the means of the arms chosen
// (spec: combinatorial semi-bandits, sections 1 and 7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"
#include "simulation/combinatorial/round_outcomes.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

struct CombinatorialEnvironment {
  DecisionSet set;            // any but custom
  std::vector<double> means;  // [arms], in [0, 1]
  /// [arms], each below the number of arms: arms with the same number share one uniform U a round,
  /// X_i = 1{U < mu_i}. Empty: each has its own.
  std::vector<std::uint32_t> together;
};

/// What the regret is against.
enum class CombinatorialRegret : std::uint8_t {
  oracle,         // r_mu(Oracle(mu))
  approximation,  // alpha beta opt_mu; may be negative, as greedy usually beats its guarantee
};

/// Errors: spec_invalid ("environment").
[[nodiscard]] Status check_environment(const CombinatorialEnvironment& environment);

/// What the means of an environment come to: worked out once for all replicates.
class CombinatorialValue {
 public:
  /// Errors: spec_invalid ("environment"), or ("regret") where opt_mu would take the search of more
  /// than 10^6 super arms.
  static Result<CombinatorialValue> create(const CombinatorialEnvironment& environment,
                                           CombinatorialRegret regret);

  /// The expected reward of a round that loses nothing.
  [[nodiscard]] double target() const { return target_; }

 private:
  explicit CombinatorialValue(double target) : target_(target) {}

  double target_;
};

class CombinatorialWorld {
 public:
  /// Requires a checked environment, which must outlive the world. `target`: the expected reward
  /// that the regret is against.
  CombinatorialWorld(const CombinatorialEnvironment& environment, double target, std::uint64_t seed,
                     std::uint32_t replicate);

  CombinatorialWorld(CombinatorialWorld&&) = default;
  CombinatorialWorld& operator=(CombinatorialWorld&&) = default;

  /// Goes to the next round: its outcomes.
  RoundOutcomes next_round();

  /// r_mu of a super arm, remembered where it takes long.
  [[nodiscard]] double reward(std::span<const std::uint32_t> arms);

  [[nodiscard]] double target() const { return target_; }

 private:
  const CombinatorialEnvironment* environment_;
  double target_;
  std::vector<std::uint64_t> bounds_;  // [arms]
  SeededStream words_;
};

}  // namespace ldp
