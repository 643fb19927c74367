// What the devices of a combinatorial world report about one coordinate, and what the reports of
// an arm add up to: the integers of the server's learner, so that equal reports give equal indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "server/arms/weighted_ldp_ucb.hpp"
#include "server/combinatorial/upper_weights.hpp"
#include "simulation/combinatorial/round_outcomes.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/seeded_stream.hpp"
#include "simulation/visitors.hpp"

namespace ldp {

/// The reports about one arm.
struct ReportCounts {
  std::int64_t count = 0;
  std::int64_t total = 0;  // of the payloads
};

/// An outcome of 0 or 1.
[[nodiscard]] inline UnitReward unit_of(std::uint32_t outcome) {
  return outcome != 0 ? UnitReward::one() : UnitReward::zero();
}

/// What a sum report is about: the outcomes of these arms, over `most`.
[[nodiscard]] inline UnitReward mean_outcome(std::span<const std::uint32_t> arms,
                                             const RoundOutcomes& outcomes, std::size_t most) {
  std::uint32_t sum = 0;
  for (const std::uint32_t arm : arms) sum += outcomes[arm];
  return UnitReward::from(static_cast<double>(sum) / static_cast<double>(most)).value();
}

/// One randomised bit; its arm's weight is the equivalent number of outcomes that were seen.
class BitReport {
 public:
  /// Errors: those of ConvertToBernoulli.
  static Result<BitReport> create(double epsilon) {
    const Result<RandomizedResponse> law = RandomizedResponse::create(epsilon);
    if (!law) return law.error();
    const Result<SimulatedBit> bit = SimulatedBit::create(epsilon);
    if (!bit) return bit.error();
    return BitReport(bit.value(), law.value().theta());
  }

  std::int32_t operator()(SeededStream& noise, UnitReward outcome) const {
    return bit_(noise, outcome);
  }

  [[nodiscard]] double theta() const { return theta_; }

  /// WeightedLdpUcb::fold of one level.
  [[nodiscard]] ArmSums sums(const ReportCounts& arm) const {
    const auto count = static_cast<double>(arm.count);
    const double surplus = 2 * static_cast<double>(arm.total) - count;
    return {theta_ * theta_ * count, 0.5 * theta_ * (theta_ * count + surplus)};
  }

 private:
  BitReport(const SimulatedBit& bit, double theta) : bit_(bit), theta_(theta) {}

  SimulatedBit bit_;
  double theta_;
};

/// One outcome with Laplace noise, an integer in units of 1/kRewardGrid.
class NumberReport {
 public:
  /// Errors: those of SimulatedLaplace.
  static Result<NumberReport> create(double epsilon) {
    const Result<SimulatedLaplace> noise = SimulatedLaplace::create(epsilon);
    if (!noise) return noise.error();
    return NumberReport(noise.value());
  }

  std::int32_t operator()(SeededStream& noise, UnitReward outcome) const {
    return noise_(noise, outcome);
  }

  [[nodiscard]] ArmSums sums(const ReportCounts& arm) const {
    return {static_cast<double>(arm.count), static_cast<double>(arm.total) / kRewardGrid};
  }

 private:
  explicit NumberReport(const SimulatedLaplace& noise) : noise_(noise) {}

  SimulatedLaplace noise_;
};

/// The outcome itself, for learners without privacy.
class RawReport {
 public:
  std::int32_t operator()(SeededStream&, UnitReward outcome) const {
    return outcome.value() != 0 ? 1 : 0;
  }

  [[nodiscard]] ArmSums sums(const ReportCounts& arm) const {
    return {static_cast<double>(arm.count), static_cast<double>(arm.total)};
  }
};

}  // namespace ldp
