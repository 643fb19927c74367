// The radius law of an algorithm, round by round: it changes with every round in the server's
// learner, and once in a frozen-log epoch here, so that a round changes the weights of those arms
// only that were reported (docs/spec/combinatorial.md, section 5).
#pragma once

#include <cstdint>
#include <optional>

#include "foundation/result.hpp"
#include "server/combinatorial/arm_index.hpp"
#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

class RadiusSchedule {
 public:
  /// `largest`: K. Frozen, as the game has it: logarithms have the value of the end of an epoch of
  /// 1 % more rounds, which widens no radius by more than 0.3 %. A horizon is as it is.
  /// Errors: those of ArmIndex::create.
  static Result<RadiusSchedule> create(const CombinatorialGame& game, std::uint32_t largest);

  /// Whether the law of round t = 1, 2, ... is another one than that of the round before.
  [[nodiscard]] bool is_due(std::uint64_t t) const { return t >= until_; }
  void renew(std::uint64_t t);

  [[nodiscard]] const RadiusLaw& law() const { return law_; }

 private:
  RadiusSchedule() = default;

  std::optional<ArmIndex> index_;  // absent: CUCB, which sees the outcomes themselves
  bool has_horizon_ = false;       // the law is a function of it, not of t
  std::uint64_t horizon_ = 0;      // 0: not stated
  bool is_frozen_ = true;
  std::uint64_t until_ = 0;  // the first round with another law
  RadiusLaw law_;
};

}  // namespace ldp
