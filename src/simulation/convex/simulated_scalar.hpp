// What a device makes of one number v in [-1, 1], as the learner counts it; or v itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "foundation/result.hpp"
#include "server/convex/scalar_noise.hpp"
#include "simulation/simulated_payload.hpp"

namespace ldp {

class SimulatedScalar {
 public:
  /// No noise.
  static SimulatedScalar none() { return {SimulatedPayload::none(), std::nullopt}; }

  /// Errors: those of the mechanism.
  static Result<SimulatedScalar> create(ScalarMechanism mechanism, double epsilon, double delta) {
    const Result<ScalarUnit> unit = ScalarUnit::of(mechanism, epsilon, delta);
    if (!unit.ok()) return unit.error();
    const auto payload = SimulatedPayload::create(mechanism, epsilon, delta);
    if (!payload.ok()) return payload.error();
    return SimulatedScalar(payload.value(), unit.value());
  }

  /// q with E[unit() q] = v: a whole number, except without noise. v is clamped.
  [[nodiscard]] double operator()(SeededStream& stream, double v) const {
    const double clamped = std::clamp(v, -1.0, 1.0);
    if (!unit_) return clamped;
    // Finite, so it is a reward.
    const UnitReward reward = UnitReward::from(0.5 + clamped / 2).value();
    return unit_->count(static_cast<std::int32_t>(payload_(stream, reward)));
  }

  [[nodiscard]] double unit() const { return unit_ ? unit_->unit() : 1; }

 private:
  SimulatedScalar(const SimulatedPayload& payload, const std::optional<ScalarUnit>& unit)
      : payload_(payload), unit_(unit) {}

  SimulatedPayload payload_;
  std::optional<ScalarUnit> unit_;
};

}  // namespace ldp
