// A world whose decisions are super arms of a public feasible family: Bernoulli outcomes of the
// base arms, some of which may share a random number, and a reward of the means of the arms chosen
// (docs/spec/combinatorial.md, sections 1 and 7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "oracles/set_reward.hpp"
#include "protocol/decision_set.hpp"
#include "simulation/combinatorial/round_outcomes.hpp"
#include "simulation/schema.generated.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

struct CombinatorialEnvironment {
  DecisionSet set;            // any but custom
  std::vector<double> means;  // [arms], in [0, 1]
  /// [arms], each below the number of arms: arms with the same number share one uniform U a round,
  /// X_i = 1{U < mu_i}. Empty: each has its own.
  std::vector<std::uint32_t> together;
};

/// Errors: spec_invalid ("environment").
[[nodiscard]] Status check_environment(const CombinatorialEnvironment& environment);

/// The expected reward of a round that loses nothing. Errors: spec_invalid ("environment"), or
/// ("regret") where opt_mu would take the search of more than 10^6 super arms.
[[nodiscard]] Result<double> regret_target(const CombinatorialEnvironment& environment,
                                           CombinatorialRegret regret);

class CombinatorialWorld {
 public:
  /// Requires a checked environment, which must outlive the world.
  CombinatorialWorld(const CombinatorialEnvironment& environment, std::uint64_t seed,
                     std::uint32_t replicate);

  /// Goes to the next round: its outcomes.
  RoundOutcomes next_round() {
    const std::uint64_t start = words_.next();
    return {CounterWords(start, words_.next()), bounds_, environment_->together};
  }

  /// r_mu of a super arm, remembered where it takes long.
  [[nodiscard]] double reward(std::span<const std::uint32_t> arms);

 private:
  const CombinatorialEnvironment* environment_;
  RewardFunction reward_;
  std::map<std::vector<std::uint32_t>, double> known_;
  std::vector<std::uint64_t> bounds_;  // [arms]
  SeededStream words_;
};

}  // namespace ldp
