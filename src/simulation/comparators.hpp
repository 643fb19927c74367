// Comparators without privacy: visitors who report raw rewards, a learner that uses them, and one
// that uses none.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "mechanisms/unit_reward.hpp"
#include "random/uniform.hpp"
#include "server/arms/arm_estimate.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Each visitor reports the reward itself, in units of 2^-32.
class OpenVisitors {
 public:
  [[nodiscard]] static std::optional<std::uint32_t> level() { return 0; }
  [[nodiscard]] static std::int64_t report(std::uint32_t, UnitReward reward) {
    return static_cast<std::int64_t>(reward.value());
  }
  static void skip() {}
};

/// UCB1: mean + sqrt(2 ln t/N). Auer, Cesa-Bianchi, Fischer 2002, figure 1; with bound la, the
/// asymptotically optimal UCB of Lattimore & Szepesvari 2020, chapter 8. A policy as the server's
/// are, for raw rewards.
class Ucb1 {
 public:
  struct Sums {
    double count = 0;  // integers, exact up to 2^53
    double total = 0;
  };

  static void add(Sums& sums, std::size_t, std::int64_t reward) {
    sums.count += 1;
    sums.total += static_cast<double>(reward) * (1.0 / kUnitReward);
  }
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums) {
    if (sums.count == 0) return {};
    return {sums.total / sums.count, std::sqrt(0.5 / sums.count)};
  }
};

/// Every arm with equal probability, for ever.
class UniformLearner {
 public:
  static constexpr bool kTilted = false;

  UniformLearner(std::uint32_t arms, SeededStream stream) : stream_(stream), below_(arms) {}

  struct Pull {
    static void learn(std::uint32_t, std::int64_t) {}
    [[nodiscard]] static ArmEstimate estimate() { return {}; }
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    return {static_cast<std::uint32_t>(below_(stream_)), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t) const { return {}; }
  void put(std::uint32_t, const Pull&) {}

 private:
  SeededStream stream_;
  UniformBelow below_;
};

}  // namespace ldp
