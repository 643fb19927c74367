// What a device makes of a reward in [0, 1] where an experiment has the choice of the mechanism:
// the payloads of bits, Laplace and Gaussian reports, in law, drawn fast (laplace_noise.hpp,
// gaussian_noise.hpp); or of the raw reward.
#pragma once

#include <cstdint>
#include <variant>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "protocol/scalar_mechanism.hpp"
#include "simulation/gaussian_noise.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/seeded_stream.hpp"
#include "simulation/visitors.hpp"

namespace ldp {

class SimulatedPayload {
 public:
  /// No noise: the payload is the reward in units of 2^-32.
  static SimulatedPayload none() { return {}; }

  /// Errors: those of the mechanism.
  static Result<SimulatedPayload> create(ScalarMechanism mechanism, double epsilon, double delta) {
    switch (mechanism) {
      case ScalarMechanism::laplace:
        return of(SimulatedLaplace::create(epsilon));
      case ScalarMechanism::gaussian:
        return of(SimulatedGaussian::create(epsilon, delta));
      case ScalarMechanism::bit:
        break;
    }
    return of(SimulatedBit::create(epsilon));
  }

  [[nodiscard]] bool is_private() const { return device_.index() != 0; }

  [[nodiscard]] std::int64_t operator()(SeededStream& stream, UnitReward reward) const {
    if (const auto* bit = std::get_if<SimulatedBit>(&device_)) return (*bit)(stream, reward);
    if (const auto* laplace = std::get_if<SimulatedLaplace>(&device_)) {
      return (*laplace)(stream, reward);
    }
    if (const auto* gaussian = std::get_if<SimulatedGaussian>(&device_)) {
      return (*gaussian)(stream, reward);
    }
    return static_cast<std::int64_t>(reward.value());
  }

 private:
  using Device = std::variant<std::monostate, SimulatedBit, SimulatedLaplace, SimulatedGaussian>;

  template <class Made>
  static Result<SimulatedPayload> of(const Made& made) {
    if (!made.ok()) return made.error();
    SimulatedPayload payload;
    payload.device_ = made.value();
    return payload;
  }

  Device device_;
};

}  // namespace ldp
